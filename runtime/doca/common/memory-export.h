// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Descriptions of exported objects: bytes that this or another program imports. A
// description begins with its kind; numbers are little-endian. It is validated
// before use.
#ifndef DPA_RUNTIME_DOCA_COMMON_MEMORY_EXPORT_H
#define DPA_RUNTIME_DOCA_COMMON_MEMORY_EXPORT_H

#include <cstdint>
#include <cstring>
#include <string>

namespace dpa::doca {

/// Kinds of descriptions: their first bytes.
enum class ExportKind : uint32_t {
  None = 0,
  RdmaMemory = 0x4d525044,  // "DPRM"
  PciMemory = 0x4d505044,   // "DPPM"
  SyncEvent = 0x45535044,   // "DPSE"
  RemoteEvent = 0x45525044, // "DPRE"
  Connection = 0x4e435044,  // "DPCN"
};

/// Fields of all descriptions; those of memory and events have no others.
struct ExportedMemory {
  ExportKind kind;
  uint32_t version;
  uint64_t address;
  uint64_t length;
  uint64_t program; ///< identifies the exporting program
  uint32_t key;
  uint32_t access; ///< bits of doca_access_flag
};
constexpr uint32_t exportVersion = 1;

/// The bytes of a description.
template <typename T> std::string exportBytes(const T &description) {
  return {reinterpret_cast<const char *>(&description), sizeof description};
}

/// Reads a description; false if kind, version or size differ.
template <typename T>
bool importBytes(const void *bytes, size_t size, ExportKind kind,
                 T &description) {
  if (size != sizeof description)
    return false;
  memcpy(&description, bytes, sizeof description);
  return description.kind == kind && description.version == exportVersion;
}

} // namespace dpa::doca

#endif
