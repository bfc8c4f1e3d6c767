// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The layout of a device image: entry and text, segments, TLS after the thread context, attributes,
// symbols.
// RUN: %device_cc -O2 -c %s -o %t.o
// RUN: %device_ld %t.o -o %t.elf
// RUN: llvm-readelf -h -S -l %t.elf | FileCheck %s
// RUN: llvm-readelf -s %t.elf | FileCheck %s --check-prefix=SYMBOLS
// RUN: llvm-readelf -x .dpa.attributes -x .flexio_dev_ver -x .flexio_os_ver %t.elf | FileCheck %s --check-prefix=BYTES

// CHECK: Type: EXEC
// CHECK: Entry point address: 0x40000000
// CHECK: Flags: 0x1, RVC{{$}}
// CHECK: .text PROGBITS 0000000040000000 001000
// CHECK: .rodata PROGBITS 0000000040
// CHECK: .flexio_dev_ver PROGBITS 0000000040
// CHECK: .tdata PROGBITS 0000000040
// CHECK: .data PROGBITS 0000000080
// CHECK: .flexio_os_ver PROGBITS 0000000080
// CHECK: .bss NOBITS 0000000080
// CHECK: LOAD 0x001000 0x0000000040000000 0x0000000040000000 {{.*}} R E 0x1000
// CHECK: LOAD {{.*}} 0x0000000080000000 0x0000000080000000 {{.*}} RW 0x1000
// CHECK: TLS {{.*}} R 0x40
// CHECK: ATTRIBUTES
// CHECK: 00 .text .rodata .flexio_dev_ver .tdata
// CHECK: 03 .dpa.attributes

// SYMBOLS-DAG: 0000000040000000 {{.*}} __dpa_start
// SYMBOLS-DAG: 0000000040000000 {{.*}} __text_start
// SYMBOLS-DAG: 0000000040000000 {{.*}} _text_start
// SYMBOLS-DAG: 0000000040000000 {{.*}} text_start
// SYMBOLS-DAG: __text_end
// SYMBOLS-DAG: _text_end
// SYMBOLS-DAG: text_end
// SYMBOLS-DAG: code_end
// SYMBOLS-DAG: 0000000080000000 {{.*}} __got_plt_start
// SYMBOLS-DAG: __got_plt_end
// SYMBOLS-DAG: [[GOT:00000000800000[0-9a-f]+]] {{.*}} __got_start
// SYMBOLS-DAG: [[GOT]] {{.*}} __global_pointer$
// SYMBOLS-DAG: __got_end
// SYMBOLS-DAG: 0000000080000000 {{.*}} __DATA_BEGIN__
// SYMBOLS-DAG: __SDATA_BEGIN__
// SYMBOLS-DAG: __bss_start
// SYMBOLS-DAG: __bss_end
// SYMBOLS-DAG: 0000000080010000 {{.*}} __dpa_heap_start
// SYMBOLS-DAG: 0000000000000040 8 TLS {{.*}} firstThreadLocal
// SYMBOLS-DAG: 0000000000000048 8 TLS {{.*}} secondThreadLocal
// SYMBOLS-DAG: __dpa_os_ver

// 'A', 18 bytes, "nvidia", file, 7 bytes, attribute 2 = model 2.
// BYTES-LABEL: .flexio_dev_ver
// BYTES: 0000011a 00000000
// BYTES-LABEL: .flexio_os_ver
// BYTES: ffff0103 00000000
// BYTES-LABEL: .dpa.attributes
// BYTES-NEXT: 41120000 006e7669 64696100 01070000
// BYTES-NEXT: 000202

#include <stdint.h>

_Thread_local uint64_t firstThreadLocal = 7;
_Thread_local uint64_t secondThreadLocal;
int initialised = 1;
int zeros[16];
static const char text[] = "constant";

__attribute__((used, retain)) uint64_t entry(uint64_t index) {
  return firstThreadLocal + secondThreadLocal++ + (uint64_t)initialised +
         (uint64_t)zeros[index & 15] + (uint64_t)text[index & 7];
}
