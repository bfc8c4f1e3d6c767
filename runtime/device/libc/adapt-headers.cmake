# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Adapts the copy FOLDER of picolibc's headers: in stdio.h `stdout` is a variable that may be set, and the text of ADDITIONS is
# at the end; picolibc's own names of 64-bit types are not those that programs define (__uint64_t as unsigned long long).
# Fails if stdio.h has another form.
file(READ "${FOLDER}/stdio.h" text)
string(REPLACE "extern FILE *const stdout;" "extern FILE *stdout;" adapted "${text}")
if(adapted STREQUAL text)
  message(FATAL_ERROR "${FOLDER}/stdio.h: no declaration of stdout as expected (extern FILE *const stdout;)")
endif()
file(READ "${ADDITIONS}" additions)
file(WRITE "${FOLDER}/stdio.h" "${adapted}${additions}")

file(GLOB_RECURSE headers "${FOLDER}/*.h")
foreach(header IN LISTS headers)
  file(READ "${header}" text)
  if(text MATCHES "__u?int64_t")
    string(REGEX REPLACE "__(u?)int64_t" "__libc_\\1int64_t" text "${text}")
    file(WRITE "${header}" "${text}")
  endif()
endforeach()
