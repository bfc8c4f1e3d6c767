// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lines added after the file must not complete its last declaration.
// DIAGNOSTIC: MissingSemicolon
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

// CHECK: [[#@LINE+1]]:5: error: expected ';' after the last declaration of the file
int last
