// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes members out of fat device libraries. See dpa-clang-libraries.h.
#include "driver/dpa-clang/dpa-clang-libraries.h"

#include "driver/processes/report.h"
#include "image/fat-container.h"
#include "image/file.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace dpa::driver {

namespace {

class Unpacker {
public:
  Unpacker(const Model &model, TemporaryFolder &folder)
      : model_(model), folder_(folder) {}

  /// Puts members into `arguments`; false after an error.
  bool run(std::vector<std::string> &arguments) {
    collectFolders(arguments);
    for (std::string &argument : arguments) {
      std::string file = libraryOf(argument);
      if (!file.empty() && isFat(file) && !replace(argument, file))
        return false;
    }
    return true;
  }

private:
  void collectFolders(const std::vector<std::string> &arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      StringRef argument = arguments[i];
      if (argument == "-L" && i + 1 < arguments.size())
        searched_.push_back(arguments[i + 1]);
      else if (argument.consume_front("-L") && !argument.empty())
        searched_.push_back(argument.str());
    }
  }

  /// The archive that an argument names; empty if it names none.
  std::string libraryOf(StringRef argument) const {
    if (!argument.starts_with("-"))
      return argument.ends_with(".a") ? argument.str() : "";
    if (!argument.consume_front("-l") || argument.empty())
      return {};
    std::string name = argument.consume_front(":")
                           ? argument.str()
                           : "lib" + argument.str() + ".a";
    for (const std::string &each : searched_) {
      llvm::SmallString<256> path(each);
      llvm::sys::path::append(path, name);
      if (llvm::sys::fs::exists(path))
        return path.str().str();
    }
    return {};
  }

  static bool isFat(const std::string &file) {
    auto start = llvm::MemoryBuffer::getFileSlice(
        file, image::fatContainerMagic.size(), 0);
    return start && image::isFatContainer(viewOf((*start)->getBuffer()));
  }

  bool replace(std::string &argument, const std::string &file) {
    Result<Bytes> bytes = image::readFile(file);
    if (!bytes)
      return fail(bytes.error());
    Result<image::FatContainer> container = image::readFatContainer(*bytes);
    if (!container)
      return fail(container.error().in(file));
    const image::FatMember *member = container->find(model_.id);
    if (!member)
      return fail({file + ": has no member for " + model_.name.str()});
    if (!makeFolder())
      return false;
    std::string unpacked = folder_.path() + "/" + llvm::utostr(count_++) + "-" +
                           llvm::sys::path::filename(file).str();
    if (Result<void> done = image::writeFile(unpacked, member->payload); !done)
      return fail(done.error());
    argument = unpacked;
    return true;
  }

  /// From now on a signal has something to remove.
  bool makeFolder() {
    if (!folder_.path().empty())
      return true;
    installSignalHandlers();
    return folder_.create("");
  }

  static bool fail(const Error &error) {
    reportForeign(error.message);
    return false;
  }

  const Model &model_;
  TemporaryFolder &folder_;
  std::vector<std::string> searched_;
  unsigned count_ = 0;
};

} // namespace

bool unpackFatLibraries(std::vector<std::string> &arguments, const Model &model,
                        TemporaryFolder &folder) {
  return Unpacker(model, folder).run(arguments);
}

} // namespace dpa::driver
