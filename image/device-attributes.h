// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of a device ELF's section `.dpa.attributes`, in the encoding of
// RISC-V build attributes: 'A', u32 length, "nvidia\0", file tag 1, u32 length,
// then tag 2 with the DPA_ID as ULEB128. 19 bytes for every model of today.
#ifndef DPA_IMAGE_DEVICE_ATTRIBUTES_H
#define DPA_IMAGE_DEVICE_ATTRIBUTES_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

inline constexpr std::string_view deviceAttributesSection = ".dpa.attributes";
/// SHT_RISCV_ATTRIBUTES: the section's type.
inline constexpr uint32_t deviceAttributesType = 0x70000003;

Bytes encodeDeviceAttributes(uint32_t model);

/// The DPA_ID. Errors: not this format, truncated, no model in it.
Result<uint32_t> decodeDeviceAttributes(ByteView section);

} // namespace dpa::image

#endif
