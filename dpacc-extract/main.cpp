// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dpacc-extract: device programs in host files. Exit status 0, or 1 with an
// error on standard error and no output file.
#include "dpacc-extract/actions.h"

#include "image/file.h"

#include <filesystem>

using namespace dpa::extract;
using namespace dpa;
using namespace dpa::image;

int dpa::extract::refuse(const Request &request, const Refusal &refusal) {
  const int status =
      request.line.fail({request.options.input + ": " + refusal.message});
  for (const std::string &note : refusal.notes)
    request.line.note(note);
  return status;
}

static int run(const Request &request) {
  switch (request.options.action) {
  case Options::Action::ExtractOne:
    return extractOne(request);
  case Options::Action::ExtractAll:
    return extractAll(request);
  case Options::Action::List:
    return list(request);
  case Options::Action::Replace:
    return replace(request);
  case Options::Action::Debug:
    return debug(request);
  }
  return 1;
}

static int run(const dpa::tools::CommandLine &line, const Options &options) {
  std::error_code noSuchFile;
  if (std::filesystem::equivalent(options.input, options.output, noSuchFile))
    return line.fail({options.output + ": is the input and also the output"});
  const Result<Bytes> file = readFile(options.input);
  if (!file)
    return line.fail(file.error());
  const Result<std::vector<App>> apps = findApps(*file);
  if (!apps)
    return line.fail(apps.error().in(options.input));
  return run({line, options, *file, *apps});
}

int main(int argc, char **argv) {
  dpa::tools::CommandLine line = makeCommandLine();
  if (const std::optional<int> status = line.parse(argc, argv))
    return *status;
  const Result<Options> options = readOptions(line);
  return options ? line.finishOutput(run(line, *options))
                 : line.fail(options.error());
}
