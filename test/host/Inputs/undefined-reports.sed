# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Removes from reports of undefined behaviour: addresses, names of functions, and the text before the name of the file.
s/call to function [^ ]*/call to function/
s/0x[0-9a-f]{12,16}\b/ADDRESS/g
s/.*(undefined.h.*runtime error)/\1/p
