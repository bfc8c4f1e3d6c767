/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * See message-rings.h. The host reads a ring while the device writes it: the
 * tail moves before records are overwritten, the head after they are written,
 * each with a fence, so that all records between the two are whole.
 */
#include "runtime/device/flexio_dev/message-rings.h"
#include "runtime/abi/thread-context.h"
#include "runtime/device/flexio_dev/cut-text.h"
#include "runtime/device/flexio_dev/device-registers.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <libflexio-dev/flexio_dev.h>
#include <stddef.h>

struct ring {
  struct spinlock_s lock;
  uint32_t mode;
  uint64_t size;
  struct dpa_message_ring *state; /* null: no ring */
};

static struct ring rings[DPA_STREAM_COUNT];

static char *ring_byte(const struct ring *ring, uint64_t position) {
  return (char *)ring->state + DPA_RING_HEADER_SIZE +
         (position & (ring->size - 1));
}

static uint64_t ring_left_before_end(const struct ring *ring,
                                     uint64_t position) {
  return ring->size - (position & (ring->size - 1));
}

static uint64_t record_size(uint64_t text_length) {
  return sizeof(struct dpa_message_record) + ((text_length + 7) & ~7ul);
}

static void set_tail(struct ring *ring, uint64_t tail) {
  __atomic_store_n(&ring->state->tail, tail, __ATOMIC_RELAXED);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

static void set_head(struct ring *ring, uint64_t head) {
  __atomic_store_n(&ring->state->head, head, __ATOMIC_RELEASE);
}

/* After the head: the host, which reads it first, never counts too many. */
static void count_text(struct ring *ring) {
  __atomic_store_n(&ring->state->text_count, ring->state->text_count + 1,
                   __ATOMIC_RELEASE);
}

/* Sends everything from tail to head, in one piece or in two. */
__attribute__((noinline)) static void send_all(struct ring *ring) {
  struct dpa_message_ring *state = ring->state;
  unsigned stream = (unsigned)(ring - rings);
  uint64_t from = state->tail;
  while (from < state->head) {
    uint64_t length = state->head - from;
    uint64_t left = ring_left_before_end(ring, from);
    if (length > left)
      length = left;
    system_call4(DPA_SYS_MESSAGE_RECORDS, stream,
                 (uint64_t)(uintptr_t)ring_byte(ring, from), length, from);
    from += length;
  }
  set_tail(ring, state->head);
}

/* The position of the second oldest record. If the program has overwritten the
 * oldest one with an invalid length, all records are dropped. */
static uint64_t second_record(const struct ring *ring) {
  uint64_t tail = ring->state->tail;
  uint64_t head = ring->state->head;
  const struct dpa_message_record *oldest =
      (const struct dpa_message_record *)ring_byte(ring, tail);
  uint64_t next = tail + record_size(oldest->length & ~DPA_RECORD_SKIP);
  return next <= head ? next : head;
}

static void make_room(struct ring *ring, uint64_t size) {
  if (ring->state->head + size - ring->state->tail <= ring->size)
    return;
  if (ring->mode != DPA_STREAM_ASYNC) {
    send_all(ring);
    return;
  }
  uint64_t limit = ring->state->head + size - ring->size;
  while (ring->state->tail < limit && ring->state->tail < ring->state->head)
    set_tail(ring, second_record(ring));
}

static bool is_batch_full(const struct ring *ring) {
  uint64_t batch = ring->size / 2;
  if (batch > DPA_MESSAGE_BATCH_MAX)
    batch = DPA_MESSAGE_BATCH_MAX;
  return ring->mode != DPA_STREAM_ASYNC &&
         ring->state->head - ring->state->tail >= batch;
}

typedef uint64_t __attribute__((may_alias)) text_word;

/* Copies a text, which is aligned to words and can be read up to the end of the
 * last one, into a record: whole words, then one that ends with zeros. */
static void copy_text(char *to, const char *text, uint64_t length) {
  text_word *target = (text_word *)to;
  const text_word *source = (const text_word *)text;
  const text_word *const end = source + length / sizeof *source;
  while (source < end)
    *target++ = *source++;
  if (length % sizeof *source != 0)
    *target = *source & ((1ul << length % sizeof *source * 8) - 1);
}

/* Writes the header of a record at the head, which has room for it. */
static char *begin_record(struct ring *ring, uint64_t length) {
  struct dpa_message_record *record =
      (struct dpa_message_record *)ring_byte(ring, ring->state->head);
  const struct dpa_thread_context *context = __builtin_thread_pointer();
  record->length = (uint32_t)length;
  record->eu = context->eu;
  return (char *)(record + 1);
}

/* Shows the host `size` bytes at the head, which are a record. */
static void end_record(struct ring *ring, uint64_t size) {
  set_head(ring, ring->state->head + size);
  count_text(ring);
}

/* Skips the rest of the ring if a record of `size` bytes would cross its end.
 */
static void skip_to_begin(struct ring *ring, uint64_t size) {
  uint64_t left = ring_left_before_end(ring, ring->state->head);
  if (left >= size)
    return;
  make_room(ring, left);
  begin_record(ring,
               DPA_RECORD_SKIP | (left - sizeof(struct dpa_message_record)));
  set_head(ring, ring->state->head + left);
}

__attribute__((noinline)) static void send_batch_and_unlock(struct ring *ring) {
  send_all(ring);
  spin_unlock(&ring->lock);
}

/* Adds a text for which the ring has no room as it is. */
__attribute__((noinline)) static void
make_room_and_add_text(struct ring *ring, const char *text, uint64_t length) {
  uint64_t longest = ring->size / 2 - sizeof(struct dpa_message_record);
  uint64_t kept = length < longest ? length : longest;
  uint64_t size = record_size(kept);
  skip_to_begin(ring, size);
  make_room(ring, size);
  char *to = begin_record(ring, kept);
  copy_text(to, text, kept);
  if (kept < length)
    cut_text(to, kept);
  end_record(ring, size);
  if (is_batch_full(ring))
    send_all(ring);
  spin_unlock(&ring->lock);
}

/* A record of `size` bytes is not longer than half of the ring, does not cross
 * its end and replaces no other one. */
static bool has_room(const struct ring *ring, uint64_t size) {
  uint64_t head = ring->state->head;
  return size <= ring->size / 2 && size <= ring_left_before_end(ring, head) &&
         head + size - ring->state->tail <= ring->size;
}

/* The other functions that it calls are out of line and called last, so that it
 * saves no registers. */
__attribute__((noinline)) static void
add_text(struct ring *ring, const char *text, uint64_t length) {
  spin_lock(&ring->lock);
  if (!ring->state) {
    spin_unlock(&ring->lock);
    return;
  }
  uint64_t size = record_size(length);
  if (!has_room(ring, size)) {
    make_room_and_add_text(ring, text, length);
    return;
  }
  copy_text(begin_record(ring, length), text, length);
  end_record(ring, size);
  if (is_batch_full(ring))
    send_batch_and_unlock(ring);
  else
    spin_unlock(&ring->lock);
}

/* Texts are on a stack or in global memory, which have addresses below 4 GiB.
 */
void ring_send_text(unsigned stream, const char *text, uint64_t length) {
  struct ring *ring = &rings[stream];
  uint32_t mode = __atomic_load_n(&ring->mode, __ATOMIC_RELAXED);
  if (mode == DPA_STREAM_ASYNC || mode == DPA_STREAM_BATCH)
    add_text(ring, text, length);
  else
    unit_write(DPA_EU_REG_MESSAGE_TEXT,
               (uint64_t)(uintptr_t)text |
                   length << DPA_MESSAGE_TEXT_LENGTH_SHIFT |
                   (uint64_t)stream << DPA_MESSAGE_TEXT_STREAM_SHIFT);
}

void ring_add_trace(unsigned stream, const struct dpa_trace_record *record) {
  struct ring *ring = &rings[stream];
  spin_lock(&ring->lock);
  if (ring->state && ring->mode == DPA_STREAM_TRACER) {
    make_room(ring, sizeof *record);
    *(struct dpa_trace_record *)ring_byte(ring, ring->state->head) = *record;
    set_head(ring, ring->state->head + sizeof *record);
    if (is_batch_full(ring))
      send_all(ring);
  }
  spin_unlock(&ring->lock);
}

void ring_send_traces(unsigned stream) {
  struct ring *ring = &rings[stream];
  spin_lock(&ring->lock);
  if (ring->state && ring->mode == DPA_STREAM_TRACER)
    send_all(ring);
  spin_unlock(&ring->lock);
}

static bool is_ring(const struct dpa_stream_arguments *arguments) {
  uint64_t size = arguments->ring_size;
  return arguments->mode <= DPA_STREAM_TRACER && arguments->ring != 0 &&
         arguments->ring % DPA_RING_HEADER_SIZE == 0 &&
         size >= DPA_RING_SIZE_MIN && (size & (size - 1)) == 0;
}

bool ring_open(const struct dpa_stream_arguments *arguments) {
  if (arguments->mode != DPA_STREAM_SYNC && !is_ring(arguments))
    return false;
  struct ring *ring = &rings[arguments->stream];
  spin_lock(&ring->lock);
  ring->state = (struct dpa_message_ring *)arguments->ring;
  ring->size = arguments->ring_size;
  __atomic_store_n(&ring->mode, (uint32_t)arguments->mode, __ATOMIC_RELAXED);
  spin_unlock(&ring->lock);
  return true;
}

void ring_close(unsigned stream) {
  struct ring *ring = &rings[stream];
  spin_lock(&ring->lock);
  ring->state = NULL;
  spin_unlock(&ring->lock);
}
