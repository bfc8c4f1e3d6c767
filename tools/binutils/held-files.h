// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device objects inside other files: members of a fat container, device objects
// of a DPA object, images of device programs in a host file. Given a file and
// perhaps a model, returns copies of what fits.
#ifndef DPA_TOOLS_BINUTILS_HELD_FILES_H
#define DPA_TOOLS_BINUTILS_HELD_FILES_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::binutils {

struct HeldFile {
  uint32_t model = 0; ///< DPA_ID
  std::string name;   ///< "libfoo.a:nv-dpa-bf3", "prog:my_app:nv-dpa-bf3"
  Bytes bytes;
};

struct Holding {
  /// False if the file is none of those that hold any: LLVM's command is to
  /// read it itself.
  bool isHolder = false;
  std::vector<HeldFile> files;
};

/// What the file holds, for `model` or for all. A file that is not there holds
/// nothing. Errors: a damaged file, nothing for the model.
Result<Holding> heldFiles(const std::string &file,
                          std::optional<uint32_t> model);

/// True if the file is a fat container; a file that is not there is none.
Result<bool> isFatFile(const std::string &file);

} // namespace dpa::binutils

#endif
