// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for device images and firmware, and the one build attribute that
// the emulator reads: the hardware model.
#include "emulator/loader/image-rules.h"

#include "base/byte-cursor.h"
#include "base/hardware-models.h"
#include "runtime/abi/address-map.h"

#include <algorithm>

namespace dpa {
namespace {

struct Range {
  uint64_t base;
  uint64_t end;
};

constexpr Range text = {DPA_TEXT_BASE, DPA_TEXT_BASE + DPA_TEXT_SIZE};
constexpr Range data = {DPA_DATA_BASE, DPA_THREAD_AREA_BASE};
constexpr Range firmware = {DPA_FIRMWARE_BASE, DPA_MAILBOX_BASE};

bool lies(const Segment &segment, Range range) {
  return segment.address >= range.base && segment.address < range.end &&
         segment.size <= range.end - segment.address;
}

std::string rangeText(Range range) {
  return hex(range.base) + " to " + hex(range.end - 1);
}

std::string segmentText(const Segment &segment) {
  return "segment at " + hex(segment.address) + " of " + hex(segment.size) +
         " bytes";
}

/// Segments must not overlap: which bytes would win depends on their order.
bool checkOverlap(std::vector<Segment> segments, std::string &error) {
  std::sort(segments.begin(), segments.end(),
            [](const auto &a, const auto &b) { return a.address < b.address; });
  for (size_t i = 1; i < segments.size(); ++i) {
    if (segments[i].address - segments[i - 1].address < segments[i - 1].size) {
      error = segmentText(segments[i - 1]) + " overlaps the " +
              segmentText(segments[i]);
      return false;
    }
  }
  return true;
}

bool checkPlaces(DeviceImage &image, std::string &error) {
  image.textEnd = text.base;
  image.dataEnd = data.base;
  for (const Segment &segment : image.elf.segments) {
    if (lies(segment, text) && !segment.writable) {
      image.textEnd = std::max(image.textEnd, segment.address + segment.size);
    } else if (lies(segment, data) && !segment.executable) {
      image.dataEnd = std::max(image.dataEnd, segment.address + segment.size);
    } else {
      error = segmentText(segment) +
              (segment.writable ? ", writable" : ", read-only") +
              (segment.executable ? ", executable" : "") +
              ": expected text and read-only data in " + rangeText(text) +
              ", or data in " + rangeText(data);
      return false;
    }
  }
  return checkOverlap(image.elf.segments, error);
}

bool isExecutable(const ElfFile &elf, uint64_t address) {
  return std::any_of(
      elf.segments.begin(), elf.segments.end(), [&](const Segment &segment) {
        return segment.executable && address >= segment.address &&
               address - segment.address < segment.size;
      });
}

bool checkEntry(const ElfFile &elf, std::string &error) {
  if (elf.entry % 2 == 0 && isExecutable(elf, elf.entry))
    return true;
  error = "expected an entry in executable text, got " + hex(elf.entry);
  return false;
}

bool checkThreadStorage(const ElfFile &elf, std::string &error) {
  if (elf.tlsSize > DPA_TLS_SIZE_MAX)
    error = "thread-local storage: expected at most " +
            std::to_string(DPA_TLS_SIZE_MAX) + " bytes, got " +
            std::to_string(elf.tlsSize);
  else if (elf.tlsAlignment > DPA_THREAD_AREA_SLOT)
    error = "thread-local storage: expected an alignment of at most " +
            hex(DPA_THREAD_AREA_SLOT) + ", got " + hex(elf.tlsAlignment);
  return error.empty();
}

bool checkModel(std::span<const std::byte> bytes, uint32_t deviceModel,
                std::string &error) {
  auto attributes = findSection(bytes, ".dpa.attributes");
  uint32_t model = attributes ? attributeModel(*attributes) : 0;
  if (model <= deviceModel)
    return true;
  error = "the image is built for " + modelText(model) +
          ", which is newer than the device's " + modelText(deviceModel);
  return false;
}

/// The rest of a part whose length, which is next, counts itself and `before`
/// bytes.
ByteCursor partOf(ByteCursor &cursor, uint64_t before) {
  constexpr unsigned lengthSize = 4;
  uint64_t length = cursor.number(lengthSize);
  return ByteCursor(cursor.take(length - before - lengthSize));
}

} // namespace

uint32_t attributeModel(std::span<const std::byte> attributes) {
  constexpr uint64_t modelTag = 2;
  ByteCursor all(attributes);
  if (all.number(1) != 'A')
    return 0;
  ByteCursor vendor = partOf(all, 0);
  if (vendor.string() != "nvidia" || vendor.number(1) != 1)
    return 0;
  ByteCursor pairs = partOf(vendor, 1);
  while (!pairs.isAtEnd()) {
    uint64_t tag = pairs.unsignedNumber();
    uint64_t value = pairs.unsignedNumber();
    if (!pairs.isGood() || tag > UINT32_MAX || value > UINT32_MAX)
      return 0;
    if (tag == modelTag)
      return static_cast<uint32_t>(value);
  }
  return 0;
}

std::string modelText(uint32_t model) {
  const HardwareModel *row = findModel(model);
  return row ? std::string(row->name) : "model " + std::to_string(model);
}

std::optional<DeviceImage> readDeviceImage(std::span<const std::byte> bytes,
                                           uint32_t deviceModel,
                                           std::string &error) {
  std::optional<ElfFile> elf = readElf(bytes, error);
  if (!elf)
    return std::nullopt;
  DeviceImage image{std::move(*elf)};
  if (!checkModel(bytes, deviceModel, error) || !checkPlaces(image, error) ||
      !checkEntry(image.elf, error) || !checkThreadStorage(image.elf, error))
    return std::nullopt;
  return image;
}

std::optional<ElfFile> readFirmware(std::span<const std::byte> bytes,
                                    std::string &error) {
  std::optional<ElfFile> elf = readElf(bytes, error);
  if (!elf)
    return std::nullopt;
  for (const Segment &segment : elf->segments) {
    if (!lies(segment, firmware)) {
      error = segmentText(segment) + ": expected firmware in " +
              rangeText(firmware);
      return std::nullopt;
    }
  }
  if (!checkOverlap(elf->segments, error) || !checkEntry(*elf, error))
    return std::nullopt;
  return elf;
}

} // namespace dpa
