// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What device code can test: the model it is compiled for, all models' numbers, the version of the
// intrinsics.
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-DEXPECTED=2 -std=c11"
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-cx9 -hostcc=gcc -devicecc-options="-DEXPECTED=4 -std=c11"
// RUN: not dpacc %s -o %t.b -mcpu=nv-dpa-cx7,nv-dpa-cx8 -hostcc=gcc -devicecc-options="-DEXPECTED=1" 2>&1 | FileCheck %s
// CHECK: error: static assertion failed
// CHECK: compilation for nv-dpa-cx8 failed
#ifndef __DPA__
#error "device code has __DPA__"
#endif
#ifdef __linux__
#error "the device runs no Linux"
#endif
_Static_assert(__NV_DPA == EXPECTED, "the model");
_Static_assert(__NV_DPA_CX7 == 1 && __NV_DPA_BF3 == 2 && __NV_DPA_CX8 == 3 &&
                   __NV_DPA_CX9 == 4,
               "the models");
#if DPA_INTRIN_VERSION(1, 3) <= DPA_INTRIN_VERSION(1, 2) ||                    \
    DPA_INTRIN_VERSION(2, 0) <= DPA_INTRIN_VERSION(1, 3)
#error "versions have an order"
#endif
__dpa_rpc__ unsigned long f(void) { return 0; }
