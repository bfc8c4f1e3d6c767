/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The keywords in every position in which public programs write them, and what the SDK's headers give. */
#include <stdint.h>
#include <stdio.h>

#include <dpaintrin.h>
#include <libflexio-dev/flexio_dev.h>

#if __NV_DPA != __NV_DPA_CX8
#error "the editor sees another model"
#endif

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

__dpa_global__ void front(handle h, level l, mode_type m) {
  (void)h, (void)l, (void)m;
  flexio_dev_thread_finish();
}
void __dpa_global__ behind_type(struct argument a, struct middle m, last l) {
  (void)a, (void)m, (void)l;
  __dpa_thread_memory_writeback();
}
__dpa_rpc__ uint64_t split_line(struct first f, enum before b) {
  flexio_dev_print("%d\n", f.a);
  return (uint64_t)f.a + b + (uint64_t)__dpa_thread_cycles();
}
