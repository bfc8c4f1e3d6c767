/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the host libraries of DOCA write to device memory, and the device libraries read: the objects
 * behind the 64-bit handles of device code. A handle is the device address of its object; 0 is no
 * object. Objects are 64-byte aligned. Fields that device code changes are marked. C11 and C++20;
 * must not include anything of the host libraries.
 */
#ifndef DPA_DOCA_ABI_DEVICE_OBJECTS_H
#define DPA_DOCA_ABI_DEVICE_OBJECTS_H

#include <stdint.h>

/* Entry points of libdoca_dpa_dev.a, which the host registers by name. Each takes one word. */
#define DOCA_ABI_ATTACH                                                        \
  "__doca_dpa_attach" /* RPC: address of doca_abi_context; 0 */
#define DOCA_ABI_LAUNCH                                                        \
  "__doca_dpa_launch" /* unpacks doca_abi_launch and arguments; see there */
#define DOCA_ABI_ADD                                                           \
  "__doca_dpa_add_instances" /* RPC: first of a list of doca_abi_thread; 0 */
#define DOCA_ABI_ARM                                                           \
  "__doca_dpa_arm" /* RPC: address of doca_abi_completion; 0 */
#define DOCA_ABI_KERNEL                                                        \
  "__doca_dpa_kernel" /* handler: address of doca_abi_thread */
#define DOCA_ABI_THREAD                                                        \
  "__doca_dpa_thread" /* handler: address of doca_abi_thread */

/* A basic block of a send queue, in bytes. */
#define DOCA_ABI_SEND_BLOCK 64

/** A DOCA DPA context on one device. The first one of a process is also what calls use that name no
 * context. */
struct doca_abi_context {
  uint32_t log_level;    /* enum doca_dpa_dev_log_level */
  uint32_t log_stream;   /* number of the message stream of logs */
  uint32_t trace_stream; /* number of the message stream of traces */
  uint32_t print_stream; /* number of the message stream of prints */
  uint32_t window;       /* number of the window to the device's memory */
  uint32_t is_extended;  /* 1: on another device than the process */
  uint32_t uar_device;   /* is_extended: its number for doorbells */
  uint32_t outbox;       /* not extended: number of an outbox */
  uint64_t copies;       /* address of a doca_abi_copies; 0: none */
  uint32_t reserved[6];
};

/** The function of a kernel, and its arguments. */
struct doca_abi_call {
  uint64_t unpack; /* address of what unpacks and calls `function` */
  uint64_t function;
  uint64_t arguments; /* address of the packed arguments */
  uint64_t reserved[5];
};

/** A DPA thread, or an instance of kernels, which is a thread that serves one launch after another. */
struct doca_abi_thread {
  uint64_t function; /* of a DPA thread; is called with `argument` */
  uint64_t argument;
  uint64_t local_storage;
  uint32_t rank;
  uint32_t num_threads;
  uint64_t launch; /* of an instance: written by device code */
  uint64_t
      next; /* of an instance: the next one in a list; written by device code */
  uint32_t activation_id;
  uint32_t reserved[3];
};

/**
 * A launch of a kernel, with its packed arguments behind it. DOCA_ABI_LAUNCH, an unpack function, copies
 * both to `record`. Its result:
 * below 65536 - nothing was launched because this number of instances is missing, or 0: launched
 * otherwise   - launched; the address of an earlier launch whose memory is free again
 */
struct doca_abi_launch {
  struct doca_abi_call call;
  uint64_t wait_event; /* handle of a sync event; 0: none */
  uint64_t wait_threshold;
  uint64_t completion_event; /* handle of a sync event; 0: none */
  uint64_t completion_count;
  uint32_t completion_adds; /* 1: add completion_count, 0: set to it */
  uint32_t num_threads;
  uint32_t running; /* instances that have not ended; written by device code */
  uint32_t size;    /* bytes, with the arguments */
  uint64_t record;  /* address of memory for it */
  uint64_t next;    /* written by device code */
  uint64_t first;   /* the list of its instances; written by device code */
};

/** A sync event: a 64-bit number, 8-byte aligned. */
struct doca_abi_sync_event {
  uint64_t address; /* in device memory, or of the host if `window` is not 0 */
  uint32_t window;
  uint32_t key; /* memory key of the number */
  uint64_t reserved[6];
};

/** A sync event of another program or machine, which RDMA reaches. */
struct doca_abi_remote_event {
  uint64_t address;
  uint32_t key;
  uint32_t reserved0;
  uint64_t reserved[6];
};

/** A completion context: a completion queue with entries of 64 bytes. */
struct doca_abi_completion {
  uint64_t ring;
  uint64_t doorbell_record;
  uint32_t number;
  uint32_t log_depth;
  uint32_t
      consumed; /* entries that were read, free running; written by device code */
  uint32_t
      acknowledged; /* entries that were given back; written by device code */
  uint64_t context; /* address of doca_abi_context: on whose device it is */
  uint64_t reserved[3];
};

/** A send queue of basic blocks of 64 bytes, of a queue pair or for Ethernet. */
struct doca_abi_send_queue {
  uint64_t ring;
  uint64_t doorbell_record; /* of the producer index; 0: none */
  uint32_t number;          /* of the queue pair or send queue */
  uint32_t log_depth;       /* basic blocks */
  uint32_t produced; /* basic blocks, free running; written by device code */
  uint32_t max_sges;
  uint64_t result; /* 8 bytes for what atomic operations return; 0: none */
  uint32_t result_key;
  uint32_t user_index;
  uint64_t reserved[2];
};

/** A receive queue; entries have `stride` bytes. */
struct doca_abi_receive_queue {
  uint64_t ring;
  uint64_t doorbell_record; /* 0: the queue does not exist */
  uint32_t number;
  uint32_t log_depth; /* entries */
  uint32_t stride;    /* bytes, a power of two */
  uint32_t produced;  /* entries, free running; written by device code */
  uint32_t max_sges;
  uint32_t is_list; /* entries begin with a segment that names the next entry */
  uint32_t user_index;
  /* Of a list; written by device code. */
  uint32_t is_prepared;
  uint32_t head; /* the next entry to post */
  uint32_t tail; /* the last free entry */
  uint64_t reserved[1];
};

/** A queue pair, or an Ethernet queue, which has only one of the two. */
struct doca_abi_queue_pair {
  struct doca_abi_send_queue send;
  struct doca_abi_receive_queue receive;
};

/** The RDMA context of a program: queue pairs by connection id, and their shared receive queue. */
struct doca_abi_rdma {
  uint64_t connections; /* address of an array of doca_abi_queue_pair */
  uint32_t count;
  uint32_t reserved0;
  /* Of one connection without a completion context: the library's own. 0: there is one. */
  uint64_t completion; /* address of a doca_abi_completion */
  uint32_t posted;     /* requests, free running; written by device code */
  uint32_t completed;  /* requests, free running; written by device code */
  uint64_t reserved[4];
  struct doca_abi_receive_queue receive;
};

/** Asynchronous operations: a send queue that copies memory and waits for sync events. */
struct doca_abi_async_ops {
  struct doca_abi_send_queue send;
};

/** Copies of programs that name no queue: a send queue and its completions, shared by all threads.
 * Counters as in doca_abi_rdma. */
struct doca_abi_copies {
  struct doca_abi_async_ops queue;
  uint64_t completion; /* address of a doca_abi_completion */
  uint32_t posted;
  uint32_t completed;
  uint64_t reserved[6];
};

/** An entry of a hash table. */
struct doca_abi_hash_entry {
  uint64_t value;
  uint32_t key;
  uint32_t state; /* 0 never used, 1 used, 2 removed; written by device code */
};

/** A hash table with linear probing. */
struct doca_abi_hash_table {
  uint64_t entries; /* address of 2 to the power of log_entries entries */
  uint32_t log_entries;
  uint32_t reserved0;
  uint64_t reserved[6];
};

/** A notification completion. */
struct doca_abi_notification {
  uint32_t activation_id;
  uint32_t reserved[15];
};

#endif
