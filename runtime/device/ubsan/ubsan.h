/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The interface between code instrumented by clang with -fsanitize=undefined and
 * its run-time library, as documented by clang's public run-time library: layouts
 * of the data that the compiler emits, and declarations that these files share.
 */
#ifndef DPA_DEVICE_UBSAN_UBSAN_H
#define DPA_DEVICE_UBSAN_UBSAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ubsan_location {
  const char *file; /* may be null */
  uint32_t line;
  uint32_t column; /* UINT32_MAX: reported already */
};

enum ubsan_kind {
  UBSAN_INTEGER = 0,
  UBSAN_FLOAT = 1,
  UBSAN_BIT_INT = 2, /* _BitInt(N): an integer; N follows the name */
};

struct ubsan_type {
  uint16_t kind;
  uint16_t
      info;    /* float: its bits; else bit 0: signed, then log2 of the bits */
  char name[]; /* in single quotes */
};

/* A value of up to 64 bits, else its address. */
typedef uintptr_t ubsan_value;

/* Text of a value: 128 bits in hexadecimal are the longest. */
struct ubsan_text {
  char text[40];
};

static inline bool ubsan_is_integer(const struct ubsan_type *type) {
  return type->kind == UBSAN_INTEGER || type->kind == UBSAN_BIT_INT;
}
static inline bool ubsan_is_signed(const struct ubsan_type *type) {
  return ubsan_is_integer(type) && (type->info & 1) != 0;
}
/* Size of an integer in memory, in bits; a power of two. */
static inline unsigned ubsan_bits(const struct ubsan_type *type) {
  return 1u << (type->info >> 1);
}
bool ubsan_is_negative(const struct ubsan_type *type, ubsan_value value);
/* The value; UINT64_MAX if it is negative or larger than that. */
uint64_t ubsan_unsigned(const struct ubsan_type *type, ubsan_value value);

struct ubsan_text ubsan_value_text(const struct ubsan_type *type,
                                   ubsan_value value);
struct ubsan_text ubsan_float_text(unsigned bits, ubsan_value value);
struct ubsan_text ubsan_pointer_text(uintptr_t pointer);

/* Marks the location as reported, and copies it. False if it was reported before. */
bool ubsan_take(struct ubsan_location *place, struct ubsan_location *copy);
/* For checks without a location. False if the address was reported before, or too many were. */
bool ubsan_is_new(uintptr_t address);
/* Log "FILE:LINE:COLUMN: runtime error: ..." or "...: note: ...". */
__attribute__((__format__(__printf__, 2, 3))) void
ubsan_error(const struct ubsan_location *place, const char *format, ...);
__attribute__((__format__(__printf__, 2, 3))) void
ubsan_note(const struct ubsan_location *place, const char *format, ...);

#ifndef __cplusplus

__attribute__((__noreturn__)) void abort(void);

/* Defines the function of a check and its variant for -fno-sanitize-recover. The
 * code that reports follows the macro as a function body with these parameters. */
#define UBSAN_CHECK(name, parameters, arguments)                               \
  static void check_##name parameters;                                         \
  void __ubsan_handle_##name parameters;                                       \
  __attribute__((__noreturn__)) void __ubsan_handle_##name##_abort parameters; \
  void __ubsan_handle_##name parameters {                                      \
    check_##name arguments;                                                    \
  }                                                                            \
  void __ubsan_handle_##name##_abort parameters {                              \
    check_##name arguments;                                                    \
    abort();                                                                   \
  }                                                                            \
  static void check_##name parameters

/* The same for a check after which the code does not continue. */
#define UBSAN_FINAL_CHECK(name, parameters, arguments)                         \
  static void check_##name parameters;                                         \
  __attribute__((__noreturn__)) void __ubsan_handle_##name parameters;         \
  void __ubsan_handle_##name parameters {                                      \
    check_##name arguments;                                                    \
    abort();                                                                   \
  }                                                                            \
  static void check_##name parameters

#endif

#endif
