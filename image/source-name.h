// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of source files in debug information, as given to the compiler: libdw
// puts the folder in which it ran before relative names.
#ifndef DPA_IMAGE_SOURCE_NAME_H
#define DPA_IMAGE_SOURCE_NAME_H

#include <elfutils/libdw.h>
#include <string>
#include <string_view>

namespace dpa::image {

/// `path`: of one of `files`, from libdw; may be null.
inline std::string sourceName(Dwarf_Files *files, const char *path) {
  if (!path)
    return "?";
  std::string_view name(path);
  const char *const *folders = nullptr;
  size_t folderCount = 0;
  if (dwarf_getsrcdirs(files, &folders, &folderCount) != 0 ||
      folderCount == 0 || !folders[0] || !*folders[0])
    return std::string(name);
  const std::string prefix = std::string(folders[0]) + "/";
  if (name.starts_with(prefix))
    name.remove_prefix(prefix.size());
  return std::string(name);
}

} // namespace dpa::image

#endif
