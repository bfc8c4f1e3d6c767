// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A read-only view of a device executable: segments, sections, versions, model,
// and names for addresses. The bytes must outlive it. Opening checks everything
// that the other functions rely on.
#ifndef DPA_IMAGE_DEVICE_ELF_H
#define DPA_IMAGE_DEVICE_ELF_H

#include "image/call-frames.h"
#include "image/elf-file.h"
#include "image/inline-calls.h"
#include "image/line-table.h"

#include <unordered_map>

namespace dpa::image {

inline constexpr std::string_view flexioDevVersionSection = ".flexio_dev_ver";
inline constexpr std::string_view flexioOsVersionSection = ".flexio_os_ver";

/// Before "<stem>_<function>": the function that unpacks an entry point's
/// arguments and calls it.
inline constexpr std::string_view unpackSymbolPrefix =
    "_dpacc_flexio_dev_arg_unpack_";

/// A symbol and the distance of an address from its start.
struct SymbolOffset {
  std::string_view name;
  uint64_t offset = 0;
};

class DeviceElf {
public:
  /// Errors: those of readElf, not RISC-V, not an executable, a damaged symbol
  /// table or version or attribute section.
  static Result<DeviceElf> open(ByteView bytes);

  uint64_t entry() const { return file_.entry; }
  uint32_t elfFlags() const { return file_.flags; }
  const std::vector<ElfSegment> &segments() const { return file_.segments; }
  /// Null if the section does not exist.
  const ElfSection *section(std::string_view name) const {
    return file_.section(name);
  }

  /// Address of a defined global or local symbol; a global one wins. Nothing if
  /// there is none.
  std::optional<uint64_t> address(std::string_view symbol) const;
  /// The function or object that an address belongs to; nothing if the address
  /// is in no section with symbols.
  std::optional<SymbolOffset> symbolAt(uint64_t address) const;
  /// The source line of an address; nothing if there is none, as without -g.
  std::optional<SourceLine> lineAt(uint64_t address) const {
    return findLine(bytes_, address);
  }
  /// The functions inlined at an address, innermost first; none without -g.
  std::vector<InlineCall> inlineCallsAt(uint64_t address) const {
    return findInlineCalls(bytes_, address);
  }
  /// Return addresses, innermost first; none without frame data.
  std::vector<uint64_t> callersOf(const ThreadState &thread) const {
    return findCallers(bytes_, thread);
  }

  /// DPA_ID of `.dpa.attributes`; nothing if the section is missing.
  std::optional<uint32_t> model() const { return modelId_; }
  /// One version for each linked piece that has one (year << 24 | month << 16).
  const std::vector<uint64_t> &flexioDevVersions() const {
    return devVersions_;
  }
  /// Version of the device's operating system interface.
  std::optional<uint64_t> flexioOsVersion() const { return osVersion_; }

private:
  DeviceElf() = default;
  Result<void> indexSymbols();
  Result<void> readVersions();

  ByteView bytes_; ///< the whole file
  ElfFile file_;
  std::vector<ElfSymbol> byAddress_; ///< one symbol for each address, ascending
  std::unordered_map<std::string_view, uint64_t> byName_;
  std::optional<uint32_t> modelId_;
  std::vector<uint64_t> devVersions_;
  std::optional<uint64_t> osVersion_;
};

} // namespace dpa::image

#endif
