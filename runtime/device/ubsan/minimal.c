/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The functions of -fsanitize-minimal-runtime, which have no parameters. They
 * log the kind of the check and the return address, once for each of the first
 * addresses (report.c).
 */
#include "runtime/device/flexio_dev/message.h"
#include "runtime/device/ubsan/ubsan.h"

static void report(const char *kind, const void *caller) {
  if (ubsan_is_new((uintptr_t)caller))
    message_to_log("ubsan: %s by %s", kind,
                   ubsan_pointer_text((uintptr_t)caller).text);
}

#define UBSAN_MINIMAL(name, kind)                                              \
  void __ubsan_handle_##name##_minimal(void);                                  \
  void __ubsan_handle_##name##_minimal(void) {                                 \
    report(kind, __builtin_return_address(0));                                 \
  }                                                                            \
  UBSAN_MINIMAL_ABORT(name##_minimal_abort, kind)

#define UBSAN_MINIMAL_ABORT(name, kind)                                        \
  __attribute__((__noreturn__)) void __ubsan_handle_##name(void);              \
  void __ubsan_handle_##name(void) {                                           \
    report(kind, __builtin_return_address(0));                                 \
    abort();                                                                   \
  }

UBSAN_MINIMAL(type_mismatch, "type-mismatch")
UBSAN_MINIMAL(alignment_assumption, "alignment-assumption")
UBSAN_MINIMAL(add_overflow, "add-overflow")
UBSAN_MINIMAL(sub_overflow, "sub-overflow")
UBSAN_MINIMAL(mul_overflow, "mul-overflow")
UBSAN_MINIMAL(negate_overflow, "negate-overflow")
UBSAN_MINIMAL(divrem_overflow, "divrem-overflow")
UBSAN_MINIMAL(shift_out_of_bounds, "shift-out-of-bounds")
UBSAN_MINIMAL(out_of_bounds, "out-of-bounds")
UBSAN_MINIMAL(local_out_of_bounds, "local-out-of-bounds")
UBSAN_MINIMAL(vla_bound_not_positive, "vla-bound-not-positive")
UBSAN_MINIMAL(float_cast_overflow, "float-cast-overflow")
UBSAN_MINIMAL(load_invalid_value, "load-invalid-value")
UBSAN_MINIMAL(invalid_builtin, "invalid-builtin")
UBSAN_MINIMAL(function_type_mismatch, "function-type-mismatch")
UBSAN_MINIMAL(implicit_conversion, "implicit-conversion")
UBSAN_MINIMAL(nonnull_arg, "nonnull-arg")
UBSAN_MINIMAL(nonnull_return, "nonnull-return")
UBSAN_MINIMAL(nullability_arg, "nullability-arg")
UBSAN_MINIMAL(nullability_return, "nullability-return")
UBSAN_MINIMAL(pointer_overflow, "pointer-overflow")
UBSAN_MINIMAL_ABORT(builtin_unreachable_minimal, "builtin-unreachable")
UBSAN_MINIMAL_ABORT(builtin_unreachable_minimal_abort, "builtin-unreachable")
