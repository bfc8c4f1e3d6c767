// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sections of an instrumented image to a raw profile:
//
//   header | build id | data | counters | bitmap | names
//
// Every part but the header is padded to 8 bytes. See raw-profile.h.
#include "image/raw-profile.h"

#include <algorithm>
#include <elf.h>
#include <limits>

namespace dpa::image {
namespace {

constexpr const char *countersSection = "__llvm_prf_cnts";
constexpr const char *bitmapSection = "__llvm_prf_bits";
constexpr const char *dataSection = "__llvm_prf_data";
constexpr const char *namesSection = "__llvm_prf_names";
/// Holds the version that the compiler has set, with its variant bits; absent in
/// images of -fprofile-instr-generate.
constexpr const char *versionSymbol = "__llvm_profile_raw_version";

constexpr uint64_t rawProfileMagic = 0xff6c70726f667281; // "\xfflprofr\x81"
constexpr uint64_t rawProfileVersion = 10;
/// Variants whose counters and records are as here: instrumentation of IR, at
/// function entries, at loop entries.
constexpr uint64_t knownVariants = (1ULL << 56) | (1ULL << 58) | (1ULL << 55);
constexpr uint64_t dataRecordSize =
    64;                               ///< __llvm_profile_data of 64-bit targets
constexpr uint64_t lastValueKind = 2; ///< IPVK_Last
constexpr size_t alignment = 8;

uint64_t padding(uint64_t size) {
  return -size % alignment;
}

void appendPadded(Bytes &out, ByteView bytes) {
  append(out, bytes);
  out.resize(out.size() + padding(bytes.size()));
}

/// The linker script gives them bytes in the file, so that their size is bounded.
Result<void> checkSection(const ElfSection &section, uint64_t unit) {
  if (section.bytes.size() == section.size && section.size % unit == 0)
    return {};
  return Error{"section " + section.name + ": " +
               std::to_string(section.bytes.size()) + " of " +
               std::to_string(section.size) +
               " bytes are in the file (expected all, and a multiple of " +
               std::to_string(unit) + ")"};
}

ProfileMemory::Range rangeOf(const ElfSection *section) {
  return section ? ProfileMemory::Range{section->address, section->size}
                 : ProfileMemory::Range{};
}

/// A number in a loaded section.
std::optional<uint64_t> numberAt(const DeviceElf &elf, uint64_t address) {
  for (const ElfSegment &segment : elf.segments())
    if (segment.type == PT_LOAD && address >= segment.address)
      if (const auto number = readU64(segment.bytes, address - segment.address))
        return number;
  return std::nullopt;
}

Result<uint64_t> versionOf(const DeviceElf &elf) {
  const std::optional<uint64_t> symbol = elf.address(versionSymbol);
  if (!symbol)
    return rawProfileVersion;
  const std::optional<uint64_t> value = numberAt(elf, *symbol);
  if (!value || (*value & ~knownVariants) != rawProfileVersion)
    return Error{"raw profile version " + hex(value.value_or(0)) +
                 " is not supported (expected " + hex(rawProfileVersion) +
                 ", of LLVM 22 with 64-bit counters)"};
  return *value;
}

} // namespace

Result<std::optional<ProfileMemory>> profileMemoryOf(const DeviceElf &elf) {
  const ElfSection *counters = elf.section(countersSection);
  const ElfSection *data = elf.section(dataSection);
  if (!counters || !data)
    return std::optional<ProfileMemory>();
  const ElfSection *bitmap = elf.section(bitmapSection);
  Result<void> checked = checkSection(*counters, sizeof(uint64_t));
  if (checked)
    checked = checkSection(*data, dataRecordSize);
  if (checked && bitmap)
    checked = checkSection(*bitmap, 1);
  if (!checked)
    return checked.error();
  return std::optional<ProfileMemory>({rangeOf(counters), rangeOf(bitmap)});
}

void ProfileCounts::add(const ProfileCounts &other) {
  counters.resize(std::max(counters.size(), other.counters.size()));
  bitmap.resize(std::max(bitmap.size(), other.bitmap.size()));
  for (size_t i = 0; i < other.counters.size(); ++i) {
    const uint64_t sum = counters[i] + other.counters[i];
    counters[i] =
        sum < counters[i] ? std::numeric_limits<uint64_t>::max() : sum;
  }
  for (size_t i = 0; i < other.bitmap.size(); ++i)
    bitmap[i] |= other.bitmap[i];
}

Result<Bytes> rawProfile(const DeviceElf &elf, ByteView buildId,
                         const ProfileCounts &counts) {
  const ElfSection *data = elf.section(dataSection);
  const ElfSection *names = elf.section(namesSection);
  const ElfSection *counters = elf.section(countersSection);
  if (!data || !names || !counters)
    return Error{"image has no sections of -fprofile-instr-generate"};
  const ProfileMemory::Range bitmap = rangeOf(elf.section(bitmapSection));
  const Result<uint64_t> found = versionOf(elf);
  if (!found)
    return found.error();

  Bytes id;
  if (!buildId.empty()) {
    appendU64(id, buildId.size());
    appendPadded(id, buildId);
  }
  Bytes file;
  const uint64_t header[] = {
      rawProfileMagic,
      *found,
      id.size(),
      data->bytes.size() / dataRecordSize,
      0, // padding before the counters
      counts.counters.size(),
      0, // padding after them
      counts.bitmap.size(),
      padding(counts.bitmap.size()),
      names->bytes.size(),
      counters->address - data->address,
      bitmap.size == 0 ? 0 : bitmap.address - data->address,
      names->address,
      0, // virtual tables
      0, // and their names
      lastValueKind,
  };
  for (const uint64_t field : header)
    appendU64(file, field);
  append(file, id);
  append(file, data->bytes);
  for (const uint64_t counter : counts.counters)
    appendU64(file, counter);
  appendPadded(file, counts.bitmap);
  appendPadded(file, names->bytes);
  return file;
}

} // namespace dpa::image
