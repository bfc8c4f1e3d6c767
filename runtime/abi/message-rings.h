/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The buffer of a message stream that is not in sync mode: a ring in device memory, which the host
 * library creates and reads and libflexio_dev writes. Positions count the bytes since the stream
 * was opened; byte P is at P modulo the ring's size. Between tail and head are whole records. The
 * reader must check everything: device code may have written anything there. C11 and C++20.
 *
 *   +0   struct dpa_message_ring        positions
 *   +64  bytes [size]                   records
 *
 * Text streams: records of dpa_message_record, which never cross the end of the ring: a record with
 * DPA_RECORD_SKIP skips the rest. Tracer streams: records of dpa_trace_record.
 */
#ifndef DPA_ABI_MESSAGE_RINGS_H
#define DPA_ABI_MESSAGE_RINGS_H

#include <stdint.h>

/* Modes of a stream (struct dpa_stream_arguments), the same as the host's. */
#define DPA_STREAM_SYNC 0   /* no ring: each message is sent */
#define DPA_STREAM_ASYNC 1  /* new records replace the oldest */
#define DPA_STREAM_BATCH 2  /* sent when half of the ring is full */
#define DPA_STREAM_TRACER 3 /* the same, with records of a tracer */

/* Size of a ring's records in bytes: a power of two. */
#define DPA_RING_SIZE_MIN 2048
#define DPA_RING_HEADER_SIZE 64

/* Size limits in bytes: of the records that are sent at once, and of a batch, if half of the
 * ring is larger. */
#define DPA_MESSAGE_RECORDS_MAX 0x20000
#define DPA_MESSAGE_BATCH_MAX (64 * 1024)

struct dpa_message_ring {
  uint64_t head;       /* position of the next record; a multiple of 8 */
  uint64_t tail;       /* records before it are sent or overwritten */
  uint64_t text_count; /* of records before the head; set after the head */
  uint64_t reserved[5];
};

/* The text follows, then zeros to a multiple of 8. */
struct dpa_message_record {
  uint32_t length; /* of the text, in bytes, or DPA_RECORD_SKIP */
  uint32_t eu;
};
/* In `length`, with the number of bytes to skip after this header. */
#define DPA_RECORD_SKIP 0x80000000u

struct dpa_trace_record {
  uint32_t format_id;
  uint32_t eu;
  uint32_t argument_count; /* 0 to 6; the rest is 0 */
  uint32_t reserved;
  uint64_t arguments[6];
};

_Static_assert(sizeof(struct dpa_message_ring) == DPA_RING_HEADER_SIZE &&
                   sizeof(struct dpa_message_record) == 8 &&
                   sizeof(struct dpa_trace_record) == 64,
               "shared by host and device");

#endif
