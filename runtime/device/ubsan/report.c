/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Writes lines of the log. The text is formatted into a local buffer first,
 * since the line has a format of its own; a longer text is cut off.
 */
#include "runtime/device/flexio_dev/format.h"
#include "runtime/device/flexio_dev/message.h"
#include "runtime/device/ubsan/ubsan.h"

enum { TEXT_MAX = 512, PLACES_MAX = 64 };

bool ubsan_take(struct ubsan_location *place, struct ubsan_location *copy) {
  *copy = *place;
  copy->column =
      __atomic_exchange_n(&place->column, UINT32_MAX, __ATOMIC_RELAXED);
  return copy->column != UINT32_MAX;
}

bool ubsan_is_new(uintptr_t address) {
  static uintptr_t places[PLACES_MAX];

  for (unsigned i = 0; i < PLACES_MAX; i++) {
    uintptr_t known = 0;
    if (__atomic_compare_exchange_n(&places[i], &known, address, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
    if (known == address)
      return false;
  }
  return false;
}

static void report(const struct ubsan_location *place, const char *kind,
                   const char *format, va_list arguments) {
  char text[TEXT_MAX];
  size_t length = format_message(
      text, sizeof text - 1, __builtin_return_address(0), format, arguments);

  text[length < sizeof text ? length : sizeof text - 1] = 0;
  if (place->file == NULL || place->line == 0)
    message_to_log("%s: %s: %s", place->file ? place->file : "<unknown>", kind,
                   text);
  else if (place->column == 0)
    message_to_log("%s:%u: %s: %s", place->file, place->line, kind, text);
  else
    message_to_log("%s:%u:%u: %s: %s", place->file, place->line, place->column,
                   kind, text);
}

void ubsan_error(const struct ubsan_location *place, const char *format, ...) {
  va_list arguments;

  va_start(arguments, format);
  report(place, "runtime error", format, arguments);
  va_end(arguments);
}

void ubsan_note(const struct ubsan_location *place, const char *format, ...) {
  va_list arguments;

  va_start(arguments, format);
  report(place, "note", format, arguments);
  va_end(arguments);
}
