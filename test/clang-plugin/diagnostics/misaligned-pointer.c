// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers that are known to be less aligned than their type requires are warned about.
// DIAGNOSTIC: MisalignedPointer
// RUN: %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-misaligned-pointer %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-misaligned-pointer %s

#include <stdint.h>

struct __attribute__((packed)) header {
  uint8_t kind;
  uint64_t value;
  char bytes[8];
};
struct message {
  uint32_t length;
  char data[];
};
void take(uint64_t *pointer);

uint64_t misaligned(struct header *h, struct message *m) {
  char bytes[16] = {0};
  // CHECK: [[#@LINE+1]]:8: warning: 'uint64_t *' (aka 'unsigned long *') needs an address aligned to 8 bytes, this one is aligned to 1; the DPA does not support misaligned accesses [-Wdpa-misaligned-pointer]
  take((uint64_t *)(void *)&h->value);
  // CHECK: [[#@LINE+1]]:21: warning: {{.*}} aligned to 1;
  uint64_t *value = (void *)&h->value;
  // CHECK: [[#@LINE+1]]:8: warning: {{.*}} aligned to 1;
  take((uint64_t *)h->bytes);
  // CHECK: [[#@LINE+1]]:23: warning: {{.*}} aligned to 1;
  uint64_t sum = 1 + *(uint64_t *)bytes;
  // CHECK: [[#@LINE+1]]:21: warning: {{.*}} aligned to 4 bytes, this one is aligned to 1;
  uint32_t *words = (uint32_t *)bytes;
  sum += words[0] + words[1];
  // CHECK: [[#@LINE+1]]:11: warning: {{.*}} aligned to 1;
  sum += *(uint64_t *)h;
  // CHECK: [[#@LINE+1]]:11: warning: {{.*}} aligned to 4;
  sum += *(uint64_t *)m->data;
  return sum + *value;
}

// No warning for bytes, which may be aligned to anything, and for what is declared as aligned.
// CHECK-NOT: warning:
struct __attribute__((packed, aligned(8))) aligned {
  uint64_t value;
  char bytes[8];
};
uint64_t fine(char *any, struct aligned *a, struct message *m, int i) {
  char bytes[16] __attribute__((aligned(8))) = {0};
  take((void *)&a->value);
  take((uint64_t *)a->bytes);
  return *(uint64_t *)any + *(uint64_t *)bytes + *(uint64_t *)(bytes + 8) +
         *(uint64_t *)&bytes[i] + *(uint32_t *)m->data +
         ((struct header *)any)->value + ((struct header *)bytes)->value;
}
// CHECK: 7 warnings generated
