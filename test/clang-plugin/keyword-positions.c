// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every position in which public programs write the keywords is accepted without a warning.
// PROVES: R-CC-02
// RUN: %clang_dpa -Wall -Wextra -Werror -pedantic-errors -std=c11 -O2 -c %s -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// RUN: %clang_dpa -Wall -Wextra -Werror -std=c99 -fsyntax-only %s
// RUN: %clang_dpa -Wall -Wextra -Werror -std=gnu2x -fsyntax-only %s
#include <stdint.h>

__dpa_global__ typedef uint64_t handle;
__dpa_global__ typedef enum { LOW, HIGH } level;
typedef __dpa_global__ enum mode { OFF, ON } mode_type;
__dpa_global__ enum before { BEFORE };
__dpa_global__ struct first {
  int a;
};
enum __dpa_global__ after { AFTER };
struct argument {
  uint64_t value;
} __dpa_global__;
struct __dpa_global__ middle {
  uint64_t value;
};
typedef struct {
  uint64_t value;
} __dpa_global__ last;

// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_front
__dpa_global__ void front(handle h, level l, mode_type m) {
  (void)h, (void)l, (void)m;
}
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_behindType
void __dpa_global__ behindType(struct argument a, struct middle m, last l) {
  (void)a, (void)m, (void)l;
}
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_splitLine
__dpa_rpc__ uint64_t splitLine(struct first f, enum before b) {
  return (uint64_t)f.a + b;
}
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_prototypeOnly
__dpa_rpc__ uint64_t prototypeOnly(uint64_t);
uint64_t prototypeOnly(uint64_t a) { return a; }
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_both
__dpa_rpc__ uint64_t both(int a, uint16_t b);
__dpa_rpc__ uint64_t both(int a, uint16_t b) { return (uint64_t)a + b; }
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_unusedParameter
__dpa_rpc__ uint64_t unusedParameter(uint64_t __attribute__((unused)) a) {
  return 1;
}
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_keyword_2dpositions_nothing
__dpa_rpc__ uint64_t nothing(void) { return 1; }

// A prototype alone makes no stub.
// CHECK-NOT: elsewhere
__dpa_rpc__ uint64_t elsewhere(void);

#if !defined(NO_PLUGIN) &&                                                     \
    (!__has_attribute(dpa_rpc) || !__has_attribute(dpa_global))
#error "attributes unknown"
#endif
