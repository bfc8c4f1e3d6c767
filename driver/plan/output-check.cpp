// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares names of files. See output-check.h.
#include "driver/plan/output-check.h"

#include "driver/plan/dependency-plan.h"
#include "driver/plan/side-files.h"
#include "driver/processes/files.h"
#include "driver/processes/report.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace dpa::driver {

static std::string folderOf(const std::string &file) {
  std::string folder = path::parent_path(file).str();
  return folder.empty() ? "." : folder;
}

/// One name for each place, however it is written; the file need not be there.
static std::string placeOf(const std::string &file) {
  llvm::SmallString<256> place;
  if (fs::real_path(folderOf(file), place))
    return file;
  path::append(place, path::filename(file));
  return place.str().str();
}

static std::vector<std::string> inputFiles(const Inputs &inputs) {
  const Options &options = inputs.options;
  std::vector<std::string> files;
  for (const auto *list :
       {&options.sources, &options.objects, &options.archives})
    files.insert(files.end(), list->begin(), list->end());
  for (const DeviceLibrary &library : inputs.libraries.libraries)
    files.push_back(library.path);
  for (const std::string &file : linkOptionFiles(options))
    files.push_back(file);
  return files;
}

/// A slip such as `-o a.c` must not cost the source.
static void checkNoInput(const std::vector<std::string> &inputs,
                         const std::string &output) {
  if (llvm::any_of(inputs, [&](const std::string &input) {
        return fs::equivalent(input, output);
      }))
    reportErrorIn(output, Problem::OutputIsInput);
}

/// Before the work starts: an output that cannot be written would waste it.
static void checkWritable(const std::string &output) {
  std::string folder = folderOf(output);
  if (fs::is_directory(output))
    reportErrorIn(output, Problem::OutputIsFolder);
  else if (!fs::is_directory(folder))
    reportErrorIn(output, Problem::NoOutputFolder, folder);
  else if (isStream(output))
    return;
  else if (std::error_code error = fs::access(folder, fs::AccessMode::Write))
    reportErrorIn(output, Problem::OutputUnwritable, error.message());
}

void checkOutputs(const Plan &plan, const Inputs &inputs, bool isWritten) {
  checkSideFiles(plan, inputs);
  std::vector<std::string> inputNames = inputFiles(inputs);
  std::vector<std::string> outputs = plan.outputs();
  size_t results = outputs.size();
  for (auto &more :
       {dependencyFiles(plan, inputs.options), sideFileNames(plan, inputs)})
    outputs.insert(outputs.end(), more.begin(), more.end());
  if (!inputs.options.typedHeader.empty())
    outputs.push_back(inputs.options.typedHeader);
  const std::string &keepDir = inputs.options.keepDir;
  llvm::StringSet<> seen;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string &output = outputs[i];
    checkNoInput(inputNames, output);
    if (!isStream(output) && !seen.insert(placeOf(output)).second)
      reportErrorIn(output, i < results && !plan.dpaObjects.empty()
                                ? Problem::OutputOfTwo
                                : Problem::OutputTwice);
    // The kept files' folder is made by the build.
    bool isKept =
        !keepDir.empty() && folderOf(output) == folderOf(keepDir + "/x");
    if (isWritten && !isKept)
      checkWritable(output);
  }
}

} // namespace dpa::driver
