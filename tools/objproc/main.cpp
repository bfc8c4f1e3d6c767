// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// objproc: puts fat containers into host code and takes them out of it. Exit
// status 0, or 1 with an error on standard error and no output file.
#include "tools/objproc/actions.h"

using namespace dpa::objproc;

static dpa::Result<void> run(const Options &options) {
  switch (options.action) {
  case Options::Action::EmitStub:
    return emitStub(options);
  case Options::Action::EmitObject:
    return emitObject(options);
  case Options::Action::ExtractObjects:
    return extractObjects(options);
  case Options::Action::ExtractHostStub:
    return extractHostStub(options);
  }
  return {};
}

int main(int argc, char **argv) {
  return dpa::tools::runCommand(makeCommandLine(), argc, argv, readOptions,
                                run);
}
