// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes core dumps (image/core-file.h) without copying memory. An image with a
// build id gets a page of its own before its text: an ELF header with nothing but
// the note, where debuggers look for the build id of what was loaded.
#include "image/core-file.h"

#include "image/core-notes.h"
#include "image/file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <unistd.h>

namespace dpa::image {
namespace {

constexpr uint64_t pageSize = 4096;

constexpr uint64_t roundUp(uint64_t value) {
  return (value + pageSize - 1) / pageSize * pageSize;
}

template <typename Header> void appendHeader(Bytes &out, const Header &header) {
  append(out, std::as_bytes(std::span(&header, 1)));
}

Elf64_Ehdr elfHeader(uint16_t type, uint32_t flags, size_t segments) {
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_ident[EI_VERSION] = EV_CURRENT;
  header.e_ident[EI_OSABI] = type == ET_CORE ? ELFOSABI_LINUX : ELFOSABI_NONE;
  header.e_type = type;
  header.e_machine = EM_RISCV;
  header.e_version = EV_CURRENT;
  header.e_phoff = sizeof header;
  header.e_flags = flags;
  header.e_ehsize = sizeof header;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_phnum = static_cast<uint16_t>(segments);
  return header;
}

Elf64_Phdr noteSegment(uint64_t offset, uint64_t size) {
  Elf64_Phdr segment{};
  segment.p_type = PT_NOTE;
  segment.p_offset = offset;
  segment.p_filesz = size;
  segment.p_align = 4;
  return segment;
}

Elf64_Phdr memorySegment(uint64_t offset, const CoreMemory &memory) {
  Elf64_Phdr segment{};
  segment.p_type = PT_LOAD;
  segment.p_flags = PF_R;
  if (memory.isWritable)
    segment.p_flags |= PF_W;
  if (memory.isExecutable)
    segment.p_flags |= PF_X;
  segment.p_offset = offset;
  segment.p_vaddr = memory.address;
  segment.p_filesz = memory.bytes.size();
  segment.p_memsz = memory.bytes.size();
  segment.p_align = pageSize;
  return segment;
}

Bytes buildIdPage(const CoreContents &core) {
  constexpr uint64_t noteOffset = sizeof(Elf64_Ehdr) + sizeof(Elf64_Phdr);
  Bytes note;
  appendNote(note, "GNU", NT_GNU_BUILD_ID, core.buildId);
  Bytes page;
  appendHeader(page, elfHeader(ET_EXEC, core.flags, 1));
  appendHeader(page, noteSegment(noteOffset, note.size()));
  append(page, note);
  page.resize(roundUp(page.size()));
  return page;
}

bool writeAt(int fd, ByteView bytes, uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t written =
        ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR)
      continue;
    if (written < 0)
      return false;
    bytes = bytes.subspan(static_cast<size_t>(written));
    offset += static_cast<uint64_t>(written);
  }
  return true;
}

/// Skips pages of zeros; writes adjacent other pages at once.
bool writeMemory(int fd, ByteView bytes, uint64_t offset) {
  uint64_t begin = 0; // of what is to be written
  for (uint64_t at = 0; at < bytes.size(); at += pageSize) {
    const uint64_t size = std::min<uint64_t>(pageSize, bytes.size() - at);
    if (!isZero(bytes.subspan(at, size)))
      continue;
    if (!writeAt(fd, bytes.subspan(begin, at - begin), offset + begin))
      return false;
    begin = at + size;
  }
  return writeAt(fd, bytes.subspan(begin), offset + begin);
}

/// The file as pieces at offsets.
class Layout {
public:
  explicit Layout(const CoreContents &core);
  bool write(int fd) const;

private:
  struct Piece {
    uint64_t offset;
    ByteView bytes;
  };
  Bytes idPage_;
  Bytes headers_; ///< with the notes
  std::vector<Piece> pieces_;
  uint64_t end_ = 0;
};

Layout::Layout(const CoreContents &core) {
  std::vector<CoreMemory> memory = core.memory;
  if (!core.buildId.empty() && !memory.empty()) {
    idPage_ = buildIdPage(core);
    const auto lowest =
        std::ranges::min_element(memory, {}, &CoreMemory::address);
    memory.insert(memory.begin(), {.address = lowest->address - idPage_.size(),
                                   .bytes = idPage_});
  }
  const Bytes notes = makeCoreNotes(core);
  const uint64_t notesAt =
      sizeof(Elf64_Ehdr) + (1 + memory.size()) * sizeof(Elf64_Phdr);
  appendHeader(headers_, elfHeader(ET_CORE, core.flags, 1 + memory.size()));
  appendHeader(headers_, noteSegment(notesAt, notes.size()));
  end_ = roundUp(notesAt + notes.size());
  for (const CoreMemory &range : memory) {
    appendHeader(headers_, memorySegment(end_, range));
    pieces_.push_back({end_, range.bytes});
    end_ = roundUp(end_ + range.bytes.size());
  }
  append(headers_, notes);
}

bool Layout::write(int fd) const {
  if (!writeAt(fd, headers_, 0))
    return false;
  for (const Piece &piece : pieces_)
    if (!writeMemory(fd, piece.bytes, piece.offset))
      return false;
  return ::ftruncate(fd, static_cast<off_t>(end_)) == 0;
}

} // namespace

bool isZero(ByteView bytes) {
  return bytes[0] == std::byte{0} &&
         std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

Result<void> writeCore(const std::string &path, const CoreContents &core) {
  if (core.threads.empty())
    return Error{path + ": a core dump without threads"};
  const Layout layout(core);
  return writeFileBy(path, [&](int fd) { return layout.write(fd); });
}

} // namespace dpa::image
