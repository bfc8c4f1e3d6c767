// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layouts cannot be compared with those of a host that clang does not know.
// DIAGNOSTIC: LayoutUnknown
// RUN: not %clang_dpa -fplugin-arg-dpacc-host=nonsense -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK: error: the layout of arguments on host nonsense is unknown (expected a target triple that clang knows)
struct s { int a; };
__dpa_global__ void f(struct s v) { (void)v; }
