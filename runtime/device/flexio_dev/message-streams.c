/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The message streams of the process. The host's RPCs
 * (runtime/abi/message-streams.h) open, change and close them; every message
 * checks them. One byte for each stream, so that a change needs no lock.
 */
#include "runtime/device/flexio_dev/message-streams.h"
#include "runtime/abi/message-streams.h"
#include "runtime/device/flexio_dev/message-rings.h"
#include "runtime/device/flexio_dev/system-call.h"

/* Level + 1; 0: closed. */
static uint8_t stream_state[DPA_STREAM_COUNT];

/* 1 when the process had a stream, or the host was notified that it has none.
 */
static uint8_t is_loss_known;

static bool stream_accepts(unsigned stream, uint8_t level) {
  uint8_t state = __atomic_load_n(&stream_state[stream], __ATOMIC_RELAXED);
  return level != DPA_STREAM_LEVEL_NONE && state > level;
}

static void notify_loss(unsigned stream, uint8_t level) {
  if (level != DPA_STREAM_LEVEL_NONE &&
      !__atomic_load_n(&is_loss_known, __ATOMIC_RELAXED) &&
      !__atomic_exchange_n(&is_loss_known, 1, __ATOMIC_RELAXED))
    system_call(DPA_SYS_MESSAGE, stream, (uint64_t)(uintptr_t)&is_loss_known,
                0);
}

bool streams_accept(int stream, uint8_t level) {
  if (stream >= 0 && stream < DPA_STREAM_COUNT &&
      stream_accepts((unsigned)stream, level))
    return true;
  if (stream >= 0 && stream <= DPA_STREAM_BROADCAST)
    notify_loss((unsigned)stream, level);
  if (stream != DPA_STREAM_BROADCAST)
    return false;
  for (unsigned i = 0; i < DPA_STREAM_COUNT; i++)
    if (stream_accepts(i, level))
      return true;
  return false;
}

/* Out of line, so that a message to one stream saves no registers. */
__attribute__((noinline)) static void
send_to_all(uint8_t level, const char *text, uint64_t length) {
  for (unsigned i = 0; i < DPA_STREAM_COUNT; i++)
    if (stream_accepts(i, level))
      ring_send_text(i, text, length);
}

void streams_send(int stream, uint8_t level, const char *text,
                  uint64_t length) {
  if (stream == DPA_STREAM_BROADCAST)
    send_to_all(level, text, length);
  else if (stream_accepts((unsigned)stream, level))
    ring_send_text((unsigned)stream, text, length);
}

void streams_trace(unsigned stream, uint8_t level,
                   const struct dpa_trace_record *record) {
  notify_loss(stream, level);
  unsigned first = stream == DPA_STREAM_BROADCAST ? 0 : stream;
  unsigned last = stream == DPA_STREAM_BROADCAST ? DPA_STREAM_COUNT - 1 : first;
  for (unsigned i = first; i <= last; i++)
    if (stream_accepts(i, level))
      ring_add_trace(i, record);
}

static bool is_stream_level(uint64_t level) {
  return level <= DPA_STREAM_LEVEL_DEBUG && level != DPA_STREAM_LEVEL_ALWAYS;
}

/* Entry points that the host looks up by name. */
#define HOST_ENTRY __attribute__((used, retain))
uint64_t
_dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_cfg(void *argbuf,
                                                               void *func);
uint64_t
_dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_close(void *argbuf,
                                                                 void *func);

HOST_ENTRY uint64_t
_dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_cfg(void *argbuf,
                                                               void *func) {
  (void)func;
  const struct dpa_stream_arguments *arguments = argbuf;
  if (arguments->stream >= DPA_STREAM_COUNT ||
      !is_stream_level(arguments->level) || !ring_open(arguments))
    return DPA_STREAM_BAD_ARGUMENT;
  __atomic_store_n(&is_loss_known, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&stream_state[arguments->stream],
                   (uint8_t)(arguments->level + 1), __ATOMIC_RELEASE);
  return DPA_STREAM_OK;
}

HOST_ENTRY uint64_t
_dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_close(void *argbuf,
                                                                 void *func) {
  (void)func;
  const struct dpa_stream_arguments *arguments = argbuf;
  if (arguments->stream >= DPA_STREAM_COUNT)
    return DPA_STREAM_BAD_ARGUMENT;
  __atomic_store_n(&stream_state[arguments->stream], 0, __ATOMIC_RELEASE);
  ring_close((unsigned)arguments->stream);
  return DPA_STREAM_OK;
}
