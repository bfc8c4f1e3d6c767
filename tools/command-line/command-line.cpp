// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads command lines of small commands. See command-line.h.
#include "tools/command-line/command-line.h"

#include "base/message-text.h"
#include "image/file.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstdio>

using namespace llvm::opt;
using dpa::Error;
using dpa::Result;
using llvm::StringRef;

namespace dpa::tools {

/// Option files may name others; more than this many means a cycle.
static constexpr unsigned maxOptionFiles = 1000;

static Result<void> appendFile(const std::string &file,
                               llvm::StringSaver &saver,
                               llvm::SmallVectorImpl<const char *> &out) {
  const Result<Bytes> bytes =
      image::readFile(file, image::maximalOptionFileSize);
  if (!bytes)
    return Error{"options file '" + file +
                 "': " + image::reasonOf(bytes.error())};
  if (endsInQuote(textOf(*bytes)))
    return Error{"options file '" + file + "': a quote is not closed"};
  llvm::cl::TokenizeGNUCommandLine(StringRef(textOf(*bytes)), saver, out);
  return {};
}

/// Puts the words of files in the place of `count` words of a line.
static Result<void> replaceByFiles(llvm::SmallVectorImpl<const char *> &line,
                                   llvm::StringSaver &saver, size_t at,
                                   size_t count, StringRef files) {
  llvm::SmallVector<const char *, 32> fresh;
  for (StringRef file : llvm::split(files, ','))
    if (!file.trim().empty())
      if (Result<void> done = appendFile(file.trim().str(), saver, fresh);
          !done)
        return done;
  auto *begin = line.begin() + at;
  auto *place = line.erase(begin, begin + count);
  line.insert(place, fresh.begin(), fresh.end());
  return {};
}

static Error tooManyFiles() {
  return {"too many option files: one of them names itself"};
}

Result<void> expandResponseFiles(llvm::SmallVectorImpl<const char *> &line,
                                 llvm::StringSaver &saver) {
  unsigned count = 0;
  for (size_t at = 0; at < line.size();) {
    const StringRef word = line[at];
    if (!word.starts_with("@") || !llvm::sys::fs::exists(word.drop_front())) {
      ++at;
      continue;
    }
    if (++count > maxOptionFiles)
      return tooManyFiles();
    llvm::SmallVector<const char *, 32> fresh;
    if (Result<void> done = appendFile(word.drop_front().str(), saver, fresh);
        !done)
      return done;
    auto *place = line.erase(line.begin() + at);
    line.insert(place, fresh.begin(), fresh.end());
  }
  return {};
}

/// Replaces the options that name option files by the words of these files,
/// until none is left.
Result<void> CommandLine::expandOptionFiles() {
  for (unsigned count = 0; count < maxOptionFiles; ++count) {
    if (Result<void> done = expandResponseFiles(line_, words_); !done)
      return done;
    unsigned missingIndex = 0;
    unsigned missingCount = 0;
    InputArgList parsed = table_.ParseArgs(line_, missingIndex, missingCount);
    const Arg *option = nullptr;
    for (const Arg *each : parsed.filtered(common_.optionsFile))
      option = option ? option : each;
    if (!option)
      return {};
    // "--options-file=f" is one word, "--options-file f" are two.
    const unsigned index = option->getIndex();
    const bool isOneWord = StringRef(line_[index]).contains('=');
    if (Result<void> done = replaceByFiles(
            line_, words_, index, isOneWord ? 1 : 2, option->getValue());
        !done)
      return done;
  }
  return tooManyFiles();
}

/// "--flag" of "--flag=value"; nothing: it is not a value for a flag.
std::optional<std::string>
CommandLine::flagWithValue(StringRef spelling) const {
  const auto [name, value] = spelling.split('=');
  if (name.size() == spelling.size())
    return std::nullopt;
  const std::string text = name.str();
  const char *words[] = {text.c_str()};
  const InputArgList line(std::begin(words), std::end(words));
  unsigned next = 0;
  const std::unique_ptr<Arg> flag = table_.ParseOneArg(line, next);
  if (!flag || flag->getOption().getKind() != llvm::opt::Option::FlagClass)
    return std::nullopt;
  return name.str();
}

bool CommandLine::reportMistakes(unsigned missingIndex,
                                 unsigned missingCount) const {
  if (missingCount)
    fail({"option '" + std::string(arguments_.getArgString(missingIndex)) +
          "' needs a value"});
  bool isWrong = missingCount != 0;
  for (const Arg *argument : arguments_.filtered(common_.unknown)) {
    const std::string spelling = argument->getAsString(arguments_);
    isWrong = true;
    if (const auto flag = flagWithValue(spelling)) {
      fail({"option '" + *flag + "' does not take a value"});
      continue;
    }
    std::string nearest;
    // In a short name one letter may be wrong.
    const unsigned limit = StringRef(spelling).ltrim('-').size() < 4 ? 1 : 2;
    const bool isNear = table_.findNearest(spelling, nearest) <= limit;
    fail({"unknown option '" + spelling + "'" +
          (isNear ? "; did you mean '" + nearest + "'?" : "")});
  }
  return isWrong;
}

/// Words of argv that are options before the first other word, with their
/// values.
int CommandLine::countLeadingOptions(int argc, char **argv) const {
  const InputArgList words(argv + 1, argv + argc);
  const auto count = static_cast<unsigned>(argc - 1);
  unsigned index = 0;
  while (index < count && StringRef(words.getArgString(index)) != "--") {
    unsigned next = index;
    const std::unique_ptr<Arg> word = table_.ParseOneArg(words, next);
    if (!word)
      return argc - 1; // the last option lacks its value
    const bool isWord = word->getOption().getID() == common_.input;
    if (isWord && *word->getValue() != '@')
      break;
    index = next;
  }
  return static_cast<int>(index);
}

std::optional<int> CommandLine::parseUpToProgram(int argc, char **argv,
                                                 char **&program) {
  const int count = countLeadingOptions(argc, argv);
  program = argv + 1 + count;
  if (*program && StringRef(*program) == "--")
    ++program;
  return parse(1 + count, argv);
}

std::optional<int> CommandLine::parse(int argc, char **argv) {
  line_.assign(argv + 1, argv + argc);
  if (Result<void> done = expandOptionFiles(); !done)
    return fail(done.error());
  unsigned missingIndex = 0;
  unsigned missingCount = 0;
  arguments_ = table_.ParseArgs(line_, missingIndex, missingCount);
  if (reportMistakes(missingIndex, missingCount))
    return program_.errorStatus;
  if (has(common_.help)) {
    table_.printHelp(llvm::outs(), program_.usage, program_.overview);
    llvm::outs() << "\nEvery option has a one-dash and a two-dash spelling; "
                    "values follow '=' or a blank.\n";
    return finishOutput(0);
  }
  if (!has(common_.version))
    return std::nullopt;
  llvm::outs() << program_.name << " version " DPACC_VERSION "\n";
  return finishOutput(0);
}

std::optional<std::string> CommandLine::value(unsigned option) const {
  const Arg *last = arguments_.getLastArg(option);
  return last ? std::optional<std::string>(last->getValue()) : std::nullopt;
}

Result<std::string> CommandLine::onlyInput() const {
  const std::vector<std::string> files = inputs();
  if (files.size() != 1)
    return Error{"expected one input file, got " +
                 std::to_string(files.size())};
  return files.front();
}

std::string CommandLine::spelling(unsigned option) const {
  return "--" + table_.getOptionName(option).rtrim('=').str();
}

int CommandLine::fail(const Error &error) const {
  return printError(program_.name, error, program_.errorStatus);
}

void CommandLine::note(const std::string &message) const {
  llvm::errs() << program_.name << ": note: " << printable(message) << "\n";
}

int CommandLine::finishOutput(int status) const {
  return finishStandardOutput(program_.name, status, program_.errorStatus);
}

int printError(const char *program, const Error &error, int status) {
  // A message may end with a note of its own; other line breaks are those of names.
  const auto [text, note] = StringRef(error.message).split("\nnote: ");
  llvm::errs() << program << ": error: " << printable(text) << "\n";
  if (!note.empty())
    llvm::errs() << program << ": note: " << printable(note) << "\n";
  return status;
}

int finishStandardOutput(const char *program, int status, int errorStatus) {
  // Closed at the start, it has nothing to lose if nothing was written.
  errno = 0;
  const bool isWritten = std::fflush(stdout) == 0 && !std::ferror(stdout);
  std::error_code error(isWritten ? 0 : errno, std::generic_category());
  llvm::raw_fd_ostream &out = llvm::outs();
  out.flush();
  if (out.has_error()) {
    error = out.error();
    out.clear_error();
  }
  if (!error && isWritten)
    return status;
  return printError(program,
                    {"standard output: cannot be written: " + error.message()},
                    errorStatus);
}

} // namespace dpa::tools
