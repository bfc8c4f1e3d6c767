// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// objproc: puts fat containers into host code. Exit status 0, or 1 with an
// error on standard error and no output file.
#include "image/embedding.h"
#include "image/file.h"
#include "tools/objproc/options.h"

#include <cstdio>

using namespace dpa::objproc;
using namespace dpa::image;

static Result<void> emitStub(const Options &options) {
  const Result<Bytes> container = readFile(options.input);
  if (!container)
    return container.error();
  const Result<std::string> text =
      options.isObject ? makeObjectSource(options.prefix, *container)
                       : makeImageSource(options.prefix, *container);
  if (!text)
    return text.error().in(options.input);
  return writeFile(options.output, viewOf(*text));
}

static Result<void> emitObject(const Options &options) {
  const Result<Bytes> hostObject = readFile(options.like);
  if (!hostObject)
    return hostObject.error();
  const Result<HostTarget> target = hostTargetOf(*hostObject);
  if (!target)
    return target.error().in(options.like);
  const Result<Bytes> container = readFile(options.input);
  if (!container)
    return container.error();
  const Result<Bytes> object =
      makeImageObject(options.prefix, *container, *target);
  if (!object)
    return object.error().in(options.input);
  return writeFile(options.output, *object);
}

static Result<void> run(const Options &options) {
  switch (options.action) {
  case Options::Action::ShowHelp:
    std::fputs(helpText, stdout);
    return {};
  case Options::Action::ShowVersion:
    std::puts("objproc version " DPACC_VERSION);
    return {};
  case Options::Action::EmitStub:
    return emitStub(options);
  default:
    return emitObject(options);
  }
}

int main(int argc, char **argv) {
  const Result<Options> options = parseOptions(argc, argv);
  const Result<void> done = options ? run(*options) : options.error();
  if (done)
    return 0;
  std::fprintf(stderr, "objproc: error: %s\n", done.error().message.c_str());
  return 1;
}
