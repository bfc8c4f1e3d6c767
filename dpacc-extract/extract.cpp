// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes images out of a host file (dpacc-extract/actions.h).
#include "dpacc-extract/actions.h"

#include "image/elf-file.h"
#include "image/file.h"
#include "image/model-id.h"

#include <algorithm>
#include <filesystem>
#include <set>

namespace dpa::extract {

using namespace dpa;
using namespace dpa::image;

static ByteView bytesOf(const Request &request, const Choice &choice) {
  return request.file.subspan(choice.image->offset, choice.image->size);
}

/// Rejects an image that is not an ELF file.
static Result<void> checkImage(const Request &request, const Choice &choice) {
  if (const Result<ElfFile> elf = readElf(bytesOf(request, choice)); !elf)
    return Error{request.options.input + ": image of app '" + choice.app->name +
                 "': " + elf.error().message};
  return {};
}

int extractOne(const Request &request) {
  Refusal refusal;
  const std::optional<Choice> choice =
      select(request.file, request.apps, request.options.wish, refusal);
  if (!choice)
    return refuse(request, refusal);
  if (Result<void> checked = checkImage(request, *choice); !checked)
    return request.line.fail(checked.error());
  return request.line.finish(
      writeFile(request.options.output, bytesOf(request, *choice)));
}

/// "my_app.bf3", a name for a file: an app's name may hold any character.
std::string imageFileName(const Request &request, const Choice &choice) {
  std::string name = choice.app->name;
  std::ranges::replace(name, '/', '_');
  const uint32_t model = modelOf(request.file, *choice.image);
  std::string suffix = shortNameOfModel(model);
  if (suffix.empty())
    suffix = nameOfModel(model);
  std::ranges::replace(suffix, ' ', '-');
  return name + "." + suffix;
}

int extractAll(const Request &request) {
  Refusal refusal;
  const std::vector<Choice> choices =
      selectAll(request.file, request.apps, request.options.wish, refusal);
  if (choices.empty())
    return refuse(request, refusal);
  for (const Choice &choice : choices)
    if (Result<void> checked = checkImage(request, choice); !checked)
      return request.line.fail(checked.error());
  const std::string &folder = request.options.output;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return request.line.fail({folder + ": cannot be made: " + error.message()});
  std::set<std::string> taken;
  for (const Choice &choice : choices) {
    const std::string stem = imageFileName(request, choice);
    std::string name = stem;
    for (unsigned count = 2; !taken.insert(name).second; ++count)
      name = stem + "_" + std::to_string(count);
    const std::filesystem::path path =
        std::filesystem::path(folder) / (name + ".elf");
    if (Result<void> done = writeFile(path.string(), bytesOf(request, choice));
        !done)
      return request.line.fail(done.error());
  }
  return 0;
}

} // namespace dpa::extract
