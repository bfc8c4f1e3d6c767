/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of arithmetic: overflows, divisions, shifts. */
#include "runtime/device/ubsan/ubsan.h"

struct overflow_data {
  struct ubsan_location place;
  const struct ubsan_type *type;
};

struct shift_data {
  struct ubsan_location place;
  const struct ubsan_type *left;
  const struct ubsan_type *right;
};

static void report_overflow(struct overflow_data *data, ubsan_value left,
                            const char *sign, ubsan_value right) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place,
                "%s integer overflow: %s %s %s cannot be represented in type "
                "%s",
                ubsan_is_signed(data->type) ? "signed" : "unsigned",
                ubsan_value_text(data->type, left).text, sign,
                ubsan_value_text(data->type, right).text, data->type->name);
}

UBSAN_CHECK(add_overflow,
            (struct overflow_data * data, ubsan_value left, ubsan_value right),
            (data, left, right)) {
  report_overflow(data, left, "+", right);
}

UBSAN_CHECK(sub_overflow,
            (struct overflow_data * data, ubsan_value left, ubsan_value right),
            (data, left, right)) {
  report_overflow(data, left, "-", right);
}

UBSAN_CHECK(mul_overflow,
            (struct overflow_data * data, ubsan_value left, ubsan_value right),
            (data, left, right)) {
  report_overflow(data, left, "*", right);
}

UBSAN_CHECK(negate_overflow, (struct overflow_data * data, ubsan_value value),
            (data, value)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place, "negation of %s cannot be represented in type %s%s",
                ubsan_value_text(data->type, value).text, data->type->name,
                ubsan_is_signed(data->type)
                    ? "; cast to an unsigned type to negate this value to "
                      "itself"
                    : "");
}

UBSAN_CHECK(divrem_overflow,
            (struct overflow_data * data, ubsan_value left, ubsan_value right),
            (data, left, right)) {
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  if (ubsan_is_negative(data->type, right))
    ubsan_error(&place, "division of %s by -1 cannot be represented in type %s",
                ubsan_value_text(data->type, left).text, data->type->name);
  else
    ubsan_error(&place, "division by zero");
}

UBSAN_CHECK(shift_out_of_bounds,
            (struct shift_data * data, ubsan_value left, ubsan_value right),
            (data, left, right)) {
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  const struct ubsan_text value = ubsan_value_text(data->left, left);
  const struct ubsan_text exponent = ubsan_value_text(data->right, right);
  const unsigned bits = ubsan_bits(data->left);
  if (ubsan_is_negative(data->right, right))
    ubsan_error(&place, "shift exponent %s is negative", exponent.text);
  else if (ubsan_unsigned(data->right, right) >= bits)
    ubsan_error(&place, "shift exponent %s is too large for %u-bit type %s",
                exponent.text, bits, data->left->name);
  else if (ubsan_is_negative(data->left, left))
    ubsan_error(&place, "left shift of negative value %s", value.text);
  else
    ubsan_error(&place,
                "left shift of %s by %s places cannot be represented in type "
                "%s",
                value.text, exponent.text, data->left->name);
}
