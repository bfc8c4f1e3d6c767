# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Lists the functions that libraries export and a test does not call, but for those that take no handle.
# usage: functions-without-test.sh TEST LIBRARY...
test=$1
shift
nm -D --defined-only "$@" | sed -n 's/.* T \(doca_[a-z0-9_]*\)@.*/\1/p' |
  grep -vE '^doca_(log|error|get_error|version)_?|_create$|^doca_devinfo_create_list$' |
  grep -vE '^doca_argp_(destroy|get_log_level|get_sdk_log_level|init|register_.*callback|start|usage)$' |
  while read -r name; do
    grep -q "\b$name(" "$test" || echo "$name"
  done
