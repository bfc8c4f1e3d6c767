// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The commands of dpa-gdb.py show completions, work queue entries, a thread context and a message ring; here they are
// data of an image.
// REQUIRES: gdb-multiarch
// RUN: rm -rf %t && mkdir %t
// RUN: %clang_dpa -g -c %s -o %t/device.o && ld.lld %t/device.o -o %t/device.elf
// RUN: not gdb-multiarch -nx -batch -ex 'source %sdk/share/dpacc/gdb/dpa-gdb.py' -ex 'dpa cqe &completions 2' -ex 'dpa wqe &entry' \
// RUN:   -ex 'dpa thread &context' -ex 'dpa messages &ring 64' -ex 'dpa cqe' %t/device.elf 2>&1 | FileCheck %s
#include <stdint.h>

struct {
  uint8_t bytes[64];
} completions[2] = {
    {{[47] = 60, [58] = 1, [59] = 2, [61] = 7, [63] = 0x20}},
    {{[54] = 0x12, [55] = 0x34, [56] = 0xa, [59] = 2, [61] = 8, [63] = 0xd1}}};
// CHECK: responder send, owner 0, queue 0x102, WQE index 7, 60 bytes
// CHECK-NEXT: requester error, owner 1, queue 0x2, WQE index 8, 0 bytes
// CHECK-NEXT: syndrome 0x34, vendor syndrome 0x12, opcode of the WQE 0xa

uint8_t entry[64] = {[2] = 5,  [3] = 0x0a, [6] = 3,  [7] = 2,
                     [11] = 8, [19] = 64,  [23] = 9, [28] = 0x80};
// CHECK-NEXT: SEND, index 5, queue 0x3, 2 segments, completion mode 2, immediate 0x0
// CHECK-NEXT: 0x10: 00000040 00000009 00000000 80000000 as data: 64 bytes, key 0x9, address 0x80000000

struct {
  uint32_t version;
  uint16_t outbox, window;
  uint64_t outboxes, storage, name, parameter;
  uint32_t error, thread;
  uint16_t second, eu;
  uint8_t reserved[12];
} context = {1, 4, 5, 0xc0000000, 0, 0, 77, 0, 300, 6, 3, {0}};
// CHECK-NEXT: thread 300 on EU 3, version 1
// CHECK-NEXT: parameter 0x4d, local storage 0x0, error 0
// CHECK-NEXT: outbox configuration 4 at 0xc0000000, window configurations 5 and 6

struct {
  uint64_t head, tail, text_count, reserved[5];
  uint32_t length, eu;
  char text[56];
} ring = {.head = 24, .length = 9, .eu = 2, .text = "hi there\n"};
// CHECK-NEXT: records from 0 to 24
// CHECK-NEXT: EU 2: hi there

int _start(void) { return 0; }
// CHECK: dpa cqe: expected 1 or 2 words, got 0
