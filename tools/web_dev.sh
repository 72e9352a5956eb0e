#!/usr/bin/env bash
# The page's dev server with hot reload. What it shows comes from SIGHTGLASS_SERVER, or else from a demo that ends with it.
#
#   tools/web_dev.sh        REQUIRES: build/release/sightglass and the npm packages, as `make web-dev` sees to
set -eu
cd "$(dirname "$0")/.."

if [ -z "${SIGHTGLASS_SERVER:-}" ]; then
  rm -rf build/demo-logs build/demo-port
  build/release/sightglass demo --logdir build/demo-logs --port 0 --port_file build/demo-port &
  demo=$!
  trap 'kill "$demo" 2>/dev/null || true' EXIT
  until [ -s build/demo-port ]; do
    kill -0 "$demo" # ends the script if the demo did not start
    sleep 0.05
  done
  SIGHTGLASS_SERVER=http://localhost:$(<build/demo-port)
  export SIGHTGLASS_SERVER
fi
npm run --silent dev
