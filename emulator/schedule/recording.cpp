// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The format of recordings: the text of each line.
#include "emulator/schedule/recording.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

namespace dpa {
namespace {

constexpr std::array<const char *, 15> kindNames = {
    "open",   "create",  "destroy", "call",  "read", "write", "fill", "ended",
    "change", "timeout", "port",    "frame", "link", "sent",  "join"};
constexpr std::string_view digits = "0123456789abcdef";

/// Whether contents are written as they are.
bool isText(Arrival::Kind kind) {
  return kind == Arrival::Kind::Port || kind == Arrival::Kind::Join;
}

} // namespace

const char *nameOf(Arrival::Kind kind) {
  return kindNames[static_cast<size_t>(kind)];
}

std::optional<Arrival::Kind> arrivalKind(std::string_view name) {
  const auto *found = std::ranges::find(kindNames, name);
  if (found == kindNames.end())
    return std::nullopt;
  return static_cast<Arrival::Kind>(found - kindNames.begin());
}

RecordingLine::RecordingLine(const RecordedArrival &arrival)
    : size_(static_cast<size_t>(std::snprintf(
          text_.data(), text_.size(),
          "%" PRIu64 " %s %" PRIu64 " %" PRIx64 "\n", arrival.instructions,
          nameOf(arrival.key.kind), arrival.key.process, arrival.key.digest))) {
}

RecordingLine RecordingLine::end(uint64_t digest) {
  RecordingLine line;
  line.size_ = static_cast<size_t>(std::snprintf(
      line.text_.data(), line.text_.size(), "end %" PRIx64 "\n", digest));
  return line;
}

RecordingLine RecordingLine::head(const Turns &turns) {
  RecordingLine lines;
  lines.size_ = static_cast<size_t>(std::snprintf(
      lines.text_.data(), lines.text_.size(),
      "%.*s\nseed %" PRIu64 "\nquantum %" PRIu64 "\neus %u\n",
      static_cast<int>(recordingHeader.size()), recordingHeader.data(),
      turns.seed, turns.quantum, turns.units));
  return lines;
}

void appendLine(ApartString &text, const RecordedArrival &arrival,
                std::span<const std::byte> contents) {
  text += RecordingLine(arrival).text();
  text.back() = ' ';
  if (isText(arrival.key.kind)) {
    text.append(reinterpret_cast<const char *>(contents.data()),
                contents.size());
  } else {
    for (const std::byte byte : contents) {
      const auto value = std::to_integer<size_t>(byte);
      text += digits[value / digits.size()];
      text += digits[value % digits.size()];
    }
  }
  text += '\n';
}

bool readContents(Arrival::Kind kind, std::string_view text, size_t most,
                  ApartVector<std::byte> &bytes) {
  if (isText(kind)) {
    const auto *first = reinterpret_cast<const std::byte *>(text.data());
    bytes.insert(bytes.end(), first, first + text.size());
    return text.size() <= most;
  }
  if (text.size() % 2 != 0 || text.size() / 2 > most)
    return false;
  for (size_t i = 0; i < text.size(); i += 2) {
    const size_t high = digits.find(text[i]);
    const size_t low = digits.find(text[i + 1]);
    if (high == digits.npos || low == digits.npos)
      return false;
    bytes.push_back(static_cast<std::byte>(high * digits.size() + low));
  }
  return true;
}

} // namespace dpa
