#!/bin/sh
# Starts the page, prints its address, and opens it in a browser where there is one and somebody
# to see it. Arguments go to `ssg serve`.
set -eu

# The command that opens an address in the user's browser; nothing where no screen is.
opener() {
  if [ -n "${CI:-}" ]; then
    return
  elif [ "$(uname -s)" = Darwin ]; then
    [ -n "${SSH_CONNECTION:-}" ] || command -v open || true
  elif [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    command -v xdg-open || true
  fi
}

"${SSG:-./ssg}" serve "$@" | {
  IFS= read -r address
  printf '%s\n' "$address"
  browser=$(opener)
  if [ -n "$browser" ]; then
    "$browser" "$address" > /dev/null 2>&1 &
  fi
  # Until the server closes.
  cat
}
