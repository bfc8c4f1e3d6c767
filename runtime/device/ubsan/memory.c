/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of pointers, arrays and functions. */
#include "runtime/device/ubsan/ubsan.h"

struct mismatch_data {
  struct ubsan_location place;
  const struct ubsan_type *type;
  uint8_t log_alignment;
  uint8_t access;
};

struct assumption_data {
  struct ubsan_location place;
  struct ubsan_location assumption;
  const struct ubsan_type *type;
};

struct bounds_data {
  struct ubsan_location place;
  const struct ubsan_type *array;
  const struct ubsan_type *index;
};

struct place_data {
  struct ubsan_location place;
};

struct type_data {
  struct ubsan_location place;
  const struct ubsan_type *type;
};

/* `access` is the number that the compiler gives to a kind of access. */
static const char *access_text(uint8_t access) {
  static const char *const texts[] = {"load of",
                                      "store to",
                                      "reference binding to",
                                      "member access within",
                                      "member call on",
                                      "constructor call on",
                                      "downcast of",
                                      "downcast of",
                                      "upcast of",
                                      "cast to virtual base of",
                                      "_Nonnull binding to",
                                      "dynamic operation on"};

  return access < sizeof texts / sizeof *texts ? texts[access] : "access to";
}

UBSAN_CHECK(type_mismatch_v1, (struct mismatch_data * data, uintptr_t pointer),
            (data, pointer)) {
  const uintptr_t alignment = (uintptr_t)1 << data->log_alignment;
  const char *access = access_text(data->access);
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  const struct ubsan_text address = ubsan_pointer_text(pointer);
  if (pointer == 0)
    ubsan_error(&place, "%s null pointer of type %s", access, data->type->name);
  else if (pointer & (alignment - 1))
    ubsan_error(&place,
                "%s misaligned address %s for type %s, which requires %lu byte "
                "alignment",
                access, address.text, data->type->name, alignment);
  else
    ubsan_error(&place,
                "%s address %s with insufficient space for an object of type "
                "%s",
                access, address.text, data->type->name);
}

UBSAN_CHECK(alignment_assumption,
            (struct assumption_data * data, uintptr_t pointer,
             uintptr_t alignment, uintptr_t offset),
            (data, pointer, alignment, offset)) {
  const uintptr_t address = pointer - offset;
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  if (offset == 0)
    ubsan_error(&place,
                "assumption of %lu byte alignment for pointer of type %s "
                "failed",
                alignment, data->type->name);
  else
    ubsan_error(&place,
                "assumption of %lu byte alignment (with offset of %lu byte) "
                "for pointer of type %s failed",
                alignment, offset, data->type->name);
  if (data->assumption.file)
    ubsan_note(&data->assumption, "alignment assumption was specified here");
  ubsan_note(
      &place, "%saddress is %lu aligned, misalignment offset is %lu bytes",
      offset ? "offset " : "", address & -address, address & (alignment - 1));
}

UBSAN_CHECK(out_of_bounds, (struct bounds_data * data, ubsan_value index),
            (data, index)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place, "index %s out of bounds for type %s",
                ubsan_value_text(data->index, index).text, data->array->name);
}

/* The compiler passes no location: the return address identifies the place. */
static void report_local(uintptr_t address) {
  const struct ubsan_location unknown = {.file = NULL};

  if (ubsan_is_new(address))
    ubsan_error(&unknown, "access out of bounds by %s",
                ubsan_pointer_text(address).text);
}

void __ubsan_handle_local_out_of_bounds(void);
void __ubsan_handle_local_out_of_bounds(void) {
  report_local((uintptr_t)__builtin_return_address(0));
}
__attribute__((__noreturn__)) void
__ubsan_handle_local_out_of_bounds_abort(void);
void __ubsan_handle_local_out_of_bounds_abort(void) {
  report_local((uintptr_t)__builtin_return_address(0));
  abort();
}

UBSAN_CHECK(pointer_overflow,
            (struct place_data * data, uintptr_t base, uintptr_t result),
            (data, base, result)) {
  const struct ubsan_text from = ubsan_pointer_text(base);
  const struct ubsan_text to = ubsan_pointer_text(result);
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  if (base == 0 && result == 0)
    ubsan_error(&place, "applying zero offset to null pointer");
  else if (base == 0)
    ubsan_error(&place, "applying non-zero offset %lu to null pointer", result);
  else if (result == 0)
    ubsan_error(&place,
                "applying non-zero offset to non-null pointer %s produced null "
                "pointer",
                from.text);
  else if (((intptr_t)base < 0) != ((intptr_t)result < 0))
    ubsan_error(&place,
                "pointer index expression with base %s overflowed to %s",
                from.text, to.text);
  else if (base > result)
    ubsan_error(&place, "addition of unsigned offset to %s overflowed to %s",
                from.text, to.text);
  else
    ubsan_error(&place,
                "subtraction of unsigned offset from %s overflowed to %s",
                from.text, to.text);
}

UBSAN_CHECK(function_type_mismatch,
            (struct type_data * data, uintptr_t function), (data, function)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place,
                "call to function %s through pointer to incorrect function "
                "type %s",
                ubsan_pointer_text(function).text, data->type->name);
}

UBSAN_CHECK(vla_bound_not_positive,
            (struct type_data * data, ubsan_value bound), (data, bound)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place,
                "variable length array bound evaluates to non-positive value "
                "%s",
                ubsan_value_text(data->type, bound).text);
}
