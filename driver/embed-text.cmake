# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Writes the bytes of INPUT as the initialiser of a C++ array of char: cmake -DINPUT=a -DOUTPUT=b -P embed-text.cmake
file(READ "${INPUT}" hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE "${OUTPUT}" "${bytes}\n")
