// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and reads interface records (image/interface-record.h).
#include "image/interface-record.h"

#include "image/elf-file.h"

namespace dpa::image {

namespace {

constexpr std::string_view interfaceMagic = "DPAIFACE";
constexpr uint32_t interfaceVersion = 2;
constexpr uint64_t recordHeaderSize = 28;

uint32_t lengthOf(const std::string &text) {
  return static_cast<uint32_t>(text.size());
}

/// Reads fields from the front of a record; once one is missing,
/// everything after is empty and `isComplete` false.
class Taker {
public:
  explicit Taker(ByteView bytes) : rest(bytes) {}

  ByteView take(uint64_t size) {
    const std::optional<ByteView> part = slice(rest, 0, size);
    if (!part) {
      isComplete = false;
      rest = {};
      return {};
    }
    rest = rest.subspan(size);
    return *part;
  }
  uint32_t number() { return readU32(take(4), 0).value_or(0); }
  uint64_t longNumber() { return readU64(take(8), 0).value_or(0); }
  std::string text(uint64_t size) { return std::string(textOf(take(size))); }

  bool isComplete = true;
  ByteView rest;
};

Error damagedInterface(const std::string &what) {
  return {"damaged section .dpa_interface: " + what};
}

void encodeFunction(Bytes &out, const InterfaceFunction &function) {
  appendU32(out, static_cast<uint32_t>(function.kind));
  appendU32(out, lengthOf(function.name));
  appendU32(out, lengthOf(function.packName));
  appendU32(out, lengthOf(function.unpackName));
  appendU64(out, function.argumentBufferSize);
  append(out, function.name);
  append(out, function.packName);
  append(out, function.unpackName);
}

Result<InterfaceFunction> decodeFunction(Taker &taker) {
  InterfaceFunction function;
  function.kind = static_cast<EntryKind>(taker.number());
  const uint32_t nameLength = taker.number();
  const uint32_t packLength = taker.number();
  const uint32_t unpackLength = taker.number();
  function.argumentBufferSize = taker.longNumber();
  function.name = taker.text(nameLength);
  function.packName = taker.text(packLength);
  function.unpackName = taker.text(unpackLength);
  if (!taker.isComplete)
    return damagedInterface("an entry point is cut off");
  if (function.kind != EntryKind::Rpc && function.kind != EntryKind::Global)
    return damagedInterface(
        "unknown kind of entry point '" + function.name +
        "' (expected 1 or 2, got " +
        std::to_string(static_cast<uint32_t>(function.kind)) + ")");
  return function;
}

/// One record; `bytes` are exactly it.
Result<InterfaceRecord> decodeRecord(ByteView bytes) {
  Taker taker(bytes.subspan(16));
  const uint32_t count = taker.number();
  const uint32_t stemLength = taker.number();
  const uint32_t stubLength = taker.number();
  InterfaceRecord record;
  record.stem = taker.text(stemLength);
  if (!taker.isComplete)
    return damagedInterface("the name of a source is cut off");
  for (uint32_t i = 0; i < count; ++i) {
    Result<InterfaceFunction> function = decodeFunction(taker);
    if (!function)
      return function.error().in("source '" + record.stem + "'");
    record.functions.push_back(std::move(*function));
  }
  record.hostStub = taker.text(stubLength);
  if (!taker.isComplete)
    return damagedInterface("the host stub of source '" + record.stem +
                            "' is cut off");
  if (!taker.rest.empty())
    return damagedInterface("a record has " +
                            std::to_string(taker.rest.size()) +
                            " bytes more than its parts need");
  return record;
}

} // namespace

Bytes encodeInterfaceRecord(const InterfaceRecord &record) {
  Bytes body;
  append(body, record.stem);
  for (const InterfaceFunction &function : record.functions)
    encodeFunction(body, function);
  append(body, record.hostStub);
  Bytes out;
  append(out, interfaceMagic);
  appendU32(out, interfaceVersion);
  appendU32(out, static_cast<uint32_t>(recordHeaderSize + body.size()));
  appendU32(out, static_cast<uint32_t>(record.functions.size()));
  appendU32(out, lengthOf(record.stem));
  appendU32(out, lengthOf(record.hostStub));
  append(out, body);
  return out;
}

Result<std::vector<InterfaceRecord>> decodeInterfaceRecords(ByteView section) {
  std::vector<InterfaceRecord> records;
  while (!section.empty()) {
    if (section.size() < recordHeaderSize ||
        !textOf(section).starts_with(interfaceMagic))
      return damagedInterface(
          "no record at its place (expected the magic DPAIFACE)");
    const uint32_t recordVersion = readU32(section, 8).value_or(0);
    if (recordVersion != interfaceVersion)
      return damagedInterface("unknown version (expected " +
                              std::to_string(interfaceVersion) + ", got " +
                              std::to_string(recordVersion) +
                              "): the object was made by another release");
    const uint32_t size = readU32(section, 12).value_or(0);
    if (size < recordHeaderSize || size > section.size())
      return damagedInterface("size of a record (expected " +
                              std::to_string(recordHeaderSize) + " to " +
                              std::to_string(section.size()) + ", got " +
                              std::to_string(size) + ")");
    Result<InterfaceRecord> record = decodeRecord(section.first(size));
    if (!record)
      return record.error();
    records.push_back(std::move(*record));
    section = section.subspan(size);
  }
  return records;
}

Result<std::vector<InterfaceRecord>>
readInterfaceRecords(ByteView deviceObject) {
  Result<ElfFile> file = readElf(deviceObject);
  if (!file)
    return file.error();
  std::vector<InterfaceRecord> records;
  for (const ElfSection &section : file->sections) {
    if (section.name != interfaceSection)
      continue;
    Result<std::vector<InterfaceRecord>> more =
        decodeInterfaceRecords(section.bytes);
    if (!more)
      return more.error();
    records.insert(records.end(), std::make_move_iterator(more->begin()),
                   std::make_move_iterator(more->end()));
  }
  return records;
}

} // namespace dpa::image
