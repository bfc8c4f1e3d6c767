// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers, memory, breakpoints and watchpoints.
#include "emulator/gdb/session.h"
#include "emulator/gdb/target-description.h"

#include <algorithm>

namespace dpa::gdb {
namespace {

/// Bytes of memory in one packet.
constexpr uint64_t bytesMax = packetSizeMax / 2 - 16;

struct Range {
  uint64_t address = 0;
  uint64_t size = 0;
};

/// "address,size".
std::optional<Range> parseRange(Cursor &cursor) {
  const auto address = cursor.number();
  const auto size =
      address && cursor.skip(",") ? cursor.number() : std::nullopt;
  return size ? std::optional(Range{*address, *size}) : std::nullopt;
}

} // namespace

std::string Session::readRegisters() {
  std::string text;
  for (unsigned i = 0; i < generalRegisters; ++i) {
    uint64_t value = 0;
    if (!target_->readRegister(thread_, i, value))
      return "E01";
    appendRegister(text, value);
  }
  return text;
}

std::string Session::writeRegisters(Cursor cursor) {
  for (unsigned i = 0; i < generalRegisters; ++i) {
    const auto value = cursor.registerValue();
    if (!value || !target_->writeRegister(thread_, i, *value))
      return "E01";
  }
  return "OK";
}

std::string Session::readRegister(Cursor cursor) {
  const auto number = cursor.number();
  const size_t count = firstControlRegister + controlRegisters().size();
  uint64_t value = 0;
  if (!number || *number >= count ||
      !target_->readRegister(thread_, static_cast<unsigned>(*number), value))
    return "E01";
  std::string text;
  appendRegister(text, value);
  return text;
}

std::string Session::writeRegister(Cursor cursor) {
  const auto number = cursor.number();
  const auto value =
      number && cursor.skip("=") ? cursor.registerValue() : std::nullopt;
  return value && *number < generalRegisters &&
                 target_->writeRegister(thread_, static_cast<unsigned>(*number),
                                        *value)
             ? "OK"
             : "E01";
}

std::string Session::readMemory(Cursor cursor) {
  const auto range = parseRange(cursor);
  if (!range)
    return "E01";
  std::vector<std::byte> bytes(std::min(range->size, bytesMax));
  const size_t size = target_->read(thread_, range->address, bytes);
  if (size == 0 && !bytes.empty())
    return "E14";
  std::string text;
  appendBytes(text, std::span(bytes).first(size));
  return text;
}

std::string Session::writeMemory(Cursor cursor) {
  const auto range = parseRange(cursor);
  const auto bytes = range && cursor.skip(":") ? cursor.bytes() : std::nullopt;
  if (!bytes || bytes->size() != range->size)
    return "E01";
  return target_->write(thread_, range->address, *bytes) ? "OK" : "E14";
}

std::string Session::writeBinary(Cursor cursor) {
  const auto range = parseRange(cursor);
  if (!range || !cursor.skip(":") || cursor.rest().size() != range->size)
    return "E01";
  return target_->write(thread_, range->address,
                        std::as_bytes(std::span(cursor.rest())))
             ? "OK"
             : "E14";
}

/// "0,address,kind": 0 and 1 are breakpoints, 2 to 4 watchpoints for writes,
/// reads, and both.
std::string Session::setPoint(Cursor cursor, bool isSet) {
  const auto type = cursor.number();
  const auto range =
      type && cursor.skip(",") ? parseRange(cursor) : std::nullopt;
  if (!range)
    return "E01";
  if (*type <= 1)
    return target_->setBreakpoint(range->address, isSet) ? "OK" : "E01";
  constexpr WatchKind kinds[] = {WatchKind::Write, WatchKind::Read,
                                 WatchKind::Access};
  if (*type - 2 >= std::size(kinds))
    return "";
  return target_->setWatchpoint(range->address, range->size, kinds[*type - 2],
                                isSet)
             ? "OK"
             : "E01";
}

} // namespace dpa::gdb
