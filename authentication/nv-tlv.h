// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TLVs: the settings in configuration files and in a device's store. A header of
// three words, then data:
//
//   0  word: 8:0 data length, 11:9 writer host, 15:12 version, 20:16 writer id,
//      24 rd_en, 25 ovr_en, 29:28 priority
//   4  word: 31:24 class (0 setting, 6 only in files), 23:0 id
//   8  0
#ifndef DPA_AUTHENTICATION_NV_TLV_H
#define DPA_AUTHENTICATION_NV_TLV_H

#include "authentication/priority.h"
#include "base/bytes.h"
#include "base/result.h"

namespace dpa::auth {

enum class FieldKind : uint8_t { Bool, Hex, Unsigned, ByteArray, String };

struct NvField {
  std::string_view name;      ///< in XML
  std::string_view queryName; ///< empty: not in queries
  FieldKind kind;
  uint16_t offset; ///< of its word or array, in the data
  uint8_t high;    ///< bits of a word
  uint16_t low;    ///< bits of a word; of an array its bytes

  bool isArray() const {
    return kind == FieldKind::ByteArray || kind == FieldKind::String;
  }
};

struct NvKind {
  std::string_view name;
  uint32_t type; ///< class and id, as in the header
  uint16_t size; ///< of the data
  std::vector<NvField> fields;
};

namespace nv {
inline constexpr uint32_t applicableTo = 0x06000002;
inline constexpr uint32_t digest = 0x06000004;
inline constexpr uint32_t signatureA = 0x0600000B;
inline constexpr uint32_t signatureB = 0x0600000C;
inline constexpr uint32_t idNvidia = 0x0000010E;
inline constexpr uint32_t idVendor = 0x0000010F;
inline constexpr uint32_t dpaAuth = 0x00000015;
inline constexpr uint32_t publicKey0 = 0x0000019C;
inline constexpr uint32_t publicKey1 = 0x0000019D;
inline constexpr uint32_t publicKey2 = 0x0000019E;
} // namespace nv

inline constexpr size_t tlvHeaderSize = 12;
inline constexpr std::string_view nvFileMagic = "MLNX.CONFIG.BIN!";

/// All kinds, in the order of nv-fields.def.
const std::vector<NvKind> &nvKinds();
/// Null if the kind is unknown.
const NvKind *findKind(uint32_t type);
const NvKind *findKind(std::string_view name);
/// The kind and field with a name of queries; both null if the name is unknown.
std::pair<const NvKind *, const NvField *> findQueryName(std::string_view name);

struct Tlv {
  uint32_t head = 0; ///< first word; its length is that of the data
  uint32_t type = 0;
  Bytes data;

  bool operator==(const Tlv &) const = default;
  bool mayBeRead() const { return (head & 1u << 24) != 0; }
  bool mayBeOverridden() const { return (head & 1u << 25) != 0; }
  bool isForFilesOnly() const { return type >> 24 == 6; }
  /// Nothing for the reserved priority 2.
  std::optional<Priority> priority() const;
  void setPriority(Priority priority);
};

/// An empty TLV of a kind. `priority`: as in the header.
Tlv makeTlv(const NvKind &kind, Priority priority, bool isOverridable = false);

void appendTlv(Bytes &out, const Tlv &tlv);

/// All bytes as TLVs of known kinds with their sizes. Errors: anything else.
Result<std::vector<Tlv>> readTlvs(ByteView bytes);

/// The number in a field that is not an array.
uint32_t fieldOf(const Tlv &tlv, const NvField &field);
void setField(Tlv &tlv, const NvField &field, uint32_t value);
/// The number in a field by its name; 0 if the TLV does not have it.
uint32_t fieldOf(const Tlv &tlv, std::string_view name);

/// Null if the type is not found.
const Tlv *findTlv(const std::vector<Tlv> &tlvs, uint32_t type);

} // namespace dpa::auth

#endif
