// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes TLVs (authentication/nv-tlv.h).
#include "authentication/nv-tlv.h"

#include "authentication/big-endian.h"

namespace dpa::auth {

namespace {

constexpr uint32_t lengthMask = 0x1FF;
constexpr uint32_t readableBit = 1u << 24;
constexpr uint32_t overridableBit = 1u << 25;
constexpr unsigned priorityShift = 28;

std::vector<NvKind> readTable() {
  std::vector<NvKind> kinds;
#define NV_TLV(name, group, id, size)                                          \
  kinds.push_back({name, uint32_t{group} << 24 | (id), size, {}});
#define NV_FIELD(name, query, kind, offset, high, low)                         \
  kinds.back().fields.push_back(                                               \
      {name, query, FieldKind::kind, offset, high, low});
#include "authentication/nv-fields.def"
#undef NV_TLV
#undef NV_FIELD
  return kinds;
}

uint32_t maskOf(const NvField &field) {
  const unsigned width = field.high - field.low + 1u;
  return width == 32 ? ~uint32_t{0} : (uint32_t{1} << width) - 1;
}

} // namespace

const std::vector<NvKind> &nvKinds() {
  static const auto &kinds = *new std::vector<NvKind>(readTable());
  return kinds;
}

const NvKind *findKind(uint32_t type) {
  for (const NvKind &kind : nvKinds())
    if (kind.type == type)
      return &kind;
  return nullptr;
}

const NvKind *findKind(std::string_view name) {
  for (const NvKind &kind : nvKinds())
    if (kind.name == name)
      return &kind;
  return nullptr;
}

std::pair<const NvKind *, const NvField *>
findQueryName(std::string_view name) {
  for (const NvKind &kind : nvKinds())
    for (const NvField &field : kind.fields)
      if (!name.empty() && field.queryName == name)
        return {&kind, &field};
  return {};
}

std::optional<Priority> Tlv::priority() const {
  return priorityOf(bitsOf(head, 29, 28));
}

void Tlv::setPriority(Priority priority) {
  head = (head & ~(uint32_t{3} << priorityShift)) |
         static_cast<uint32_t>(priority) << priorityShift;
}

Tlv makeTlv(const NvKind &kind, Priority priority, bool isOverridable) {
  Tlv tlv;
  tlv.head = readableBit | (isOverridable ? overridableBit : 0) | kind.size;
  tlv.type = kind.type;
  tlv.data.resize(kind.size);
  tlv.setPriority(priority);
  return tlv;
}

void appendTlv(Bytes &out, const Tlv &tlv) {
  appendWord(out, tlv.head);
  appendWord(out, tlv.type);
  appendWord(out, 0);
  append(out, tlv.data);
}

Result<std::vector<Tlv>> readTlvs(ByteView bytes) {
  std::vector<Tlv> tlvs;
  for (size_t at = 0; at < bytes.size();) {
    const Error damaged{"malformed TLV at byte " + std::to_string(at)};
    const ByteView rest = bytes.subspan(at);
    if (rest.size() < tlvHeaderSize || wordAt(rest, 8) != 0)
      return damaged;
    Tlv tlv;
    tlv.head = wordAt(rest, 0);
    tlv.type = wordAt(rest, 4);
    const size_t size = tlv.head & lengthMask;
    const NvKind *kind = findKind(tlv.type);
    if (!kind)
      return Error{"unknown TLV " + hex(tlv.type) + " at byte " +
                   std::to_string(at)};
    if (size != kind->size || size > rest.size() - tlvHeaderSize)
      return Error{"TLV " + std::string(kind->name) + " has " +
                   std::to_string(size) + " bytes (expected " +
                   std::to_string(kind->size) + ")"};
    if (!tlv.priority())
      return damaged;
    const ByteView data = rest.subspan(tlvHeaderSize, size);
    tlv.data.assign(data.begin(), data.end());
    tlvs.push_back(std::move(tlv));
    at += tlvHeaderSize + size;
  }
  return tlvs;
}

uint32_t fieldOf(const Tlv &tlv, const NvField &field) {
  return wordAt(tlv.data, field.offset) >> field.low & maskOf(field);
}

void setField(Tlv &tlv, const NvField &field, uint32_t value) {
  const uint32_t mask = maskOf(field) << field.low;
  const uint32_t word =
      (wordAt(tlv.data, field.offset) & ~mask) | (value << field.low & mask);
  Bytes bytes;
  appendWord(bytes, word);
  std::ranges::copy(bytes, tlv.data.begin() + field.offset);
}

uint32_t fieldOf(const Tlv &tlv, std::string_view name) {
  if (const NvKind *kind = findKind(tlv.type))
    for (const NvField &field : kind->fields)
      if (field.name == name && !field.isArray())
        return fieldOf(tlv, field);
  return 0;
}

const Tlv *findTlv(const std::vector<Tlv> &tlvs, uint32_t type) {
  const auto found = std::ranges::find(tlvs, type, &Tlv::type);
  return found == tlvs.end() ? nullptr : &*found;
}

} // namespace dpa::auth
