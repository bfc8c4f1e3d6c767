/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Values as text: integers of up to 128 bits, addresses, floating point. */
#include "runtime/device/ubsan/ubsan.h"

typedef unsigned __int128 wide;

enum { HEX_DIGITS_OF_WIDE = 32, HEX_DIGITS_OF_POINTER = 12 };

/* The value, sign-extended if the type is signed; 0 if it is wider than 128
 * bits. */
static wide number_of(const struct ubsan_type *type, ubsan_value value) {
  const unsigned bits = ubsan_bits(type);

  if (bits > 128)
    return 0;
  if (bits > 64)
    return *(const wide *)value;
  if (bits == 64)
    return ubsan_is_signed(type) ? (wide)(int64_t)value : value;
  const uint64_t high = (uint64_t)value << (64 - bits);
  return ubsan_is_signed(type) ? (wide)((int64_t)high >> (64 - bits))
                               : high >> (64 - bits);
}

bool ubsan_is_negative(const struct ubsan_type *type, ubsan_value value) {
  return ubsan_is_signed(type) && (__int128)number_of(type, value) < 0;
}

uint64_t ubsan_unsigned(const struct ubsan_type *type, ubsan_value value) {
  const wide number = number_of(type, value);

  return number > UINT64_MAX ? UINT64_MAX : (uint64_t)number;
}

static struct ubsan_text hex_text(wide number, unsigned digits) {
  struct ubsan_text result = {"0x"};

  for (unsigned i = 0; i < digits; i++)
    result.text[2 + i] =
        "0123456789abcdef"[(number >> (4 * (digits - 1 - i))) & 0xf];
  return result;
}

static struct ubsan_text decimal_text(uint64_t number, bool is_negative) {
  struct ubsan_text result = {""};
  char *end = result.text + 21;
  char *at = end;

  do
    *--at = (char)('0' + number % 10);
  while (number /= 10);
  if (is_negative)
    *--at = '-';
  size_t length = 0;
  while (at < end)
    result.text[length++] = *at++;
  result.text[length] = 0;
  return result;
}

struct ubsan_text ubsan_pointer_text(uintptr_t pointer) {
  unsigned digits = HEX_DIGITS_OF_POINTER;

  while (digits < 16 && pointer >> (4 * digits) != 0)
    digits++;
  return hex_text(pointer, digits);
}

struct ubsan_text ubsan_value_text(const struct ubsan_type *type,
                                   ubsan_value value) {
  if (type->kind == UBSAN_FLOAT)
    return ubsan_float_text(type->info, value);
  if (!ubsan_is_integer(type) || ubsan_bits(type) > 128)
    return (struct ubsan_text){"<unknown>"};
  const wide number = number_of(type, value);
  const bool is_negative = ubsan_is_negative(type, value);
  const wide size = is_negative ? -number : number;
  const wide most =
      ubsan_is_signed(type) ? (wide)INT64_MAX + is_negative : UINT64_MAX;
  return size <= most ? decimal_text((uint64_t)size, is_negative)
                      : hex_text(number, HEX_DIGITS_OF_WIDE);
}
