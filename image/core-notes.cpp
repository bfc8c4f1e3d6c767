// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes and reads the notes of core dumps (image/core-notes.h).
#include "image/core-notes.h"

#include "image/elf-note.h"

#include <algorithm>
#include <elf.h>

namespace dpa::image {
namespace {

constexpr std::string_view linuxOwner = "CORE";
constexpr std::string_view deviceOwner = "DPA";
constexpr uint32_t factsType = 1;
constexpr size_t noteAlignment = 4;

// struct elf_prstatus and elf_prpsinfo of riscv64-linux.
constexpr size_t statusSize = 376;
constexpr size_t statusSignal = 12;
constexpr size_t statusThread = 32;
constexpr size_t statusRegisters = 112; // pc, x1 to x31
constexpr size_t infoSize = 136;
constexpr size_t infoThread = 24;
constexpr size_t infoName = 40;
constexpr size_t infoNameSize = 16;
constexpr size_t infoArguments = 56;
constexpr size_t infoArgumentsSize = 80;

template <typename Number>
void putNumber(Bytes &out, size_t offset, Number value) {
  for (size_t i = 0; i < sizeof(Number); ++i)
    out[offset + i] = static_cast<std::byte>(value >> (8 * i));
}

/// Truncated to leave room for a NUL.
void putText(Bytes &out, size_t offset, size_t size, std::string_view text) {
  const ByteView bytes = viewOf(text.substr(0, size - 1));
  std::ranges::copy(bytes, out.begin() + static_cast<ptrdiff_t>(offset));
}

Bytes statusOf(const CoreThread &thread) {
  Bytes status(statusSize);
  putNumber(status, 0, thread.signal);
  putNumber(status, statusSignal, static_cast<uint16_t>(thread.signal));
  putNumber(status, statusThread, thread.number + 1);
  putNumber(status, statusRegisters, thread.pc);
  for (size_t i = 1; i < thread.x.size(); ++i)
    putNumber(status, statusRegisters + i * 8, thread.x[i]);
  return status;
}

Bytes infoOf(const CoreContents &core) {
  Bytes info(infoSize);
  putNumber(info, infoThread, core.threads.front().number + 1);
  putText(info, infoName, infoNameSize, core.program);
  putText(info, infoArguments, infoArgumentsSize, core.program);
  return info;
}

/// The auxiliary vector: pairs of numbers.
Bytes auxiliaryOf(const CoreContents &core) {
  Bytes vector;
  appendU64(vector, AT_ENTRY);
  appendU64(vector, core.entry);
  appendU64(vector, AT_NULL);
  appendU64(vector, 0);
  return vector;
}

/// A fact is one line: control characters of values are replaced.
std::string factsText(const std::vector<CoreFact> &facts) {
  std::string text;
  for (const CoreFact &fact : facts) {
    std::string value = fact.value;
    std::ranges::replace_if(
        value, [](char c) { return static_cast<unsigned char>(c) < ' '; }, '?');
    text += fact.key + " " + value + "\n";
  }
  return text;
}

std::optional<CoreThread> readStatus(ByteView status) {
  if (status.size() < statusSize)
    return std::nullopt;
  CoreThread thread;
  thread.signal = readNumber<uint16_t>(status, statusSignal).value_or(0);
  const uint32_t number = readU32(status, statusThread).value_or(0);
  if (number == 0)
    return std::nullopt;
  thread.number = number - 1;
  thread.pc = readU64(status, statusRegisters).value_or(0);
  for (size_t i = 1; i < thread.x.size(); ++i)
    thread.x[i] = readU64(status, statusRegisters + i * 8).value_or(0);
  return thread;
}

void readFacts(std::string_view text, std::vector<CoreFact> &facts) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const size_t blank = line.find(' ');
    if (blank != std::string_view::npos)
      facts.push_back({std::string(line.substr(0, blank)),
                       std::string(line.substr(blank + 1))});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

constexpr uint64_t padded(uint64_t size) {
  return (size + noteAlignment - 1) / noteAlignment * noteAlignment;
}

Result<void> readNote(const ElfNote &note, CoreSummary &summary) {
  if (note.owner == deviceOwner && note.type == factsType)
    readFacts(textOf(note.content), summary.facts);
  if (note.owner != linuxOwner || note.type != NT_PRSTATUS)
    return {};
  const std::optional<CoreThread> thread = readStatus(note.content);
  if (!thread)
    return Error{"damaged state of a thread (NT_PRSTATUS)"};
  summary.threads.push_back(*thread);
  return {};
}

} // namespace

void appendNote(Bytes &out, std::string_view owner, uint32_t type,
                ByteView content) {
  appendU32(out, static_cast<uint32_t>(owner.size() + 1));
  appendU32(out, static_cast<uint32_t>(content.size()));
  appendU32(out, type);
  append(out, owner);
  out.resize(padded(out.size() + 1));
  append(out, content);
  out.resize(padded(out.size()));
}

Bytes makeCoreNotes(const CoreContents &core) {
  Bytes notes;
  bool isFirst = true;
  for (const CoreThread &thread : core.threads) {
    appendNote(notes, linuxOwner, NT_PRSTATUS, statusOf(thread));
    if (isFirst) {
      appendNote(notes, linuxOwner, NT_PRPSINFO, infoOf(core));
      appendNote(notes, linuxOwner, NT_AUXV, auxiliaryOf(core));
      appendNote(notes, deviceOwner, factsType, viewOf(factsText(core.facts)));
    }
    isFirst = false;
  }
  return notes;
}

Result<void> readCoreNotes(ByteView notes, CoreSummary &summary) {
  while (!notes.empty()) {
    const std::optional<ElfNote> note = takeNote(notes);
    if (!note)
      return Error{"a note reaches beyond the notes"};
    if (Result<void> read = readNote(*note, summary); !read)
      return read;
  }
  return {};
}

} // namespace dpa::image
