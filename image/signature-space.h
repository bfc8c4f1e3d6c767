// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of a section `.dpa_sig_<app>`: a fat container that reserves room
// for one signature for each image. A member is a u64 used length (0: unsigned)
// and 65536 bytes that a signing tool fills in place.
#ifndef DPA_IMAGE_SIGNATURE_SPACE_H
#define DPA_IMAGE_SIGNATURE_SPACE_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

inline constexpr uint64_t signatureCapacity = 65536;
inline constexpr uint64_t signatureMemberSize = 8 + signatureCapacity;

/// Room for one signature in the bytes of a section.
struct SignatureSlot {
  uint32_t model =
      0; ///< DPA_ID; unknownModel if the section is not a container
  uint64_t offset = 0;   ///< of the used length, from the start of the section
  uint64_t capacity = 0; ///< bytes for the signature after it
  uint64_t used = 0;     ///< 0: unsigned
};

/// The slots of a section, in its order. Errors: a damaged container, a slot
/// that is too small for its length, a signature longer than its slot.
Result<std::vector<SignatureSlot>> readSignatureSpace(ByteView section);

/// Empty space for the models; two of one model are an error.
Result<Bytes> makeSignatureSpace(std::span<const uint32_t> models);

} // namespace dpa::image

#endif
