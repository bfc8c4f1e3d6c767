// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The fixed-point functions return the same results on RISC-V, with and without optimization, as on
// the host.
// REQUIRES: qemu-riscv64
// RUN: %hostcc -O2 -I%src/runtime/include %s %src/runtime/device/intrinsics/fxp-*.c -o %t.host
// RUN: %t.host > %t.host.txt
// RUN: FileCheck %s < %t.host.txt
// RUN: %device_cc -O2 -nostdlib -static -fuse-ld=lld %s %src/runtime/device/intrinsics/fxp-*.c -o %t.device
// RUN: qemu-riscv64 %t.device > %t.device.txt
// RUN: cmp %t.host.txt %t.device.txt
// RUN: %device_cc -O0 -nostdlib -static -fuse-ld=lld %s %src/runtime/device/intrinsics/fxp-*.c -o %t.device
// RUN: qemu-riscv64 %t.device > %t.device.txt
// RUN: cmp %t.host.txt %t.device.txt
// CHECK: {{^[0-9a-f]{16}$}}
#include <dpaintrin.h>

static uint64_t mix(uint64_t hash, int value) {
  return (hash ^ (uint32_t)value) * 0x100000001b3;
}

static uint64_t hash_of_results(void) {
  uint64_t hash = 0xcbf29ce484222325;
  for (uint64_t x = 0; x <= UINT32_MAX; x += 4099) {
    hash = mix(hash, __dpa_fxp_log2((unsigned)x));
    hash = mix(hash, __dpa_fxp_rcp((int)(unsigned)x));
    hash = mix(hash, __dpa_fxp_pow2((int)(unsigned)x));
  }
  for (int x = -70000; x < 70000; x++) {
    hash = mix(hash, __dpa_fxp_rcp(x));
    hash = mix(hash, __dpa_fxp_pow2(x * 16));
  }
  return hash;
}

static void print_line(const char *text, long length);

static void print_hash(void) {
  char line[17];
  uint64_t hash = hash_of_results();
  for (int i = 0; i < 16; i++)
    line[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
  line[16] = '\n';
  print_line(line, sizeof line);
}

#ifdef __riscv
// Linux system calls, for qemu's user mode.
static long linux_call(long number, long a, long b, long c) {
  register long a7 __asm__("a7") = number;
  register long a0 __asm__("a0") = a;
  register long a1 __asm__("a1") = b;
  register long a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}

static void print_line(const char *text, long length) {
  linux_call(64, 1, (long)text, length);
}

void _start(void) {
  print_hash();
  linux_call(93, 0, 0, 0);
}
#else
#include <stdio.h>

static void print_line(const char *text, long length) {
  fwrite(text, 1, (size_t)length, stdout);
}

int main(void) {
  print_hash();
  return 0;
}
#endif
