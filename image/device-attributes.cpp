// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and reads build attributes of device ELFs (image/device-attributes.h).
#include "image/device-attributes.h"

namespace dpa::image {

namespace {

constexpr std::byte formatVersion{'A'};
constexpr std::string_view vendor("nvidia\0", 7);
constexpr std::byte fileTag{1};
constexpr uint64_t modelTag = 2;

void appendUleb(Bytes &out, uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<std::byte>(value | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<std::byte>(value));
}

/// Removes a number from the front of `bytes`; nothing if it does not end inside
/// them or needs more than 64 bits.
std::optional<uint64_t> takeUleb(ByteView &bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 63 && !bytes.empty(); shift += 7) {
    const auto digit = std::to_integer<uint64_t>(bytes.front());
    bytes = bytes.subspan(1);
    value |= (digit & 0x7F) << shift;
    if ((digit & 0x80) == 0)
      return value;
  }
  return std::nullopt;
}

/// Skips the value of a tag: even tags have a number, odd ones a NUL-terminated
/// string. False if it does not end.
bool skipValue(ByteView &attributes, uint64_t tag) {
  if (tag % 2 == 0)
    return takeUleb(attributes).has_value();
  const size_t end = textOf(attributes).find('\0');
  if (end == std::string_view::npos)
    return false;
  attributes = attributes.subspan(end + 1);
  return true;
}

Error damagedAttributes(const std::string &what) {
  return {"damaged section .dpa.attributes: " + what};
}

/// The attributes of the whole file, without the headers before them.
Result<ByteView> fileAttributes(ByteView section) {
  if (section.empty() || section.front() != formatVersion)
    return damagedAttributes("unknown format (expected 'A')");
  const ByteView vendorPart = section.subspan(1);
  const uint64_t headers = 4 + vendor.size();
  const std::optional<uint32_t> length = readU32(vendorPart, 0);
  if (!length || *length > vendorPart.size() || *length < headers + 5)
    return damagedAttributes("length of the vendor's part (expected at most " +
                             std::to_string(vendorPart.size()) + ", got " +
                             (length ? std::to_string(*length) : "nothing") +
                             ")");
  if (textOf(vendorPart.subspan(4, vendor.size())) != vendor)
    return damagedAttributes("unknown vendor (expected nvidia)");
  const ByteView filePart = vendorPart.subspan(headers, *length - headers);
  if (filePart.front() != fileTag)
    return damagedAttributes(
        "unknown scope (expected tag 1, got " +
        std::to_string(std::to_integer<int>(filePart.front())) + ")");
  const uint32_t fileLength = readU32(filePart, 1).value_or(0);
  if (fileLength < 5 || fileLength > filePart.size())
    return damagedAttributes("length of the file's part (expected at most " +
                             std::to_string(filePart.size()) + ", got " +
                             std::to_string(fileLength) + ")");
  return filePart.subspan(5, fileLength - 5);
}

} // namespace

Bytes encodeDeviceAttributes(uint32_t model) {
  Bytes attributes;
  appendUleb(attributes, modelTag);
  appendUleb(attributes, model);
  const auto fileLength = static_cast<uint32_t>(1 + 4 + attributes.size());
  Bytes out;
  out.push_back(formatVersion);
  appendU32(out, static_cast<uint32_t>(4 + vendor.size()) + fileLength);
  append(out, vendor);
  out.push_back(fileTag);
  appendU32(out, fileLength);
  append(out, attributes);
  return out;
}

Result<uint32_t> decodeDeviceAttributes(ByteView section) {
  Result<ByteView> found = fileAttributes(section);
  if (!found)
    return found.error();
  ByteView attributes = *found;
  while (!attributes.empty()) {
    const std::optional<uint64_t> tag = takeUleb(attributes);
    if (!tag)
      return damagedAttributes("a tag does not end");
    if (*tag == modelTag) {
      const std::optional<uint64_t> model = takeUleb(attributes);
      if (!model || *model > UINT32_MAX)
        return damagedAttributes("the hardware model is not a 32-bit number");
      return static_cast<uint32_t>(*model);
    }
    if (!skipValue(attributes, *tag))
      return damagedAttributes("the value of tag " + std::to_string(*tag) +
                               " does not end");
  }
  return damagedAttributes("no hardware model (expected tag 2)");
}

} // namespace dpa::image
