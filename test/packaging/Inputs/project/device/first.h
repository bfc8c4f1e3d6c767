/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What first.c adds; tests edit this line. */
#define FIRST 1
