// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hash list of a device ELF, which the signature of a program covers.
//
//   0x00  "HASHLIST"
//   0x08  word, bits 7:0: number of segments N; other bits undefined
//   0x0C  word, bits 7:0: number of sections M; other bits undefined
//   0x10  16 undefined bytes (written 0xFF)
//   0x20  SHA-256 of the whole file, then slots of 32 bytes:
//
//   long form                          short form (N 2, M 0)
//   0x40  ELF header                   0x40  0
//   0x60  program header table         0x60  0
//   0x80  N segments                   0x80  app metadata, or 0
//         section header table         0xA0  process attributes, or 0
//         M sections                   0xC0  0
#ifndef DPA_AUTHENTICATION_HASH_LIST_H
#define DPA_AUTHENTICATION_HASH_LIST_H

#include "authentication/digest.h"
#include "base/bytes.h"
#include "base/result.h"

namespace dpa::auth {

enum class HashListForm : uint8_t { Long, Short };

/// `attributes`: the program's process attributes; short form only. Errors: not an ELF
/// file, more than 255 segments or sections, attributes with the long form.
Result<Bytes> makeHashList(ByteView elf, HashListForm form,
                           std::optional<ByteView> attributes);

/// The size of the list at the start of `bytes`, which follows from the numbers of segments
/// and sections in it. Error: `bytes` is shorter.
Result<size_t> hashListSize(ByteView bytes);

/// Whether a list of the right size begins with the magic of hash lists.
bool hasHashListMagic(ByteView list);

/// The form of a list that has the right size.
HashListForm formOf(ByteView list);

/// Compares a list with a file: the first difference, or nothing if they match.
/// Attributes are not compared.
std::optional<Error> compareHashes(ByteView list, ByteView elf);

/// Hash of the process attributes in a list of the short form; nothing if it is
/// zero.
std::optional<Digest> attributeHash(ByteView list);
/// Whether a list of the short form has a hash of app metadata.
bool hasAppMetadataHash(ByteView list);

} // namespace dpa::auth

#endif
