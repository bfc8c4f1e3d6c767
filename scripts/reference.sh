#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Makes the reference of the public headers, by function. Fails if a function, a type or a call-like macro has no comment;
# fields, enumerators and constants may do without.
#
# usage: reference.sh [FOLDER]      default: build/reference; to be opened: FOLDER/html/index.html
set -euo pipefail
folder=$(realpath -m "${1:-$(dirname "$0")/../build/reference}")
cd "$(dirname "$0")/.."

scripts/packages.sh reference
mkdir -p "$folder"
{
  cat docs/Doxyfile
  echo "OUTPUT_DIRECTORY=$folder"
  echo "WARN_LOGFILE=$folder/warnings.txt"
} | doxygen -
missing=$(grep -vE '\((variable|enumvalue)\) of|Member _*[A-Z0-9_]+(\(.*\))? \(macro definition\)' "$folder/warnings.txt" || true)
[ -z "$missing" ] || {
  echo "$missing" >&2
  exit 1
}
