// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A type with the keyword is shared with the host even if no entry point takes it.
// DIAGNOSTIC: TypeLayout
// RUN: %clang_dpa -fsyntax-only -Werror %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-type-layout %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-type-layout %s
#include <stdint.h>

// CHECK-NOT: warning
// CHECK: [[#@LINE+1]]:23: warning: 'struct front' has a different layout on the host aarch64-unknown-linux-gnu than on the device [-Wdpa-type-layout]
__dpa_global__ struct front {
  uint8_t kind;
  uint32_t : 0;
  uint8_t value;
};
// CHECK: [[#@LINE+1]]:23: warning: 'struct middle' has a different layout on the host
struct __dpa_global__ middle {
  struct front first;
};
// CHECK: [[#@LINE+1]]:9: warning: 'last' has a different layout on the host
typedef struct {
  uint8_t kind;
  int : 0;
} __dpa_global__ last;

// CHECK-NOT: warning:
struct __dpa_global__ same {
  uint8_t kind;
  uint64_t value;
};
struct __dpa_global__ callback {
  uint8_t kind;
  int : 0;
  void (*call)(void);
};
struct unannotated {
  uint8_t kind;
  int : 0;
};
__dpa_global__ enum level { LOW, HIGH };
struct __dpa_global__ incomplete;
// CHECK: 3 warnings generated
