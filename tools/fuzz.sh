#!/usr/bin/env bash
# Runs every libFuzzer program of a build for some seconds each, on a copy of its corpus.
#
#   tools/fuzz.sh BUILD_DIR SECONDS
#
# The grown corpus stays in BUILD_DIR/corpus/NAME; an input that fails is left in BUILD_DIR/findings/NAME-*.
# Exit code 1 if any fuzzer failed; the others still run.
set -eu
build=$1 seconds=$2
root=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$build/findings"

failed=()
found=0
for program in "$build"/bin/*_fuzz; do
  [ -x "$program" ] || continue
  found=$((found + 1))
  name=$(basename "$program")
  corpus=$build/corpus/$name
  mkdir -p "$corpus"
  if [ -d "$root/fuzz/corpus/$name" ]; then cp -R "$root/fuzz/corpus/$name/." "$corpus/"; fi
  echo "== $name, $seconds s"
  "$program" -max_total_time="$seconds" -rss_limit_mb=2048 -timeout=10 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="$build/findings/$name-" "$corpus" || failed+=("$name")
done

if [ "$found" -eq 0 ]; then echo "fuzz: no *_fuzz program in $build/bin" >&2; exit 1; fi
if [ ${#failed[@]} -gt 0 ]; then
  echo "fuzz: failed: ${failed[*]}; inputs are in $build/findings" >&2
  exit 1
fi
echo "fuzz: $found fuzzers, no findings"
