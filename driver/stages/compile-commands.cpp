// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entries of device sources in a compilation database. See compile-commands.h.
#include "driver/stages/compile-commands.h"

#include "clang-plugin/keyword-defines.h"
#include "driver/plan/device-flags.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace fs = llvm::sys::fs;
namespace json = llvm::json;
namespace path = llvm::sys::path;
using llvm::StringRef;

namespace dpa::driver {

namespace {

/// Holds the lock of a folder. A lock on the file itself would be lost with the
/// rename, one on a file of its own would leave that file behind.
class FolderLock {
public:
  explicit FolderLock(const std::string &folder)
      : descriptor_(
            ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0)
      return;
    while (::flock(descriptor_, LOCK_EX) != 0)
      if (errno != EINTR)
        return;
    isHeld_ = true;
  }
  FolderLock(const FolderLock &) = delete;
  FolderLock &operator=(const FolderLock &) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
  }

  explicit operator bool() const { return isHeld_; }

private:
  int descriptor_;
  bool isHeld_ = false;
};

/// The absolute name that an entry is known by.
std::string fileOf(StringRef directory, StringRef file) {
  llvm::SmallString<256> absolute(file);
  path::make_absolute(directory, absolute);
  path::remove_dots(absolute, /*remove_dot_dot=*/true);
  return absolute.str().str();
}

std::string fileOf(const json::Value &entry) {
  const json::Object *object = entry.getAsObject();
  if (!object)
    return {};
  return fileOf(object->getString("directory").value_or(""),
                object->getString("file").value_or(""));
}

/// The flags of a device compilation, with keywords that need no plugin.
std::vector<std::string> editorFlags(const Options &options,
                                     const Toolchain &toolchain) {
  std::vector<std::string> flags =
      deviceFlags(options, toolchain, *options.models.front());
  llvm::erase_if(flags, [](const std::string &flag) {
    return llvm::is_contained(frontend::keywordDefines(), flag);
  });
  llvm::append_range(flags, frontend::editorDefines());
  return flags;
}

json::Array makeEntries(const Options &options, const Toolchain &toolchain,
                        StringRef directory) {
  json::Array entries;
  for (const std::string &source : options.sources) {
    if (path::extension(source) != ".c")
      continue;
    json::Array arguments{toolchain.clang};
    for (std::string &flag : editorFlags(options, toolchain))
      arguments.push_back(std::move(flag));
    arguments.push_back("-c");
    arguments.push_back(source);
    entries.push_back(json::Object{{"directory", directory},
                                   {"file", fileOf(directory, source)},
                                   {"arguments", std::move(arguments)}});
  }
  return entries;
}

/// What is in the file; an empty list if there is no file yet.
std::optional<json::Array> readEntries(const std::string &file) {
  if (!fs::exists(file))
    return json::Array();
  std::optional<Bytes> bytes = readOrReport(file);
  if (!bytes)
    return std::nullopt;
  StringRef text(reinterpret_cast<const char *>(bytes->data()), bytes->size());
  llvm::Expected<json::Value> value = json::parse(text);
  if (!value) {
    reportErrorIn(file, Problem::DatabaseDamaged,
                  llvm::toString(value.takeError()));
    return std::nullopt;
  }
  if (json::Array *entries = value->getAsArray())
    return std::move(*entries);
  reportErrorIn(file, Problem::DatabaseDamaged, "expected a list");
  return std::nullopt;
}

/// Replaces the entry of the same file, or adds one. Returns true if anything
/// changed.
bool merge(json::Array &entries, json::Value entry) {
  std::string file = fileOf(entry);
  auto same = llvm::find_if(
      entries, [&](const json::Value &each) { return fileOf(each) == file; });
  if (same == entries.end()) {
    entries.push_back(std::move(entry));
    return true;
  }
  if (*same == entry)
    return false;
  *same = std::move(entry);
  return true;
}

void writeEntries(const std::string &file, json::Array entries) {
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::formatv("{0:2}\n", json::Value(std::move(entries)));
  writeOrReport(file, viewOf(text));
}

} // namespace

void updateCompileCommands(const Options &options, const Toolchain &toolchain) {
  const std::string &file = options.compileCommands;
  if (file.empty())
    return;
  llvm::SmallString<256> directory;
  if (std::error_code error = fs::current_path(directory)) {
    reportForeign(".", error.message());
    return;
  }
  std::string folder = path::parent_path(fileOf(directory, file)).str();
  FolderLock lock(folder);
  if (!lock) {
    reportErrorIn(file, Problem::OutputUnwritable, std::strerror(errno));
    return;
  }
  std::optional<json::Array> entries = readEntries(file);
  if (!entries)
    return;
  bool isChanged = false;
  for (json::Value &entry : makeEntries(options, toolchain, directory))
    isChanged |= merge(*entries, std::move(entry));
  if (isChanged)
    writeEntries(file, std::move(*entries));
}

} // namespace dpa::driver
