// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Starts gdb-multiarch with an image, a core dump, the names of its threads and
// the folders in which sources are looked for (dpacc-extract/actions.h).
#include "dpacc-extract/core-image.h"
#include "dpacc-extract/debugger.h"

#include "image/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;

namespace {

/// For gdb's commands: escapes quotes and backslashes, replaces control characters.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  }
  return result;
}

/// gdb numbers threads from 1 on, in the order of the core.
std::string threadNames(const CoreSummary &core) {
  std::string commands;
  for (const CoreFact &fact : core.facts) {
    const size_t blank = fact.value.find(' ');
    if (fact.key != coreThreadFact || blank == std::string::npos)
      continue;
    const std::string number = fact.value.substr(0, blank);
    for (size_t i = 0; i < core.threads.size(); ++i)
      if (std::to_string(core.threads[i].number) == number)
        commands += "thread apply " + std::to_string(i + 1) +
                    " -q thread name " + fact.value.substr(blank + 1) + "\n";
  }
  return commands;
}

std::string commandsFor(const Request &request,
                        const std::optional<CoreSummary> &core) {
  std::error_code ignored;
  const auto folder =
      std::filesystem::absolute(request.options.input, ignored).parent_path();
  std::string commands = "directory \"" + escaped(folder.string()) + "\"\n";
  if (!core)
    return commands;
  commands += threadNames(*core);
  if (const std::string_view end = core->fact("end"); !end.empty())
    commands += "echo " + escaped(end) + "\\n\n";
  return commands;
}

/// gdb warns if the program is newer than the core.
void makeAsOldAs(const std::string &image, const std::string &core) {
  std::error_code ignored;
  const auto time = std::filesystem::last_write_time(core, ignored);
  if (!ignored)
    std::filesystem::last_write_time(image, time, ignored);
}

int runDebugger(const Request &request, const Choice &choice,
                const std::optional<CoreSummary> &core) {
  const TemporaryFolder folder;
  if (folder.path().empty())
    return request.line.fail({std::string("a temporary folder cannot be "
                                          "created: ") +
                              std::strerror(errno)});
  const std::string image =
      folder.path() + "/" + imageFileName(request, choice) + ".elf";
  const std::string script = folder.path() + "/commands.gdb";
  Result<void> written = writeFile(
      image, request.file.subspan(choice.image->offset, choice.image->size));
  if (written)
    written = writeFile(script, viewOf(commandsFor(request, core)));
  if (!written)
    return request.line.fail(written.error());
  if (core)
    makeAsOldAs(image, request.options.core);
  std::vector<std::string> words = {"gdb-multiarch", "-q", "-x", script, image};
  if (core)
    words.push_back(request.options.core);
  const Result<int> status = runInTerminal(words);
  return status ? *status : request.line.fail(status.error());
}

} // namespace

int debug(const Request &request) {
  const Options &options = request.options;
  std::optional<CoreSummary> core;
  if (!options.core.empty()) {
    Result<CoreSummary> read = readCoreFile(options.core);
    if (!read)
      return request.line.fail(read.error());
    core = *std::move(read);
  }
  Refusal refusal;
  const std::optional<Choice> choice =
      core ? selectForCore(request, *core, refusal)
           : select(request.file, request.apps, options.wish, refusal);
  return choice ? runDebugger(request, *choice, core)
                : refuse(request, refusal);
}

} // namespace dpa::extract
