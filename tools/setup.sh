#!/usr/bin/env bash
# Installs the Debian packages that a task needs, and only those that are missing.
#
#   tools/setup.sh GROUP...        groups: build web test browser sanitize lint fuzz bench
#
# Node and npm of the PATH, from wherever they are, serve as well as Debian's, if they are new enough; so does a chromium.
# Needs root or sudo only when something is missing. On a system without apt it prints what to install and goes on, so that
# CMake can say what it did not find. SIGHTGLASS_SKIP_SETUP=1 makes it do nothing.
set -eu

[ "${SIGHTGLASS_SKIP_SETUP:-0}" = 1 ] && exit 0

# What package.json asks for under "engines".
has_node() {
  command -v npm >/dev/null && command -v npx >/dev/null &&
    node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 18 || (a === 18 && b >= 18) ? 0 : 1)' \
      2>/dev/null
}

packages=()
for group in "$@"; do
  case $group in
    build) packages+=(g++ make cmake ninja-build ccache pkg-config git python3
                      libfmt-dev libcli11-dev libre2-dev libboost1.81-dev libboost-json1.81-dev libssl-dev
                      libdeflate-dev libeigen3-dev
                      libpng-dev libjpeg62-turbo-dev libgif-dev libwebp-dev) ;;
    web) has_node || packages+=(nodejs npm) ;;
    test) packages+=(libgtest-dev libgmock-dev clang-format-14) ;;
    browser) command -v chromium >/dev/null || packages+=(chromium) ;;
    sanitize) packages+=(clang-14 libclang-rt-14-dev) ;;
    lint) packages+=(clang-14 clang-tidy-14) ;;
    fuzz) packages+=(clang-14 libclang-rt-14-dev) ;;
    bench) packages+=(libbenchmark-dev python3-venv wrk) ;;
    *) echo "setup: unknown group '$group' (build web test browser sanitize lint fuzz bench)" >&2; exit 2 ;;
  esac
done

[ ${#packages[@]} -eq 0 ] && exit 0

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: no apt here. Install what these Debian 12 packages hold: ${packages[*]}" >&2
  exit 0
fi

# One query for all: dpkg reads its whole database each time.
installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  [[ $'\n'$installed$'\n' == *$'\n'"$package installed"$'\n'* || " ${missing[*]} " == *" $package "* ]] ||
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "setup: missing ${missing[*]}, and neither root nor sudo. Ask an administrator to run:" >&2
    echo "  apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
apt=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=120
     -o Dpkg::Use-Pty=0)
"${as_root[@]}" "${apt[@]}" update
if ! "${as_root[@]}" "${apt[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null; then
  echo "setup: apt could not install ${missing[*]}; the names are those of Debian 12 (bookworm)" >&2
  exit 1
fi
