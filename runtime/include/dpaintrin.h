/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Operations of the DPA processor for device programs: memory fences, cache
 * control, counters, fixed-point arithmetic (DPA Development guide, "Memory
 * Model" and "DPA-specific Operations"). On RISC-V they become standard
 * instructions; on any other processor everything is declared but does not
 * link, so that editors and host compilers can read device code.
 *
 * A fence is a standard `fence` (reads: device input and memory reads, writes:
 * device output and memory writes, whatever the space) with a HINT before it
 * that says what was meant; the HINT's encoding is that of
 * runtime/abi/fence-hint.h.
 */
#ifndef DPAINTRIN_H
#define DPAINTRIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Version of this interface. A program may define DPA_INTRIN_VERSION_USED
 * before the include to ask for an older one; asking for a newer one than this
 * header has is an error. dpacc itself offers DPA_INTRIN_VERSION, so that it
 * can be used on the command line.
 */
#ifndef DPA_INTRIN_VERSION
#define DPA_INTRIN_VERSION(major, minor) (((major) << 16) | (minor))
#endif
#define DPA_INTRIN_CURRENT_VERSION DPA_INTRIN_VERSION(1, 3)
#ifndef DPA_INTRIN_VERSION_USED
#define DPA_INTRIN_VERSION_USED DPA_INTRIN_CURRENT_VERSION
#endif
#if DPA_INTRIN_VERSION_USED > DPA_INTRIN_CURRENT_VERSION
#error "Bad value for DPA_INTRIN_VERSION_USED: newer than this dpaintrin.h, 1.3"
#endif

/* Memory spaces. */
#define __DPA_HEAP 0   /* the process's heap */
#define __DPA_MEMORY 1 /* stack, heap, data and bss of the process */
#define __DPA_MMIO 2   /* windows and outbox */
#define __DPA_SYSTEM 3 /* MEMORY and MMIO */

/* Operations before (pred_op) and after (succ_op) a fence. */
#define __DPA_R 1
#define __DPA_W 2
#define __DPA_RW 3

#ifdef __riscv
/* Fence set of an operation: i, o, r, w = 8, 4, 2, 1; reads give i and r,
 * writes o and w. */
#define __DPA_FENCE_SET(op)                                                    \
  ((((op) & __DPA_R) ? 10 : 0) | (((op) & __DPA_W) ? 5 : 0))
#define __DPA_FENCE_TAG(kind, space, pred, succ)                               \
  (0x400 | (kind) << 6 | (space) << 4 | (pred) << 2 | (succ))
/* 0, or an error at compile time. */
#define __DPA_CHECK(claim) (sizeof(char[(claim) ? 1 : -1]) - 1)
#define __DPA_CHECK_FENCE(space, pred, succ)                                   \
  __DPA_CHECK((space) >= 0 && (space) <= 3 && (pred) >= 1 && (pred) <= 3 &&    \
              (succ) >= 1 && (succ) <= 3)
/* A macro, because constants must reach the assembler without optimisation,
 * too. */
#define __DPA_FENCE(kind, space, pred, succ)                                   \
  __extension__({                                                              \
    __asm__ volatile("slti x0, x0, %0\n\t.insn i 0x0f, 0, x0, x0, %1"          \
                     :                                                         \
                     : "i"(__DPA_FENCE_TAG(kind, space, pred, succ) +          \
                           __DPA_CHECK_FENCE(space, pred, succ)),              \
                       "i"(__DPA_FENCE_SET(pred) << 4 | __DPA_FENCE_SET(succ)) \
                     : "memory");                                              \
  })
#define __DPA_COUNTER(name)                                                    \
  __extension__({                                                              \
    uint64_t __dpa_value;                                                      \
    __asm__ volatile("rd" name " %0" : "=r"(__dpa_value) : : "memory");        \
    __dpa_value;                                                               \
  })
#else
void __dpa_thread_fence_is_for_the_device(int kind, int space, int pred,
                                          int succ);
uint64_t __dpa_thread_counter_is_for_the_device(const char *name);
#define __DPA_FENCE(kind, space, pred, succ)                                   \
  __dpa_thread_fence_is_for_the_device(kind, space, pred, succ)
#define __DPA_COUNTER(name) __dpa_thread_counter_is_for_the_device(name)
#endif

/*
 * Memory fences. All arguments are constants. `pred_op` operations of this
 * thread before the fence are performed and visible to all DPA threads, the
 * host, NIC engines and peer devices before its `succ_op` operations after it.
 * Compiler barriers. Nothing may rely on a fence to write data back; use the
 * cache control operations below.
 */
#define __dpa_thread_fence(memory_space, pred_op, succ_op)                     \
  __DPA_FENCE(0, memory_space, pred_op, succ_op)
#define __dpa_thread_system_fence()                                            \
  __dpa_thread_fence(__DPA_SYSTEM, __DPA_RW, __DPA_RW)
#define __dpa_thread_outbox_fence(pred_op, succ_op)                            \
  __dpa_thread_fence(__DPA_MMIO, pred_op, succ_op)
#define __dpa_thread_window_fence(pred_op, succ_op)                            \
  __dpa_thread_fence(__DPA_MMIO, pred_op, succ_op)
#define __dpa_thread_memory_fence(pred_op, succ_op)                            \
  __dpa_thread_fence(__DPA_MEMORY, pred_op, succ_op)

/*
 * Cache control. Compiler barriers.
 * read_inv: what this thread has cached of its windows is dropped before its
 * later reads. writeback: what this thread wrote to its windows (to DPA memory)
 * is visible to everyone before its later writes.
 */
#define __dpa_thread_window_read_inv()                                         \
  __DPA_FENCE(1, __DPA_MMIO, __DPA_R, __DPA_R)
#define __dpa_thread_window_writeback()                                        \
  __DPA_FENCE(2, __DPA_MMIO, __DPA_W, __DPA_W)
#define __dpa_thread_memory_writeback()                                        \
  __DPA_FENCE(2, __DPA_MEMORY, __DPA_W, __DPA_W)

/*
 * Counters of the execution unit, as uint64_t: clock cycles, timer ticks,
 * instructions retired. Start anywhere, never go back while the thread stays on
 * its execution unit, mean nothing on another one. Compiler barriers.
 */
#define __dpa_thread_cycles() __DPA_COUNTER("cycle")
#define __dpa_thread_time() __DPA_COUNTER("time")
#define __dpa_thread_inst_ret() __DPA_COUNTER("instret")

/*
 * Fixed point, Q16.16: the value is the number divided by 65536; results are in
 * error by less than 1/65536, and too big ones saturate. docs/fixed-point.md
 * has the exact bounds and edge cases. log2: base-2 logarithm; of 0, INT32_MIN.
 * rcp: 1/x; of 0, INT32_MAX. pow2: 2^x.
 */
int __dpa_fxp_log2(unsigned int value);
int __dpa_fxp_rcp(int value);
int __dpa_fxp_pow2(int value);

#ifdef __cplusplus
}
#endif

#endif
