// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and reads process attributes (image/process-attributes.h).
#include "image/process-attributes.h"

#include "image/fat-container.h"
#include "image/model-id.h"

#include <algorithm>

namespace dpa::image {

namespace {

constexpr std::string_view attributesMagic = "DPAPATTR";
constexpr uint32_t attributesVersion = 1;
constexpr uint64_t attributesHeaderSize = 16;
constexpr uint64_t rowSize = 8;
constexpr uint64_t slotHeaderSize = 16;

constexpr ProcessFeature features[] = {
#define DPA_PROCESS_FEATURE(number, name) {number, name},
#include "image/process-features.def"
#undef DPA_PROCESS_FEATURE
};

Error damagedProcessAttributes(const std::string &what) {
  return {"damaged process attributes: " + what};
}

/// The row at `offset`, which is wholly inside `blob`.
Result<ProcessAttribute> readRow(ByteView blob, uint64_t offset) {
  const uint32_t feature = readU32(blob, offset).value_or(0);
  const uint32_t value = readU32(blob, offset + 4).value_or(0);
  if (value > 1)
    return damagedProcessAttributes("value of " + nameOfFeature(feature) +
                                    " (expected 0 or 1, got " +
                                    std::to_string(value) + ")");
  return ProcessAttribute{feature, value == 1};
}

} // namespace

std::span<const ProcessFeature> processFeatures() {
  return features;
}

std::string nameOfFeature(uint32_t number) {
  const auto *found =
      std::ranges::find(features, number, &ProcessFeature::number);
  return found == std::end(features) ? "feature " + std::to_string(number)
                                     : std::string(found->name);
}

Result<Bytes>
encodeProcessAttributes(std::span<const ProcessAttribute> attributes) {
  std::vector<ProcessAttribute> sorted(attributes.begin(), attributes.end());
  std::ranges::sort(sorted, {}, &ProcessAttribute::feature);
  const auto twice =
      std::ranges::adjacent_find(sorted, {}, &ProcessAttribute::feature);
  if (twice != sorted.end())
    return Error{nameOfFeature(twice->feature) + " stands twice"};
  Bytes out;
  append(out, attributesMagic);
  appendU32(out, attributesVersion);
  appendU32(out, static_cast<uint32_t>(sorted.size()));
  for (const ProcessAttribute &attribute : sorted) {
    appendU32(out, attribute.feature);
    appendU32(out, attribute.isWanted ? 1 : 0);
  }
  return out;
}

Result<std::vector<ProcessAttribute>> decodeProcessAttributes(ByteView blob) {
  if (blob.size() < attributesHeaderSize ||
      !textOf(blob).starts_with(attributesMagic))
    return Error{"no process attributes (expected the magic DPAPATTR)"};
  if (const uint32_t got = readU32(blob, 8).value_or(0);
      got != attributesVersion)
    return Error{"unknown version of process attributes (expected 1, got " +
                 std::to_string(got) + ")"};
  const uint64_t count = readU32(blob, 12).value_or(0);
  if (blob.size() != attributesHeaderSize + rowSize * count)
    return damagedProcessAttributes(
        "size (expected " +
        std::to_string(attributesHeaderSize + rowSize * count) + " bytes for " +
        std::to_string(count) + " rows, got " + std::to_string(blob.size()) +
        ")");
  std::vector<ProcessAttribute> attributes;
  for (uint64_t i = 0; i < count; ++i) {
    const Result<ProcessAttribute> row =
        readRow(blob, attributesHeaderSize + rowSize * i);
    if (!row)
      return row.error();
    if (!attributes.empty() && row->feature <= attributes.back().feature)
      return damagedProcessAttributes(
          "order (expected a feature above " +
          std::to_string(attributes.back().feature) + ", got " +
          std::to_string(row->feature) + ")");
    attributes.push_back(*row);
  }
  return attributes;
}

Result<Bytes> makeAttributeSpace(ByteView container, ByteView blob) {
  const Result<FatContainer> images = readFatContainer(container);
  if (!images)
    return images.error();
  Bytes slot;
  appendU64(slot, 0);
  appendU64(slot, blob.size());
  append(slot, blob);
  std::vector<FatMember> members;
  members.reserve(images->members.size());
  for (const FatMember &image : images->members)
    members.push_back({image.model, MemberKind::Attributes, slot, 0});
  return writeFatContainerInOrder(members);
}

Result<std::vector<AttributeSlot>> readAttributeSpace(ByteView section) {
  const Result<FatContainer> container = readFatContainer(section);
  if (!container)
    return container.error();
  std::vector<AttributeSlot> slots;
  for (const FatMember &member : container->members) {
    const uint64_t length = readU64(member.payload, 8).value_or(0);
    const std::optional<ByteView> blob =
        slice(member.payload, slotHeaderSize, length);
    if (!blob)
      return damagedProcessAttributes(
          "those for " + nameOfModel(member.model) +
          " are not inside their member (expected at most " +
          std::to_string(member.payload.size()) +
          " bytes with a header of 16, got " + std::to_string(length) + ")");
    slots.push_back({member.model, *blob});
  }
  return slots;
}

} // namespace dpa::image
