# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes picolibc's stdio.h INPUT to OUTPUT with `stdout` as a variable that may be set, and the
# text of ADDITIONS at the end. Fails if INPUT has another form.
file(READ "${INPUT}" text)
string(REPLACE "extern FILE *const stdout;" "extern FILE *stdout;" adapted "${text}")
if(adapted STREQUAL text)
  message(FATAL_ERROR "${INPUT}: no declaration of stdout as expected (extern FILE *const stdout;)")
endif()
file(READ "${ADDITIONS}" additions)
file(WRITE "${OUTPUT}" "${adapted}${additions}")
