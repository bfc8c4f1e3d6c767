// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fat container ("fatbinary"): one file with a member for each hardware
// model, little endian.
//
//    0  "NVDPAFBF"
//    8  u32 version = 1
//   12  u32 number of members
//   16  u64 0
//   24  for each member:
//        + 0  u32 DPA_ID
//        + 4  u32 kind
//        + 8  u64 offset of the payload from the start of the container
//        +16  u64 size of the payload
//        +24  u64 0
//
// Payloads follow the table without padding, in increasing DPA_ID order.
// Reading trusts nothing: a member that is not inside the bytes is an error,
// never a view outside them.
#ifndef DPA_IMAGE_FAT_CONTAINER_H
#define DPA_IMAGE_FAT_CONTAINER_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

inline constexpr std::string_view fatContainerMagic = "NVDPAFBF";
inline constexpr uint32_t fatContainerVersion = 1;

enum class MemberKind : uint32_t {
  Elf = 0,        ///< an ELF file: device executable or device object
  Archive = 1,    ///< an `ar` archive: device library
  Bitcode = 2,    ///< LLVM bitcode: device object for link-time optimisation
  Signature = 3,  ///< reserved space for a signature
  Attributes = 4, ///< process attributes of an image
};

/// One member; `payload` is a view into the bytes that were read, or into what
/// is to be written.
struct FatMember {
  uint32_t model = 0;
  MemberKind kind =
      MemberKind::Elf; ///< may be unnamed in files from other tools
  ByteView payload;
  uint64_t offset = 0; ///< of the payload from the start of the container; set
                       ///< by reading, ignored by writing
};

struct FatContainer {
  std::vector<FatMember> members; ///< as they stand in the file
  uint64_t size =
      0; ///< bytes that the container covers; linkers may have padded after it

  /// The first member for a model; null if it does not exist.
  const FatMember *find(uint32_t model) const;
};

/// True if the bytes begin with the magic.
bool isFatContainer(ByteView bytes);

/// Reads a container at the start of `bytes`. The members are views into
/// `bytes`. Bytes after it are allowed.
Result<FatContainer> readFatContainer(ByteView bytes);

/// Writes the members, sorted by model. Two members of one model are an error.
Result<Bytes> writeFatContainer(std::span<const FatMember> members);

/// Writes the members as they stand: for what is paired with the members of
/// another container by position, whatever that one's order.
Bytes writeFatContainerInOrder(std::span<const FatMember> members);

/// Where in a container the size of its member `index` stands, a u64.
uint64_t fatMemberSizeOffset(uint64_t index);

/// The kind of a file by its first bytes: Elf, Archive or Bitcode.
/// Errors: anything else.
Result<MemberKind> memberKindOf(ByteView file);

} // namespace dpa::image

#endif
