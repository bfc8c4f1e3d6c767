/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The thread context, to which tp points while user code runs. 64 bytes, 64-byte aligned, first in
 * the thread's TLS block; picolibc's thread-local data follows at tp + 64. The machine fills it in
 * before each activation. In assembly only the macros are visible.
 */
#ifndef DPA_ABI_THREAD_CONTEXT_H
#define DPA_ABI_THREAD_CONTEXT_H

#define DPA_THREAD_CONTEXT_VERSION 1
#define DPA_THREAD_CONTEXT_SIZE 64

#ifndef __ASSEMBLER__

#include <stdint.h>

struct dpa_thread_context {
  uint32_t version;
  uint16_t default_outbox_config_id;
  uint16_t default_primary_window_config_id;
  uint64_t outbox_base; /* DPA_OUTBOX_BASE */
  uint64_t thread_local_storage;
  uint64_t name; /* address of a NUL-terminated name, 0 = none */
  uint64_t metadata_parameter;
  uint32_t os_errno;
  uint32_t thread_id;
  uint16_t default_secondary_window_config_id;
  uint16_t eu;         /* the execution unit of this activation */
  uint8_t checks_heap; /* 1: the C library reports its blocks to the machine */
  uint8_t reserved[11];
};

_Static_assert(sizeof(struct dpa_thread_context) == DPA_THREAD_CONTEXT_SIZE,
               "shared by machine and firmware");

#endif /* __ASSEMBLER__ */

#endif
