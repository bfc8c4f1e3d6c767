/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Types that several DOCA libraries use. C and C++, host and device.
 */
#ifndef DOCA_TYPES_H
#define DOCA_TYPES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A file descriptor that becomes readable when an event arrives. */
typedef int doca_event_handle_t;
/** The older name of doca_event_handle_t. */
typedef doca_event_handle_t doca_notification_handle_t;
/** The value of an invalid descriptor. */
#define doca_event_invalid_handle (-1)

/** A value that a library keeps for the program. */
union doca_data {
  void *ptr;
  uint64_t u64;
};

/** A list of memory ranges, which the program owns. */
struct doca_gather_list {
  void *addr;
  uint64_t len;                  /**< in bytes */
  struct doca_gather_list *next; /**< NULL: the last one */
};

/** 16 bits in network byte order. */
typedef uint16_t doca_be16_t;
/** 32 bits in network byte order. */
typedef uint32_t doca_be32_t;
/** 64 bits in network byte order. */
typedef uint64_t doca_be64_t;

/** Size of a GID, in bytes. */
#define DOCA_GID_BYTE_LENGTH 16

/** Permissions of memory, as bits. */
enum doca_access_flag {
  DOCA_ACCESS_FLAG_LOCAL_READ_ONLY = 0,
  DOCA_ACCESS_FLAG_LOCAL_READ_WRITE = 1 << 0,
  DOCA_ACCESS_FLAG_RDMA_READ = 1 << 1,
  DOCA_ACCESS_FLAG_RDMA_WRITE = 1 << 2,
  DOCA_ACCESS_FLAG_RDMA_ATOMIC = 1 << 3,
  DOCA_ACCESS_FLAG_PCI_READ_ONLY = 1 << 4,
  DOCA_ACCESS_FLAG_PCI_READ_WRITE = 1 << 5,
  DOCA_ACCESS_FLAG_PCI_RELAXED_ORDERING = 1 << 6
};

/** Kinds of functions of a PCI device. */
enum doca_pci_func_type {
  DOCA_PCI_FUNC_TYPE_PF = 0, /**< physical */
  DOCA_PCI_FUNC_TYPE_VF = 1, /**< virtual */
  DOCA_PCI_FUNC_TYPE_SF = 2  /**< scalable */
};

/** Largest payload of a packet. */
enum doca_mtu_size {
  DOCA_MTU_SIZE_256_BYTES = 0,
  DOCA_MTU_SIZE_512_BYTES = 1,
  DOCA_MTU_SIZE_1K_BYTES = 2,
  DOCA_MTU_SIZE_2K_BYTES = 3,
  DOCA_MTU_SIZE_4K_BYTES = 4,
  DOCA_MTU_SIZE_RAW_ETHERNET = 5
};

#ifdef __cplusplus
}
#endif

#endif
