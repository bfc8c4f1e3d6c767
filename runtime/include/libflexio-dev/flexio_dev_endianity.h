/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Byte order: converts between values of the processor, which is little endian, and little- or
 * big-endian fields. Each macro's result has the width in its name.
 */
#ifndef FLEXIO_DEV_ENDIANITY_H
#define FLEXIO_DEV_ENDIANITY_H

#include <stdint.h>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the DPA is little endian"
#endif

#define cpu_to_le16(val) ((uint16_t)(val)) /**< to little endian */
#define cpu_to_le32(val) ((uint32_t)(val)) /**< to little endian */
#define cpu_to_le64(val) ((uint64_t)(val)) /**< to little endian */
#define le16_to_cpu(val) ((uint16_t)(val)) /**< from little endian */
#define le32_to_cpu(val) ((uint32_t)(val)) /**< from little endian */
#define le64_to_cpu(val) ((uint64_t)(val)) /**< from little endian */

/** To big endian. */
#define cpu_to_be16(val) ((uint16_t)__builtin_bswap16(val))
/** To big endian. */
#define cpu_to_be32(val) ((uint32_t)__builtin_bswap32(val))
/** To big endian. */
#define cpu_to_be64(val) ((uint64_t)__builtin_bswap64(val))
/** From big endian. */
#define be16_to_cpu(val) ((uint16_t)__builtin_bswap16(val))
/** From big endian. */
#define be32_to_cpu(val) ((uint32_t)__builtin_bswap32(val))
/** From big endian. */
#define be64_to_cpu(val) ((uint64_t)__builtin_bswap64(val))

#endif
