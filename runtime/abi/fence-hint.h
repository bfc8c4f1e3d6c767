/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The tag of a device fence (docs/design.md, decision 7). Directly before each `fence`, dpaintrin.h
 * emits the custom-use HINT `slti x0, x0, K`, which has no effect on any RISC-V; the machine's
 * memory-model check reads K. Macros only.
 *
 *    11  10   9   8   7   6   5   4   3   2   1   0
 *   +---+---+---+---+-------+-------+-------+-------+
 *   | 0 | 1 | 0 | 0 |  op   | space | pred  | succ  |   pred, succ: bit 0 reads, bit 1 writes
 *   +---+---+---+---+-------+-------+-------+-------+
 */
#ifndef DPA_ABI_FENCE_HINT_H
#define DPA_ABI_FENCE_HINT_H

#define DPA_FENCE_HINT_MARK 0x400
#define DPA_FENCE_HINT_MARK_MASK 0xf00

#define DPA_FENCE_SPACE_HEAP 0
#define DPA_FENCE_SPACE_MEMORY 1
#define DPA_FENCE_SPACE_MMIO 2
#define DPA_FENCE_SPACE_SYSTEM 3

#define DPA_FENCE_READ 1
#define DPA_FENCE_WRITE 2

/* Operations: order accesses; drop cached reads; make writes visible. */
#define DPA_FENCE_OP_ORDER 0
#define DPA_FENCE_OP_INVALIDATE 1
#define DPA_FENCE_OP_WRITE_BACK 2

#define DPA_FENCE_HINT(op, space, pred, succ)                                  \
  (DPA_FENCE_HINT_MARK | (op) << 6 | (space) << 4 | (pred) << 2 | (succ))

#define DPA_FENCE_HINT_IS(k)                                                   \
  (((k) & DPA_FENCE_HINT_MARK_MASK) == DPA_FENCE_HINT_MARK)
#define DPA_FENCE_HINT_OP(k) ((k) >> 6 & 3)
#define DPA_FENCE_HINT_SPACE(k) ((k) >> 4 & 3)
#define DPA_FENCE_HINT_PRED(k) ((k) >> 2 & 3)
#define DPA_FENCE_HINT_SUCC(k) ((k) & 3)

#endif
