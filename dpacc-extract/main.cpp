// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpacc-extract: takes a device image out of a host file. Exit status 0, or 1
// with an error on standard error and no output file.
#include "dpacc-extract/options.h"
#include "dpacc-extract/selection.h"
#include "image/file.h"

#include <cstdio>
#include <filesystem>

using namespace dpa::extract;
using namespace dpa::image;

static int fail(const std::string &message) {
  std::fprintf(stderr, "dpacc-extract: error: %s\n", message.c_str());
  return 1;
}

static int refuse(const std::string &input, const Refusal &refusal) {
  const int status = fail(input + ": " + refusal.message);
  for (const std::string &note : refusal.notes)
    std::fprintf(stderr, "dpacc-extract: note: %s\n", note.c_str());
  return status;
}

static int extract(const Options &options) {
  std::error_code noSuchFile;
  if (std::filesystem::equivalent(options.input, options.output, noSuchFile))
    return fail(options.output + ": is the input and also the output");
  const Result<Bytes> file = readFile(options.input);
  if (!file)
    return fail(file.error().message);
  const Result<std::vector<App>> apps = findApps(*file);
  if (!apps)
    return fail(apps.error().in(options.input).message);
  Refusal refusal;
  const std::optional<ByteView> image =
      select(*file, *apps, {options.app, options.model}, refusal);
  if (!image)
    return refuse(options.input, refusal);
  if (const Result<void> done = writeFile(options.output, *image); !done)
    return fail(done.error().message);
  return 0;
}

int main(int argc, char **argv) {
  const Result<Options> options = parseOptions(argc, argv);
  if (!options)
    return fail(options.error().message);
  switch (options->action) {
  case Options::Action::ShowHelp:
    std::fputs(helpText, stdout);
    return 0;
  case Options::Action::ShowVersion:
    std::puts("dpacc-extract version " DPACC_VERSION);
    return 0;
  case Options::Action::Extract:
    break;
  }
  return extract(*options);
}
