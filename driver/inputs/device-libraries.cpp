// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the user's device libraries. See device-libraries.h.
#include "driver/inputs/device-libraries.h"

#include "driver/processes/files.h"
#include "driver/processes/report.h"
#include "image/archive.h"
#include "image/fat-container.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <set>

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

namespace {

/// The archive of one model in a library; nothing after an error.
std::optional<ByteView> archiveOf(const std::string &file, ByteView bytes,
                                  const Model &model) {
  if (!image::isFatContainer(bytes)) {
    if (textOf(bytes).starts_with(image::archiveMagic))
      return bytes;
    reportErrorIn(file, Problem::NoDeviceLibrary);
    return {};
  }
  Result<image::FatContainer> container = image::readFatContainer(bytes);
  if (!container) {
    reportIn(file, container.error());
    return {};
  }
  if (const image::FatMember *member = container->find(model.id))
    return member->payload;
  reportErrorIn(file, Problem::LibraryLacksModel, model.name);
  return {};
}

/// Part of every link: see imageLibraries.
constexpr const char *alwaysLinked[] = {"libflexio_dev.a", "libflexio-libc.a",
                                        "libgcc.a"};

/// Collects libraries while the options are read from left to right.
class Collector {
public:
  Collector(DeviceLibraries &found, const Options &options,
            const Toolchain &toolchain)
      : found_(found), options_(options), toolchain_(toolchain) {
    for (const Model *model : options.models)
      for (const char *name : alwaysLinked)
        isNew(toolchain.deviceFile(*model, name));
  }

  void addArchive(const std::string &file, bool isOfSdk = false) {
    if (!isNew(file))
      return;
    std::optional<Bytes> bytes = readOrReport(file);
    if (!bytes)
      return;
    DeviceLibrary library;
    library.path = file;
    library.baseName = path::stem(file).str();
    library.isFat = image::isFatContainer(*bytes);
    library.isOfSdk = isOfSdk;
    for (const Model *model : options_.models) {
      std::optional<ByteView> archive = archiveOf(file, *bytes, *model);
      if (!archive)
        return;
      Result<LibraryContent> content = readLibraryContent(*archive);
      if (!content) {
        reportIn(file, content.error());
        return;
      }
      content->hasBitcode |= library.content.hasBitcode;
      library.content = *content;
    }
    found_.libraries.push_back(std::move(library));
  }

  void addOptions(const std::vector<std::string> &options) {
    collectFolders(options);
    for (size_t i = 0; i < options.size(); ++i) {
      StringRef option = options[i];
      if (option.starts_with("-L"))
        i += option.size() == 2;
      else if (option.starts_with("-l"))
        addNamed(option.size() == 2 && i + 1 < options.size()
                     ? StringRef(options[++i])
                     : option.drop_front(2));
      else
        addLinkerOption(option);
    }
  }

private:
  /// Libraries are linked whole, so that each file may be linked once only, whatever its names.
  /// A file that does not exist is reported each time.
  bool isNew(const std::string &file) {
    llvm::sys::fs::UniqueID id;
    return llvm::sys::fs::getUniqueID(file, id) || linked_.insert(id).second;
  }

  void collectFolders(const std::vector<std::string> &options) {
    for (size_t i = 0; i < options.size(); ++i) {
      StringRef option = options[i];
      if (option == "-L" && i + 1 < options.size())
        folders_.push_back(options[++i]);
      else if (option.consume_front("-L") && !option.empty())
        folders_.push_back(option.str());
    }
  }

  void addNamed(StringRef name) {
    std::string baseName =
        name.consume_front(":") ? name.str() : "lib" + name.str() + ".a";
    if (llvm::is_contained(alwaysLinked, baseName))
      return;
    for (const std::string &folder : folders_) {
      std::string file = (llvm::Twine(folder) + "/" + baseName).str();
      if (llvm::sys::fs::exists(file)) {
        addArchive(file);
        return;
      }
    }
    std::string file =
        toolchain_.deviceFile(*options_.models.front(), baseName);
    if (llvm::sys::fs::exists(file)) {
      addArchive(file, true);
      return;
    }
    reportError(Problem::LibraryNotFound, baseName,
                folders_.empty() ? "the SDK (no -L is given)"
                                 : llvm::join(folders_, ", "));
  }

  void addLinkerOption(StringRef option) {
    if (option == "-Xlinker")
      return;
    if (!option.consume_front("-Wl,")) {
      found_.linkerOptions.push_back(option.str());
      return;
    }
    for (StringRef part : llvm::split(option, ','))
      if (!part.empty())
        found_.linkerOptions.push_back(part.str());
  }

  DeviceLibraries &found_;
  const Options &options_;
  const Toolchain &toolchain_;
  std::vector<std::string> folders_;
  std::set<llvm::sys::fs::UniqueID> linked_;
};

} // namespace

DeviceLibraries findDeviceLibraries(const Options &options,
                                    const Toolchain &toolchain) {
  DeviceLibraries found;
  bool isLinked = options.mode == Mode::Link || options.mode == Mode::Shared;
  if (!isLinked || options.models.empty())
    return found;
  Collector collector(found, options, toolchain);
  for (const std::string &archive : options.archives)
    collector.addArchive(archive);
  std::vector<std::string> words = options.deviceLibraries;
  words.insert(words.end(), options.deviceLinkOptions.begin(),
               options.deviceLinkOptions.end());
  collector.addOptions(words);
  return found;
}

} // namespace dpa::driver
