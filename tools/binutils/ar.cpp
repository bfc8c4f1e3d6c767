// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpa-ar: llvm-ar for device objects; reads fat device libraries, too (t, p, x).
// Its exit status is llvm-ar's, or 1.
#include "tools/binutils/arguments.h"
#include "tools/binutils/llvm-tool.h"

#include "image/model-id.h"

using namespace dpa::binutils;
using dpa::Error;
using dpa::Result;
using dpa::image::nameOfModel;

static constexpr const char *name = "dpa-ar";

static constexpr const char helpText[] =
    "OVERVIEW: dpa-ar: archives of device objects\n"
    "\n"
    "USAGE: dpa-ar [options and operations of llvm-ar] <archive> [<file>...]\n"
    "       dpa-ar {t|p|x}... <fat device library> [--mcpu=<model>] "
    "[<member>...]\n"
    "\n"
    "Of a fat device library, which has an archive for each model, members are "
    "listed,\n"
    "printed and taken out; --mcpu chooses the model. Fat libraries are made "
    "by "
    "dpacc\n"
    "-gen-libs and dpa-fatbin.\n";

/// Where in the words the operation and the archive stand; past the end if they
/// do not.
struct Place {
  size_t operation = 0;
  size_t archive = 0;
};

static Place findPlace(const std::vector<std::string> &words) {
  Place place;
  while (place.operation < words.size() &&
         words[place.operation].starts_with("--"))
    ++place.operation;
  place.archive = place.operation + 1;
  while (place.archive < words.size() && words[place.archive].starts_with("-"))
    ++place.archive;
  return place;
}

/// The letter of an operation that only reads; 0 for others.
static char readingOperation(const std::string &operation) {
  const size_t at = operation.find_first_of("dmpqrstx");
  const char letter = at == std::string::npos ? '\0' : operation[at];
  return letter == 't' || letter == 'p' || letter == 'x' ? letter : '\0';
}

/// Runs llvm-ar on the archive of each model.
static Result<int> readFat(const std::string &tool,
                           const std::vector<std::string> &words,
                           const Place &place,
                           const std::vector<HeldFile> &archives) {
  const std::string &library = words[place.archive];
  const char operation = readingOperation(words[place.operation]);
  if (operation == '\0')
    return Error{library +
                 ": is a fat device library, which is only read "
                 "(expected t, p or x, got '" +
                 words[place.operation] +
                 "'); dpacc -gen-libs and dpa-fatbin make one"};
  if (operation != 't' && archives.size() > 1)
    return Error{library + ": has archives for " +
                 std::to_string(archives.size()) +
                 " models: choose one with --mcpu"};
  TemporaryFolder folder;
  for (const HeldFile &archive : archives) {
    const Result<std::string> path = folder.add(archive);
    if (!path)
      return path.error();
    if (archives.size() > 1) {
      std::printf("%s:\n", nameOfModel(archive.model).c_str());
      std::fflush(stdout); // before the child writes
    }
    std::vector<std::string> changed = words;
    changed[place.archive] = *path;
    const Result<int> status = runTool(tool, changed);
    if (!status || *status != 0)
      return status;
  }
  return 0;
}

static Result<int> run(const Arguments &arguments) {
  const Result<std::string> tool = findLlvmTool("llvm-ar");
  if (!tool)
    return tool.error();
  const Place place = findPlace(arguments.words);
  if (place.archive >= arguments.words.size())
    return runTool(*tool, arguments.words);
  const Result<bool> isFat = isFatFile(arguments.words[place.archive]);
  if (!isFat)
    return isFat.error();
  if (!*isFat)
    return runTool(*tool, arguments.words);
  const Result<Holding> held =
      heldFiles(arguments.words[place.archive], arguments.model);
  if (!held)
    return held.error();
  return readFat(*tool, arguments.words, place, held->files);
}

int main(int argc, char **argv) {
  return runCommand({name, helpText, run}, argc, argv);
}
