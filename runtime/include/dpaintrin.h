/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Operations of the DPA processor for device programs: memory fences, cache control, counters,
 * fixed-point arithmetic (DPA development guide, "Memory Model" and "DPA-specific Operations"). On
 * RISC-V they are standard instructions. On other processors everything is declared but does not
 * link, so that editors and host compilers can parse device code.
 *
 * A fence is a standard `fence` (reads: device input and memory reads; writes: device output and
 * memory writes; for every space), preceded by a HINT that says what was meant. The HINT's encoding
 * is that of runtime/abi/fence-hint.h.
 */
#ifndef DPAINTRIN_H
#define DPAINTRIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A version of this interface. A program may define DPA_INTRIN_VERSION_USED before the include to
 * select an older one; a newer one than this header's is an error. dpacc itself defines
 * DPA_INTRIN_VERSION, so that the command line can use it.
 */
#ifndef DPA_INTRIN_VERSION
#define DPA_INTRIN_VERSION(major, minor) (((major) << 16) | (minor))
#endif
/** The version of this header. */
#define DPA_INTRIN_CURRENT_VERSION DPA_INTRIN_VERSION(1, 3)
/** The version that the program was written for. */
#ifndef DPA_INTRIN_VERSION_USED
#define DPA_INTRIN_VERSION_USED DPA_INTRIN_CURRENT_VERSION
#endif
#if DPA_INTRIN_VERSION_USED > DPA_INTRIN_CURRENT_VERSION
#error "Bad value for DPA_INTRIN_VERSION_USED: newer than this dpaintrin.h, 1.3"
#endif

/** \name Memory spaces
 * \{ */
#define __DPA_HEAP 0   /**< the process's heap */
#define __DPA_MEMORY 1 /**< stack, heap, data and bss of the process */
#define __DPA_MMIO 2   /**< windows and outbox */
#define __DPA_SYSTEM 3 /**< MEMORY and MMIO */
/** \} */

/** \name Operations before (pred_op) and after (succ_op) a fence
 * \{ */
#define __DPA_R 1  /**< reads */
#define __DPA_W 2  /**< writes */
#define __DPA_RW 3 /**< reads and writes */
/** \} */

#ifdef __riscv
/* The fence set of an operation: i, o, r, w = 8, 4, 2, 1; reads are i and r, writes o and w. */
#define __DPA_FENCE_SET(op)                                                    \
  ((((op) & __DPA_R) ? 10 : 0) | (((op) & __DPA_W) ? 5 : 0))
#define __DPA_FENCE_TAG(kind, space, pred, succ)                               \
  (0x400 | (kind) << 6 | (space) << 4 | (pred) << 2 | (succ))
/* 0, or an error at compile time. */
#define __DPA_CHECK(claim) (sizeof(char[(claim) ? 1 : -1]) - 1)
#define __DPA_CHECK_FENCE(space, pred, succ)                                   \
  __DPA_CHECK((space) >= 0 && (space) <= 3 && (pred) >= 1 && (pred) <= 3 &&    \
              (succ) >= 1 && (succ) <= 3)
/* A macro, because the constants must reach the assembler even without optimization. */
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

/**
 * A memory fence; all arguments are constants. `pred_op` operations of this thread before the fence
 * are performed and visible to all DPA threads, the host, NIC engines and peer devices before its
 * `succ_op` operations after the fence. A compiler barrier. A fence is not guaranteed to write data
 * back; see the cache control operations below.
 */
#define __dpa_thread_fence(memory_space, pred_op, succ_op)                     \
  __DPA_FENCE(0, memory_space, pred_op, succ_op)
/** A fence for all operations on all spaces. */
#define __dpa_thread_system_fence()                                            \
  __dpa_thread_fence(__DPA_SYSTEM, __DPA_RW, __DPA_RW)
/** A fence for the outbox. */
#define __dpa_thread_outbox_fence(pred_op, succ_op)                            \
  __dpa_thread_fence(__DPA_MMIO, pred_op, succ_op)
/** A fence for windows. */
#define __dpa_thread_window_fence(pred_op, succ_op)                            \
  __dpa_thread_fence(__DPA_MMIO, pred_op, succ_op)
/** A fence for the process's memory. */
#define __dpa_thread_memory_fence(pred_op, succ_op)                            \
  __dpa_thread_fence(__DPA_MEMORY, pred_op, succ_op)

/** Drops what this thread has cached of its windows before its later reads. A compiler barrier. */
#define __dpa_thread_window_read_inv()                                         \
  __DPA_FENCE(1, __DPA_MMIO, __DPA_R, __DPA_R)
/** Makes this thread's writes to its windows visible to all readers before its later writes. A
 * compiler barrier. */
#define __dpa_thread_window_writeback()                                        \
  __DPA_FENCE(2, __DPA_MMIO, __DPA_W, __DPA_W)
/** Makes this thread's writes to DPA memory visible to all readers before its later writes. A
 * compiler barrier. */
#define __dpa_thread_memory_writeback()                                        \
  __DPA_FENCE(2, __DPA_MEMORY, __DPA_W, __DPA_W)

/**
 * Returns the clock cycles of the execution unit, as uint64_t. Its counters start at any value,
 * never decrease while the thread stays on the execution unit, and are not related to those of
 * others. Reading them is a compiler barrier.
 */
#define __dpa_thread_cycles() __DPA_COUNTER("cycle")
/** Returns the timer ticks of the execution unit, with the rules of __dpa_thread_cycles(). */
#define __dpa_thread_time() __DPA_COUNTER("time")
/** Returns the retired instructions of the execution unit, with the rules of
 * __dpa_thread_cycles(). */
#define __dpa_thread_inst_ret() __DPA_COUNTER("instret")

/**
 * Returns the base-2 logarithm of an integer in Q16.16, INT32_MIN for 0. In Q16.16 the value is the
 * number divided by 65536. Errors are below 1/65536, and results that are too large saturate;
 * docs/fixed-point.md has exact bounds and edge cases.
 */
int __dpa_fxp_log2(unsigned int value);

/** Returns 1/x in Q16.16 for x in Q16.16, INT32_MAX for 0. */
int __dpa_fxp_rcp(int value);

/** Returns 2^x in Q16.16 for x in Q16.16. */
int __dpa_fxp_pow2(int value);

#ifdef __cplusplus
}
#endif

#endif
