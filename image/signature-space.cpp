// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes and reads the reserved room for signatures (image/signature-space.h).
#include "image/signature-space.h"

#include "image/fat-container.h"
#include "image/model-id.h"

namespace dpa::image {

/// The slot that fills `bytes`, which lie at `offset` of the section.
static Result<SignatureSlot> readSlot(ByteView bytes, uint32_t model,
                                      uint64_t offset) {
  const std::optional<uint64_t> used = readU64(bytes, 0);
  if (!used)
    return Error{"signature slot for " + nameOfModel(model) +
                 " is too small (expected at least 8 bytes, got " +
                 std::to_string(bytes.size()) + ")"};
  const uint64_t capacity = bytes.size() - 8;
  if (*used > capacity)
    return Error{"signature for " + nameOfModel(model) +
                 " is longer than its slot (expected at most " +
                 std::to_string(capacity) + " bytes, got " +
                 std::to_string(*used) + ")"};
  return SignatureSlot{model, offset, capacity, *used};
}

Result<std::vector<SignatureSlot>> readSignatureSpace(ByteView section) {
  std::vector<SignatureSlot> slots;
  const bool isContainer = isFatContainer(section);
  FatContainer container;
  if (isContainer) {
    Result<FatContainer> read = readFatContainer(section);
    if (!read)
      return read.error();
    container = std::move(*read);
  } else {
    container.members.push_back({unknownModel, MemberKind::Signature, section});
  }
  for (const FatMember &member : container.members) {
    const Result<SignatureSlot> slot =
        readSlot(member.payload, member.model, member.offset);
    if (!slot)
      return slot.error();
    slots.push_back(*slot);
  }
  return slots;
}

Result<Bytes> makeSignatureSpace(std::span<const uint32_t> models) {
  const Bytes unsignedMember(signatureMemberSize, std::byte{0});
  std::vector<FatMember> members;
  members.reserve(models.size());
  for (const uint32_t model : models)
    members.push_back({model, MemberKind::Signature, unsignedMember, 0});
  return writeFatContainer(members);
}

} // namespace dpa::image
