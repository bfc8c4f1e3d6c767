// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stubs cannot know how many arguments are passed to a variadic function.
// DIAGNOSTIC: Variadic
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

// CHECK: [[#@LINE+1]]:37: error: device entry point 'f' cannot take a variable number of arguments
__dpa_rpc__ uint64_t f(uint64_t a,  ...) { return a; }
