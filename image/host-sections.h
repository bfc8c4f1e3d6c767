// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where device programs live in host files: the names of their sections, and
// the list of the programs in a file. Host files are ELF executables, shared
// libraries, relocatable objects, and `ar` archives of objects, of any 64-bit
// little-endian machine.
#ifndef DPA_IMAGE_HOST_SECTIONS_H
#define DPA_IMAGE_HOST_SECTIONS_H

#include "base/bytes.h"
#include "base/result.h"

namespace dpa::image {

/// Device object inside a .dpa.o: a fat container of relocatable device ELFs.
inline constexpr std::string_view objectSection = ".dpa_obj";
/// Prefixes; the app's name follows.
inline constexpr std::string_view imageSectionPrefix = ".dpa_bin_";
inline constexpr std::string_view signatureSectionPrefix = ".dpa_sig_";
inline constexpr std::string_view attributeSectionPrefix = ".dpa_proc_attr_";
inline constexpr std::string_view tableSectionPrefix = ".dpa_tab_";

std::string imageSection(std::string_view app);
std::string signatureSection(std::string_view app);
std::string attributeSection(std::string_view app);
std::string tableSection(std::string_view app);

/// One image of an app: a device ELF inside the host file.
struct AppImage {
  uint32_t model = 0;  ///< DPA_ID; unknownModel for a bare ELF in the section
  uint64_t offset = 0; ///< from the start of the host file
  uint64_t size = 0;
};

/// A section that belongs to an app. The bytes of images, signatures and
/// attributes are a fat container, or what its only member would be.
struct AppSection {
  std::string name;    ///< empty if there is no such section
  uint64_t offset = 0; ///< from the start of the host file
  uint64_t size = 0;   ///< of its bytes in the file
};

/// One app in a host file.
struct App {
  std::string name;   ///< what follows the prefix; may be empty
  std::string member; ///< archive member that holds it; empty outside archives
  std::vector<AppImage> images; ///< in container order
  AppSection imageSection;
  AppSection signatures; ///< see image/signature-space.h
  AppSection attributes; ///< see image/process-attributes.h
  AppSection table;      ///< see image/app-table.h
};

/// All apps of a host file in section order. A file without apps gives an empty
/// list. Errors: neither ELF nor archive, truncated, a damaged container, an
/// image outside its section.
Result<std::vector<App>> findApps(ByteView file);

} // namespace dpa::image

#endif
