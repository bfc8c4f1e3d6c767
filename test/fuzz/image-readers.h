// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each reader of image/: reads any bytes, and touches all results, so that AddressSanitizer
// detects a view outside the input. Used by the fuzz targets and by the tests that cut files off
// and change them.
#ifndef DPA_TEST_FUZZ_IMAGE_READERS_H
#define DPA_TEST_FUZZ_IMAGE_READERS_H

#include "base/byte-cursor.h"
#include "image/archive.h"
#include "image/call-frames.h"
#include "image/core-file.h"
#include "image/debug-information.h"
#include "image/device-attributes.h"
#include "image/device-elf.h"
#include "image/dpa-object.h"
#include "image/elf-writer.h"
#include "image/fat-container.h"
#include "image/host-sections.h"
#include "image/host-stub-text.h"
#include "image/inline-calls.h"
#include "image/interface-record.h"
#include "image/line-table.h"
#include "image/process-attributes.h"
#include "image/raw-profile.h"
#include "image/signature-space.h"
#include "test/fuzz/touch.h"

#include <algorithm>
#include <cstdlib>

namespace dpa::test {

inline void touch(ByteView bytes) {
  touch(textOf(bytes));
}

/// An error has a reason.
inline bool hasReason(const Error &error) {
  if (error.message.empty())
    std::abort();
  return false;
}

inline bool exerciseFatContainer(ByteView bytes) {
  const auto container = image::readFatContainer(bytes);
  if (!container)
    return hasReason(container.error());
  for (const image::FatMember &member : container->members)
    touch(member.payload);
  return true;
}

inline bool exerciseCoreFile(ByteView bytes) {
  const auto core = image::readCore(bytes);
  if (!core)
    return hasReason(core.error());
  for (const image::CoreFact &fact : core->facts) {
    touch(fact.key);
    touch(fact.value);
  }
  return !core->threads.empty();
}

inline bool exerciseInterfaceRecord(ByteView bytes) {
  const auto records = image::decodeInterfaceRecords(bytes);
  if (!records)
    return hasReason(records.error());
  // Records that were read are written back unchanged.
  Bytes again;
  for (const image::InterfaceRecord &record : *records)
    append(again, image::encodeInterfaceRecord(record));
  if (textOf(again) != textOf(bytes))
    std::abort();
  touch(image::combineRecords(*records, "stem").hostStub);
  return true;
}

inline bool exerciseDeviceAttributes(ByteView bytes) {
  const auto model = image::decodeDeviceAttributes(bytes);
  return model ? true : hasReason(model.error());
}

inline void exerciseRawProfile(const image::DeviceElf &elf) {
  const auto memory = image::profileMemoryOf(elf);
  if (!memory) {
    hasReason(memory.error());
    return;
  }
  if (!*memory)
    return;
  const auto profile = image::rawProfile(
      elf, viewOf("id"),
      {.counters = std::vector<uint64_t>((*memory)->counters.size / 8),
       .bitmap = Bytes((*memory)->bitmap.size)});
  if (!profile)
    hasReason(profile.error());
  else
    touch(*profile);
}

inline bool exerciseDeviceElf(ByteView bytes) {
  const auto elf = image::DeviceElf::open(bytes);
  if (!elf)
    return hasReason(elf.error());
  for (const image::ElfSegment &segment : elf->segments())
    touch(segment.bytes);
  if (const image::ElfSection *text = elf->section(".text"))
    touch(text->bytes);
  for (const uint64_t address : {elf->entry(), elf->entry() + 4, uint64_t{0}})
    if (const auto symbol = elf->symbolAt(address))
      touch(symbol->name);
  exerciseRawProfile(*elf);
  return true;
}

inline bool exerciseArchive(ByteView bytes) {
  const auto members = image::readArchive(bytes);
  if (!members)
    return hasReason(members.error());
  for (const image::ArchiveMember &member : *members) {
    touch(member.name);
    touch(bytes.subspan(member.offset, member.bytes.size()));
    touch(member.bytes);
  }
  return true;
}

/// Any ELF file, as host object, device object and executable.
inline bool exerciseElfFile(ByteView bytes) {
  const auto elf = image::readElf(bytes);
  const auto target = image::hostTargetOf(bytes);
  const auto records = image::readInterfaceRecords(bytes);
  if (!target != !elf)
    std::abort();
  if (!records)
    hasReason(records.error());
  if (!elf)
    return hasReason(elf.error());
  for (const image::ElfSection &section : elf->sections) {
    touch(section.name);
    touch(section.bytes);
  }
  for (const std::string_view library : elf->neededLibraries())
    touch(library);
  for (const image::ElfSegment &segment : elf->segments)
    touch(segment.bytes);
  const auto symbols = elf->symbols();
  if (!symbols)
    return hasReason(symbols.error());
  for (const image::ElfSymbol &symbol : *symbols)
    touch(symbol.name);
  return true;
}

inline bool exerciseDpaObject(ByteView bytes) {
  const bool isOne = image::isDpaObject(bytes);
  const auto object = image::readDpaObject(bytes);
  if (!object)
    return hasReason(object.error());
  if (!isOne)
    std::abort();
  for (const image::FatMember &member : object->objects.members) {
    touch(member.payload);
    if (image::kindOf(member.payload) == image::FileKind::Elf)
      exerciseElfFile(member.payload);
  }
  for (const image::InterfaceRecord &record : object->records)
    touch(record.hostStub);
  return true;
}

/// A blob of process attributes; one that was read is written back unchanged.
inline bool exerciseProcessAttributes(ByteView bytes) {
  const auto attributes = image::decodeProcessAttributes(bytes);
  if (!attributes)
    return hasReason(attributes.error());
  const auto again = image::encodeProcessAttributes(*attributes);
  if (!again || textOf(*again) != textOf(bytes))
    std::abort();
  return true;
}

/// The section with a blob for each image.
inline bool exerciseAttributeSpace(ByteView bytes) {
  const auto slots = image::readAttributeSpace(bytes);
  if (!slots)
    return hasReason(slots.error());
  for (const image::AttributeSlot &slot : *slots) {
    touch(slot.blob);
    exerciseProcessAttributes(slot.blob);
  }
  return true;
}

inline bool exerciseSignatureSpace(ByteView bytes) {
  const auto slots = image::readSignatureSpace(bytes);
  if (!slots)
    return hasReason(slots.error());
  for (const image::SignatureSlot &slot : *slots) {
    touch(bytes.subspan(slot.offset, 8 + slot.capacity));
    if (slot.used > slot.capacity)
      std::abort();
  }
  return true;
}

/// Line tables: an address of 8 bytes, the sizes of .debug_line and
/// .debug_line_str in 2 bytes each, the sections, and the rest is .debug_str.
/// An address, then the sections of debug information that it is looked up in,
/// in an ELF file made of them.
inline bool exerciseInlineCalls(ByteView bytes) {
  ByteCursor cursor(bytes);
  const uint64_t address = cursor.number(8);
  std::vector<image::Blob> sections;
  for (const char *name :
       {".debug_info", ".debug_abbrev", ".debug_ranges", ".debug_rnglists",
        ".debug_addr", ".debug_str_offsets", ".debug_str", ".debug_line",
        ".debug_line_str"}) {
    image::Blob &blob = sections.emplace_back();
    blob.section = name;
    const uint64_t size = cursor.number(2);
    blob.bytes = cursor.take(std::min<uint64_t>(size, cursor.left()));
  }
  constexpr uint16_t riscv = 243;
  const auto file = image::writeBlobObject(sections, {riscv, 0});
  if (!file)
    return hasReason(file.error());
  const auto calls = image::findInlineCalls(*file, address);
  for (const image::InlineCall &call : calls) {
    touch(call.function);
    touch(call.call.file);
  }
  return !calls.empty();
}

inline bool exerciseLineTable(ByteView bytes) {
  ByteCursor cursor(bytes);
  const uint64_t address = cursor.number(8);
  const uint64_t linesSize = cursor.number(2);
  const uint64_t stringsSize = cursor.number(2);
  auto section = [&](const char *name, uint64_t size) {
    image::Blob blob;
    blob.section = name;
    blob.bytes = cursor.take(std::min<uint64_t>(size, cursor.left()));
    return blob;
  };
  const image::Blob sections[] = {section(".debug_line", linesSize),
                                  section(".debug_line_str", stringsSize),
                                  section(".debug_str", cursor.left())};
  constexpr uint16_t riscv = 243;
  const auto image = image::writeBlobObject(sections, {riscv, 0});
  if (!image)
    std::abort();
  bool isFound = false;
  for (const uint64_t each : {address, uint64_t{0}, UINT64_MAX})
    if (const auto line = image::findLine(*image, each)) {
      touch(line->file);
      // A line number of 0 means that there is none.
      if (line->line == 0)
        std::abort();
      isFound = true;
    }
  image::DebugInformation information(*image);
  for (const uint64_t each : {address, uint64_t{0}, UINT64_MAX})
    if (const auto line = information.lineAt(each))
      touch(line->file);
  return isFound;
}

/// Frame data: a pc of 8 bytes, a return address of 8, the size of the stack in 2
/// bytes, the stack, and the rest is .debug_frame.
inline bool exerciseCallFrames(ByteView bytes) {
  ByteCursor cursor(bytes);
  image::ThreadState thread;
  thread.pc = cursor.number(8);
  thread.x.fill(0xbe000000);
  thread.x[1] = cursor.number(8);
  const uint64_t stackSize = cursor.number(2);
  thread.stack = cursor.take(std::min<uint64_t>(stackSize, cursor.left()));
  image::Blob frames;
  frames.section = ".debug_frame";
  frames.bytes = cursor.take(cursor.left());
  constexpr uint16_t riscv = 243;
  const auto image = image::writeBlobObject({&frames, 1}, {riscv, 0});
  if (!image)
    std::abort();
  return !image::findCallers(*image, thread).empty();
}

inline bool exerciseHostFile(ByteView bytes) {
  const auto apps = image::findApps(bytes);
  if (!apps)
    return hasReason(apps.error());
  for (const image::App &app : *apps)
    for (const image::AppImage &image : app.images)
      touch(bytes.subspan(image.offset, image.size));
  return true;
}

} // namespace dpa::test

#endif
