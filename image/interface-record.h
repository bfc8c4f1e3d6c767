// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points of a device object, and the host code that
// calls them: one record per source, in an excluded section (SHF_EXCLUDE, so
// that the final device link drops it; `ld -r` concatenates the records of its
// inputs). Little endian, no padding, no terminators:
//
//   record                              function
//    0  "DPAIFACE"                       0  u32 kind
//    8  u32 version = 2                  4  u32 length of the name
//   12  u32 size of the record           8  u32 length of the pack name
//   16  u32 number of functions         12  u32 length of the unpack name
//   20  u32 length of the stem          16  u64 size of the argument buffer
//   24  u32 length of the host stub     24  name, pack name, unpack name
//   28  stem, functions, host stub
#ifndef DPA_IMAGE_INTERFACE_RECORD_H
#define DPA_IMAGE_INTERFACE_RECORD_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

/// Name of the section; its flags are "e", its alignment is 1.
inline constexpr std::string_view interfaceSection = ".dpa_interface";

enum class EntryKind : uint32_t {
  Rpc = 1,    ///< __dpa_rpc__
  Global = 2, ///< __dpa_global__
};

struct InterfaceFunction {
  std::string name;     ///< of the entry point, on both sides
  std::string packName; ///< host function that writes the argument buffer
  std::string
      unpackName; ///< device function that reads it and calls the entry point
  uint64_t argumentBufferSize = 0;
  EntryKind kind = EntryKind::Rpc;
  bool operator==(const InterfaceFunction &) const = default;
};

/// One source file's entry points; may be none.
struct InterfaceRecord {
  std::string stem; ///< base name of the source without its suffix
  std::vector<InterfaceFunction> functions;
  std::string hostStub = {}; ///< <stem>.dpa.host.c: what the host needs, as C99
  bool operator==(const InterfaceRecord &) const = default;
};

Bytes encodeInterfaceRecord(const InterfaceRecord &record);

/// All records of a section, in order.
Result<std::vector<InterfaceRecord>> decodeInterfaceRecords(ByteView section);

/// The records of a relocatable device ELF; an empty list if it has no such
/// section.
Result<std::vector<InterfaceRecord>>
readInterfaceRecords(ByteView deviceObject);

} // namespace dpa::image

#endif
