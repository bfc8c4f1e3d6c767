/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Messages to the host. A short text is formatted on the stack. A longer one is
 * formatted into one buffer of the process, under a lock, so that it needs no
 * room on the 8 KiB stack. A fatal error of the thread that holds the lock ends
 * the process, so that no other thread waits for it.
 */
#include "runtime/device/flexio_dev/message.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/message-streams.h"
#include "runtime/abi/thread-context.h"
#include "runtime/device/flexio_dev/cut-text.h"
#include "runtime/device/flexio_dev/format.h"
#include "runtime/device/flexio_dev/message-streams.h"
#include "runtime/device/flexio_dev/message-string.h"
#include "runtime/device/flexio_dev/system-call.h"

#include <libflexio-dev/flexio_dev.h>
#include <stdbool.h>

_Static_assert(FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT == DPA_STREAM_COUNT,
               "shared with the host");
_Static_assert(FLEXIO_MSG_DEV_BROADCAST_STREAM == DPA_STREAM_BROADCAST,
               "shared with the host");
_Static_assert(FLEXIO_MSG_DEV_INFO == DPA_STREAM_LEVEL_INFO,
               "shared with the host");
_Static_assert(FLEXIO_MSG_DEV_DEBUG == DPA_STREAM_LEVEL_DEBUG,
               "shared with the host");

/* Number of the thread that holds the lock, plus 1; 0: unlocked. */
static uint32_t message_owner;
static _Alignas(8) char message_text[DPA_MESSAGE_SIZE_MAX];

enum { SHORT_TEXT_MAX = 256 }; /* bytes; on the stack of the thread */

/* A thread that holds the lock already is in its error handler, after an error
 * in an argument: its interrupted message is dropped. */
static void lock_message(void) {
  const struct dpa_thread_context *context = __builtin_thread_pointer();
  uint32_t self = context->thread_id + 1;
  uint32_t owner;
  do
    owner = 0;
  while (!__atomic_compare_exchange_n(&message_owner, &owner, self, false,
                                      __ATOMIC_ACQUIRE, __ATOMIC_RELAXED) &&
         owner != self);
}

static void unlock_message(void) {
  __atomic_store_n(&message_owner, 0, __ATOMIC_RELEASE);
}

static size_t cut_to_size(size_t length) {
  if (length <= sizeof message_text)
    return length;
  cut_text(message_text, sizeof message_text);
  return sizeof message_text;
}

/* A text that is longer than the local buffer of send_formatted(). Out of line,
 * so that short ones save few registers. */
__attribute__((noinline)) static void
send_long(int stream, flexio_msg_dev_level level, const void *caller,
          const char *format, va_list arguments) {
  lock_message();
  size_t length = format_message(message_text, sizeof message_text, caller,
                                 format, arguments);
  streams_send(stream, level, message_text, cut_to_size(length));
  unlock_message();
}

/* A string may be in a window, where reading it may be an error from which the
 * thread's error handler recovers. The first pass reads all strings before the
 * lock is taken, so that such an error does not leave it locked. */
static size_t send_formatted(int stream, flexio_msg_dev_level level,
                             const void *caller, const char *format,
                             va_list arguments) {
  _Alignas(8) char text[SHORT_TEXT_MAX];
  size_t length = format_message(text, sizeof text, caller, format, arguments);
  if (length <= sizeof text)
    streams_send(stream, level, text, length);
  else
    send_long(stream, level, caller, format, arguments);
  return length;
}

int flexio_dev_msg(int stream_id, flexio_msg_dev_level level,
                   const char *format, ...) {
  if (!streams_accept(stream_id, level))
    return 0;
  va_list arguments;
  va_start(arguments, format);
  size_t length = send_formatted(stream_id, level, __builtin_return_address(0),
                                 format, arguments);
  va_end(arguments);
  return (int)length;
}

void message_to_log(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  lock_message();
  size_t length =
      format_message(message_text, sizeof message_text,
                     __builtin_return_address(0), format, arguments);
  system_call(DPA_SYS_MESSAGE, DPA_STREAM_LOG,
              (uint64_t)(uintptr_t)message_text, cut_to_size(length));
  unlock_message();
  va_end(arguments);
}

int flexio_dev_puts(struct flexio_dev_thread_ctx *dtctx, char *str) {
  (void)dtctx;
  int length = message_read_string(str, -1, __builtin_return_address(0));
  flexio_dev_msg(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID, FLEXIO_MSG_DEV_ALWAYS_PRINT,
                 "%s", str);
  return length;
}
