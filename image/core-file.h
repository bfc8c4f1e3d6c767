// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core dumps of device processes: ELF files of type ET_CORE for RISC-V, as
// debuggers read those of Linux.
//
//   ELF header of Linux, which lldb requires; program headers
//   notes    for each thread an NT_PRSTATUS (registers, signal); after the first
//            one NT_PRPSINFO (names), NT_AUXV (the image's entry, by which lldb
//            places the image) and "DPA" (facts about the process as text)
//   memory   a PT_LOAD for each range; pages of zeros are holes of the file
//
// Thread numbers are one higher than those of the device, because debuggers
// reserve 0.
#ifndef DPA_IMAGE_CORE_FILE_H
#define DPA_IMAGE_CORE_FILE_H

#include "base/bytes.h"
#include "base/result.h"

#include <array>

namespace dpa::image {

struct CoreThread {
  uint32_t number = 0; ///< of the device
  /// Why the process ended, as a signal of Linux; 0: none. The same in all threads,
  /// because debuggers show that of any thread.
  uint32_t signal = 0;
  uint64_t pc = 0;
  std::array<uint64_t, 32> x{};
};

struct CoreMemory {
  uint64_t address = 0;
  ByteView bytes;
  bool isWritable = false;
  bool isExecutable = false;
};

/// A line of text in the core, "key value".
struct CoreFact {
  std::string key; ///< without blanks
  std::string value;
};

struct CoreContents {
  uint32_t flags = 0;              ///< e_flags of the image
  uint64_t entry = 0;              ///< of the image
  Bytes buildId;                   ///< of the image; empty: it has none
  std::string program;             ///< name that debuggers show
  std::vector<CoreThread> threads; ///< the one that ended the process first
  std::vector<CoreFact> facts;
  std::vector<CoreMemory> memory;
};

/// Whether all bytes are 0. Not empty.
bool isZero(ByteView bytes);

/// Keys of facts that readers use.
inline constexpr std::string_view coreBuildIdFact = "build-id";
inline constexpr std::string_view coreThreadFact = "thread"; ///< number, name

/// Writes a temporary file beside `path` and renames it. On failure `path` is
/// unchanged.
Result<void> writeCore(const std::string &path, const CoreContents &core);

/// The threads and facts of a core. Memory is not read.
struct CoreSummary {
  uint32_t flags = 0;
  std::vector<CoreThread> threads;
  std::vector<CoreFact> facts;
  uint64_t fileSize = 0; ///< with all notes and memory

  /// The value of the first fact of that key; empty if there is none.
  std::string_view fact(std::string_view key) const;
};

/// `bytes` may end after the notes. Errors: not an ELF core for RISC-V, damaged headers
/// or notes, no threads.
Result<CoreSummary> readCore(ByteView bytes);

/// The same for a file, of which only the beginning is read. A file that ends before
/// its memory does is an error, too.
Result<CoreSummary> readCoreFile(const std::string &path);

} // namespace dpa::image

#endif
