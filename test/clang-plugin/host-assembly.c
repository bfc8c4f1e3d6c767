// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// File-scope assembly that begins with the comment "#dpacc host assembly" is in
// the host stub, without the comment signs; other assembly is not. The device's
// object has none of it.
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.host.c
// RUN: FileCheck %s < %t.host.c && gcc -c %t.host.c -o %t.host.o
// RUN: nm %t.host.o | FileCheck %s --check-prefix=HOST --implicit-check-not=device_mark
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=DEVICE --implicit-check-not=host_mark
// CHECK:      __asm__(
// CHECK-NEXT: ".globl host_mark\n"
// CHECK-NEXT: "host_mark: .ascii \"a\\n\"\n");
// CHECK-NOT:  __asm__(
// HOST: host_mark
// DEVICE: device_mark
__asm__("#dpacc host assembly\n"
        "#.globl host_mark\n"
        "#host_mark: .ascii \"a\\n\"\n");
__asm__("# device only\n.data\n.globl device_mark\ndevice_mark: .byte 0\n");
