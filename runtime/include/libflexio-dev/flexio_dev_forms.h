/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Both forms of the device calls whose signature changed in version 24.10; used by the other
 * headers only. Before, such a call had the thread context as its first argument and returned a
 * status; since then it has no context, and window calls have the window entity in its place.
 * FLEXIO_DEV_VER_USED selects the form; without it both forms compile: doorbells are distinguished
 * by their number of arguments, window calls by the type of the first one.
 */
#ifndef FLEXIO_DEV_FORMS_H
#define FLEXIO_DEV_FORMS_H

#include "flexio_dev_ver.h"

/* The forms that compile; set before FLEXIO_DEV_VER_USED gets its default. */
#if !defined FLEXIO_DEV_VER_USED
#define FLEXIO_DEV_HAS_FORM_OF_THREAD_ 1
#define FLEXIO_DEV_HAS_FORM_ALONE_ 1
#elif FLEXIO_DEV_VER_USED < FLEXIO_DEV_VER(24, 10, 0)
#define FLEXIO_DEV_HAS_FORM_OF_THREAD_ 1
#define FLEXIO_DEV_HAS_FORM_ALONE_ 0
#else
#define FLEXIO_DEV_HAS_FORM_OF_THREAD_ 0
#define FLEXIO_DEV_HAS_FORM_ALONE_ 1
#endif

/* --- Doorbells: FLEXIO_DEV_FORM<n>_(function, arguments) for a function of n arguments. A call
 * with a thread context evaluates it and returns success. */

#define FLEXIO_DEV_ALONE_(function, ...) function(__VA_ARGS__)
#define FLEXIO_DEV_OF_THREAD_(function, dtctx, ...)                            \
  ((void)(dtctx), function(__VA_ARGS__), flexio_dev_rung_())

#define FLEXIO_DEV_PICK2_(a, b, form, ...) form
#define FLEXIO_DEV_PICK3_(a, b, c, form, ...) form
#define FLEXIO_DEV_PICK5_(a, b, c, d, e, form, ...) form

#if FLEXIO_DEV_HAS_FORM_OF_THREAD_ && FLEXIO_DEV_HAS_FORM_ALONE_
#define FLEXIO_DEV_FORM1_(function, ...)                                       \
  FLEXIO_DEV_PICK2_(__VA_ARGS__, FLEXIO_DEV_OF_THREAD_, FLEXIO_DEV_ALONE_, )   \
  (function, __VA_ARGS__)
#define FLEXIO_DEV_FORM2_(function, ...)                                       \
  FLEXIO_DEV_PICK3_(__VA_ARGS__, FLEXIO_DEV_OF_THREAD_, FLEXIO_DEV_ALONE_,     \
                    FLEXIO_DEV_ALONE_, )                                       \
  (function, __VA_ARGS__)
#define FLEXIO_DEV_FORM4_(function, ...)                                       \
  FLEXIO_DEV_PICK5_(__VA_ARGS__, FLEXIO_DEV_OF_THREAD_, FLEXIO_DEV_ALONE_,     \
                    FLEXIO_DEV_ALONE_, FLEXIO_DEV_ALONE_, FLEXIO_DEV_ALONE_, ) \
  (function, __VA_ARGS__)
#elif FLEXIO_DEV_HAS_FORM_OF_THREAD_
#define FLEXIO_DEV_FORM1_ FLEXIO_DEV_OF_THREAD_
#define FLEXIO_DEV_FORM2_ FLEXIO_DEV_OF_THREAD_
#define FLEXIO_DEV_FORM4_ FLEXIO_DEV_OF_THREAD_
#else
#define FLEXIO_DEV_FORM1_ FLEXIO_DEV_ALONE_
#define FLEXIO_DEV_FORM2_ FLEXIO_DEV_ALONE_
#define FLEXIO_DEV_FORM4_ FLEXIO_DEV_ALONE_
#endif

/* --- Windows: the entity that the first argument selects; a thread context selects entity 0. */

#if FLEXIO_DEV_HAS_FORM_OF_THREAD_ && FLEXIO_DEV_HAS_FORM_ALONE_
#define FLEXIO_DEV_ENTITY_(first)                                              \
  _Generic((first),                                                            \
      struct flexio_dev_thread_ctx *: flexio_dev_entity_of_thread_,            \
      const struct flexio_dev_thread_ctx *: flexio_dev_entity_of_thread_,      \
      default: flexio_dev_entity_alone_)(first)
#elif FLEXIO_DEV_HAS_FORM_OF_THREAD_
#define FLEXIO_DEV_ENTITY_(first) flexio_dev_entity_of_thread_(first)
#else
#define FLEXIO_DEV_ENTITY_(first) flexio_dev_entity_alone_(first)
#endif

#endif
