#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# usage: two-ends.sh FOLDER PROGRAM [OPTION]...
#
# Runs a program of ibverbs-utils or perftest as server and as client, which a switch in FOLDER joins. Prints what each end says.
set -euo pipefail
folder=$1
shift
rm -rf "$folder"
mkdir -p "$folder"
run() { dpa-run --port="unix:$folder/switch" -- "$@"; }

# The programs exchange addresses over TCP. A port that is in use fails at once, in the server.
for _ in $(seq 50); do
  port=$((20000 + RANDOM % 10000))
  run "$@" -p "$port" >"$folder/server" 2>&1 &
  server=$!
  # Until the server listens, the client cannot connect.
  while kill -0 "$server" 2>/dev/null; do
    if run "$@" -p "$port" localhost >"$folder/client" 2>&1; then
      wait "$server"
      sed 's/^/server: /' "$folder/server"
      sed 's/^/client: /' "$folder/client"
      exit 0
    fi
    grep -q "Couldn't connect" "$folder/client" || break 2
  done
  wait "$server" || true
  grep -q "Couldn't listen" "$folder/server" || break
done
kill "$server" 2>/dev/null || true
cat "$folder/server" "$folder/client" >&2
exit 1
