// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks for the user's device libraries. See device-libraries.h.
#include "driver/device-libraries.h"

#include "driver/report.h"
#include "image/fat-container.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

namespace {

/// Collects libraries while the options are read from left to right.
class Collector {
public:
  explicit Collector(DeviceLibraries &found) : found(found) {}

  void addArchive(const std::string &file) {
    auto buffer = llvm::MemoryBuffer::getFile(file, false, false);
    if (!buffer) {
      reportError(file, buffer.getError().message());
      return;
    }
    StringRef bytes = (*buffer)->getBuffer();
    bool isFat = image::isFatContainer(image::viewOf(bytes));
    if (!isFat && !bytes.starts_with("!<arch>\n"))
      reportError(
          file,
          "not a device library (expected an archive or a fat container)");
    found.libraries.push_back({file, path::stem(file).str(), isFat});
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
  void collectFolders(const std::vector<std::string> &options) {
    for (size_t i = 0; i < options.size(); ++i) {
      StringRef option = options[i];
      if (option == "-L" && i + 1 < options.size())
        folders.push_back(options[++i]);
      else if (option.consume_front("-L") && !option.empty())
        folders.push_back(option.str());
    }
  }

  void addNamed(StringRef name) {
    // These two are part of every link.
    if (name == "flexio_dev" || name == "flexio-libc")
      return;
    for (const std::string &folder : folders) {
      std::string file = folder + "/lib" + name.str() + ".a";
      if (llvm::sys::fs::exists(file)) {
        addArchive(file);
        return;
      }
    }
    reportError("device library '-l" + name + "' is not in " +
                (folders.empty() ? "any folder (no -L is given)"
                                 : llvm::join(folders, ", ")));
  }

  void addLinkerOption(StringRef option) {
    if (option == "-Xlinker")
      return;
    if (!option.consume_front("-Wl,")) {
      found.linkerOptions.push_back(option.str());
      return;
    }
    for (StringRef part : llvm::split(option, ','))
      if (!part.empty())
        found.linkerOptions.push_back(part.str());
  }

  DeviceLibraries &found;
  std::vector<std::string> folders;
};

} // namespace

DeviceLibraries findDeviceLibraries(const Options &options) {
  DeviceLibraries found;
  Collector collector(found);
  for (const std::string &archive : options.archives)
    collector.addArchive(archive);
  std::vector<std::string> words = options.deviceLibraries;
  words.insert(words.end(), options.deviceLinkOptions.begin(),
               options.deviceLinkOptions.end());
  collector.addOptions(words);
  return found;
}

} // namespace dpa::driver
