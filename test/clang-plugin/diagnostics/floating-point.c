// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating point that has to be computed on the device is warned about, once in each function.
// DIAGNOSTIC: FloatingPoint
// RUN: %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-floating-point %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-floating-point %s

#include <stdint.h>

// CHECK-NOT: {{^}}{{.*}}warning
// CHECK: [[#@LINE+1]]:36: warning: function 'scaled' computes with floating point, for which the device has no instructions [-Wdpa-floating-point]
uint64_t scaled(double x) { return (uint64_t)(x * 2.0 + 1); }
// CHECK: [[#@LINE+1]]:37: warning: function 'isMore'
int isMore(double x) { return x + x > 1; }
// CHECK: [[#@LINE+1]]:33: warning: function 'narrow'
float narrow(double x) { return x; }
// CHECK: [[#@LINE+1]]:28: warning: function 'step'
void step(double *x) { (*x)++; }
// CHECK: [[#@LINE+1]]:24: warning: function 'half'
void half(int *x) { *x *= 0.5; }

// No warning for constants, unevaluated operands, sign changes, and functions that are never used.
// CHECK-NOT: warning:
#define TIMEOUT (0.5 * 1000)
double constant = 2.0 * 3;
uint64_t wait(void) { return (uint64_t)TIMEOUT; }
double negate(double a) { return -a; }
uint64_t size(double a) {
  return sizeof(a + 1.0) + (uint64_t)_Generic(1, int: 3, default: (int)(a * 3));
}
static inline double unused(double a) { return a * a; }
// CHECK: 5 warnings generated
