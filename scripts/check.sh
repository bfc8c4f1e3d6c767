#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Checks other than tests: formatting, lint, include rules, licenses, the lists of proved requirements and of the
# manual's names, the tables of the documentation.
# Needs a build in build/ (scripts/build.sh): lint reads generated and precompiled headers.
#
# usage: check.sh [format | lint | includes | licenses | requirements | names | tables]...      (default: all)
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/packages.sh check

sources() {
  git ls-files "$@"
}

check_format() {
  sources '*.c' '*.h' '*.cpp' | xargs clang-format-22 --dry-run -Werror
  echo 'format: fine'
}

# clang-tidy over every C++ and host C file of the project, as lint-commands.py joins them, with each command of the build.
check_lint() {
  scripts/lint-commands.py build build/lint | xargs -0 -P "$(nproc)" -n 1 clang-tidy-22 -p build/lint --quiet
  echo 'lint: fine'
}

check_includes() {
  scripts/check-includes.py
}

# Files that can have a comment, except test data and templates of generated files.
check_licenses() {
  local without
  without=$(sources | grep -vE '^LICENSE$|^test/fuzz/corpus/|^test/authentication/Inputs/known/|/Inputs/.*\.txt$|\.json$|\.png$|\.c\.in$' |
    xargs grep -L 'SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception' || true)
  [ -z "$without" ] || {
    echo "check.sh: error: no SPDX line in ${without//$'\n'/ }" >&2
    return 1
  }
  echo 'licenses: fine'
}

check_requirements() {
  scripts/requirements.py --check | tail -n 1
}

check_names() {
  scripts/manual-names.py --check
}

check_tables() {
  scripts/tables.py --check
}

[ $# -gt 0 ] || set -- format includes licenses requirements names tables lint
for check in "$@"; do
  "check_$check"
done
