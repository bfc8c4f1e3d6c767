// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs LLVM's commands (tools/binutils/llvm-tool.h).
#include "tools/binutils/llvm-tool.h"

#include "base/system-error.h"
#include "image/file.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dpa::binutils {

using dpa::Error;
using dpa::Result;
namespace fs = llvm::sys::fs;

Result<std::string> findLlvmTool(const std::string &name) {
  const std::string built = std::string(DPA_LLVM_BIN) + "/" + name;
  if (fs::can_execute(built))
    return built;
  const std::string versioned = name + "-22";
  if (llvm::ErrorOr<std::string> found =
          llvm::sys::findProgramByName(versioned))
    return *found;
  return Error{versioned + " is not installed"};
}

/// A closed pipe, as in `dpa-objdump -d x | head`, is not an error.
static Result<int> meaningOf(const std::string &path, int status) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  constexpr int shellsOffset = 128;
  if (signal == SIGPIPE)
    return shellsOffset + signal;
  return Error{path + ": ended by signal " + std::to_string(signal) + " (" +
               ::strsignal(signal) + ")"};
}

Result<int> runTool(const std::string &path,
                    const std::vector<std::string> &words) {
  std::vector<std::string> line = {path};
  line.insert(line.end(), words.begin(), words.end());
  std::vector<char *> argv;
  argv.reserve(line.size() + 1);
  for (std::string &word : line)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (const int error = ::posix_spawn(&child, path.c_str(), nullptr, nullptr,
                                      argv.data(), ::environ))
    return Error{path + ": cannot be started: " + std::strerror(error)};
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return systemError(path);
  return meaningOf(path, status);
}

TemporaryFolder::~TemporaryFolder() {
  // A destructor has no way to report a failure.
  if (!folder_.empty()) [[maybe_unused]]
    const std::error_code ignored = fs::remove_directories(folder_);
}

Result<std::string> TemporaryFolder::add(const HeldFile &file) {
  if (folder_.empty()) {
    // The child gets the signal, too; when it has ended, so do we.
    llvm::sys::SetInterruptFunction([] {});
    llvm::SmallString<128> made;
    if (std::error_code error = fs::createUniqueDirectory("dpa", made))
      return Error{"cannot make a temporary folder: " + error.message()};
    folder_ = made.str();
  }
  std::string path = folder_ + "/" + file.name;
  for (unsigned count = 2; fs::exists(path); ++count)
    path = folder_ + "/" + file.name + "_" + std::to_string(count);
  if (Result<void> done = image::writeFile(path, file.bytes); !done)
    return done.error();
  return path;
}

/// The word that stands for a file when the command runs in the folder.
static std::string nameIn(const TemporaryFolder &folder,
                          const std::string &path) {
  return path.substr(folder.path().size() + 1);
}

static std::string absolute(const std::string &word) {
  llvm::SmallString<256> path(word);
  if (fs::is_regular_file(word) && !fs::make_absolute(path))
    return path.str().str();
  return word;
}

Result<int> runOnHeldFiles(const std::string &tool,
                           const std::vector<std::string> &words,
                           std::optional<uint32_t> model) {
  const Result<std::string> path = findLlvmTool(tool);
  if (!path)
    return path.error();
  TemporaryFolder folder;
  std::vector<std::string> changed;
  for (const std::string &word : words) {
    const Result<Holding> held =
        word.starts_with("-") ? Holding() : heldFiles(word, model);
    if (!held)
      return held.error();
    if (!held->isHolder) {
      changed.push_back(absolute(word));
      continue;
    }
    for (const HeldFile &file : held->files) {
      const Result<std::string> added = folder.add(file);
      if (!added)
        return added.error();
      changed.push_back(nameIn(folder, *added));
    }
  }
  if (folder.path().empty())
    return runTool(*path, words);
  // Names there are short and show the origin of the objects.
  if (std::error_code error = fs::set_current_path(folder.path()))
    return Error{folder.path() + ": " + error.message()};
  return runTool(*path, changed);
}

} // namespace dpa::binutils
