// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Read-only view of an `ar` archive in memory, System V form as GNU ar and
// llvm-ar write it: a 60-byte header of text before each member, long names in
// a table "//". Views lie inside the given bytes, which must outlive them.
#ifndef DPA_IMAGE_ARCHIVE_H
#define DPA_IMAGE_ARCHIVE_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

inline constexpr std::string_view archiveMagic = "!<arch>\n";

struct ArchiveMember {
  std::string name;
  uint64_t offset = 0; ///< of its bytes in the archive
  ByteView bytes;
};

/// Why thin archives are rejected.
Error thinArchiveRefusal();

/// The members in file order, without symbol and name tables. Errors: no
/// archive, a thin one, a damaged header, a member that is not wholly inside.
Result<std::vector<ArchiveMember>> readArchive(ByteView bytes);

} // namespace dpa::image

#endif
