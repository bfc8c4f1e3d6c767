/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Checks of values that a type, an attribute or a built-in function excludes,
 * and of code that is never reached. */
#include "runtime/device/ubsan/ubsan.h"

struct place_data {
  struct ubsan_location place;
};

struct type_data {
  struct ubsan_location place;
  const struct ubsan_type *type;
};

struct conversion_data {
  struct ubsan_location place;
  const struct ubsan_type *from;
  const struct ubsan_type *to;
  uint8_t kind;
  uint32_t bit_field_bits; /* 0: not a bit-field */
};

struct builtin_data {
  struct ubsan_location place;
  uint8_t kind;
};

struct return_data {
  struct ubsan_location attribute;
};

struct argument_data {
  struct ubsan_location place;
  struct ubsan_location attribute;
  int index;
};

UBSAN_CHECK(float_cast_overflow,
            (struct conversion_data * data, ubsan_value value), (data, value)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place,
                "%s is outside the range of representable values of type %s",
                ubsan_value_text(data->from, value).text, data->to->name);
}

UBSAN_CHECK(load_invalid_value, (struct type_data * data, ubsan_value value),
            (data, value)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place,
                "load of value %s, which is not a valid value for type %s",
                ubsan_value_text(data->type, value).text, data->type->name);
}

UBSAN_CHECK(implicit_conversion,
            (struct conversion_data * data, ubsan_value from, ubsan_value to),
            (data, from, to)) {
  const bool is_bit_field = data->bit_field_bits != 0;
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(
        &place,
        "implicit conversion from type %s of value %s (%u-bit, %ssigned) to "
        "type %s changed the value to %s (%u-bit%s, %ssigned)",
        data->from->name, ubsan_value_text(data->from, from).text,
        ubsan_bits(data->from), ubsan_is_signed(data->from) ? "" : "un",
        data->to->name, ubsan_value_text(data->to, to).text,
        is_bit_field ? data->bit_field_bits : ubsan_bits(data->to),
        is_bit_field ? " bitfield" : "", ubsan_is_signed(data->to) ? "" : "un");
}

UBSAN_CHECK(invalid_builtin, (struct builtin_data * data), (data)) {
  enum { TRAILING_ZEROS, LEADING_ZEROS };
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  if (data->kind > LEADING_ZEROS)
    ubsan_error(&place, "assumption is violated during execution");
  else
    ubsan_error(&place,
                "passing zero to __builtin_%s(), which is not a valid argument",
                data->kind == TRAILING_ZEROS ? "ctz" : "clz");
}

static void report_return(const struct return_data *data,
                          struct ubsan_location *at, const char *why) {
  struct ubsan_location place;

  if (!ubsan_take(at, &place))
    return;
  ubsan_error(&place, "null pointer returned from function declared to never "
                      "return null");
  if (data->attribute.file)
    ubsan_note(&data->attribute, "%s specified here", why);
}

UBSAN_CHECK(nonnull_return_v1,
            (struct return_data * data, struct ubsan_location *at),
            (data, at)) {
  report_return(data, at, "returns_nonnull attribute");
}

UBSAN_CHECK(nullability_return_v1,
            (struct return_data * data, struct ubsan_location *at),
            (data, at)) {
  report_return(data, at, "_Nonnull return type annotation");
}

static void report_argument(struct argument_data *data, const char *why) {
  struct ubsan_location place;

  if (!ubsan_take(&data->place, &place))
    return;
  ubsan_error(&place,
              "null pointer passed as argument %d, which is declared to never "
              "be null",
              data->index);
  if (data->attribute.file)
    ubsan_note(&data->attribute, "%s specified here", why);
}

UBSAN_CHECK(nonnull_arg, (struct argument_data * data), (data)) {
  report_argument(data, "nonnull attribute");
}

UBSAN_CHECK(nullability_arg, (struct argument_data * data), (data)) {
  report_argument(data, "_Nonnull type annotation");
}

UBSAN_FINAL_CHECK(builtin_unreachable, (struct place_data * data), (data)) {
  struct ubsan_location place;

  if (ubsan_take(&data->place, &place))
    ubsan_error(&place, "execution reached an unreachable program point");
}
