// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes the reserved room for signatures (image/signature-space.h).
#include "image/signature-space.h"

#include "image/fat-container.h"

namespace dpa::image {

Result<Bytes> makeSignatureSpace(std::span<const uint32_t> models) {
  const Bytes unsignedMember(signatureMemberSize, std::byte{0});
  std::vector<FatMember> members;
  members.reserve(models.size());
  for (const uint32_t model : models)
    members.push_back({model, MemberKind::Signature, unsignedMember, 0});
  return writeFatContainer(members);
}

} // namespace dpa::image
