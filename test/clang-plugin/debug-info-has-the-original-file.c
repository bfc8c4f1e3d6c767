// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debug information has the checksum of the file on disk, and names the stubs' own lines.
// RUN: %clang_dpa -g -c %s -o %t.o
// RUN: md5sum < %s > %t.txt
// RUN: llvm-dwarfdump --debug-line %t.o >> %t.txt
// RUN: FileCheck %s < %t.txt
// CHECK: {{^}}[[SUM:[0-9a-f]+]]  -
// CHECK: file_names[ 0]:
// CHECK-NEXT: name: "{{.*}}debug-info-has-the-original-file.c"
// CHECK-NEXT: dir_index:
// CHECK-NEXT: md5_checksum: [[SUM]]
// CHECK-NEXT: file_names[ 1]:
// CHECK-NEXT: name: "{{.*}}debug-info-has-the-original-file.c"
// CHECK-NEXT: dir_index:
// CHECK-NEXT: md5_checksum: [[SUM]]
// CHECK: name: "<dpacc stubs>"
__dpa_global__ void f(int a) { (void)a; }
