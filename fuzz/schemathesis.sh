#!/usr/bin/env bash
# Schemathesis against the server and its own document: `make schemathesis`.
# $1: the program; $2: schemathesis; $3: how many examples an operation.
set -euo pipefail
log=$(mktemp)
"$1" serve --port 0 > "$log" &
server=$!
trap 'kill $server; rm -f "$log"' EXIT
until grep -q http "$log"; do sleep 0.1; done
"$2" --config-file "$(dirname "$0")/schemathesis.toml" run \
    "$(cat "$log")api/v1/openapi.json" --max-examples "$3" --seed 1 --no-color
