// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A DPA context: what was set before it is started, and its program afterwards.
// An extended context has the program of its base.
#ifndef DPA_RUNTIME_DOCA_DPA_CONTEXT_H
#define DPA_RUNTIME_DOCA_DPA_CONTEXT_H

#include "runtime/doca/common/dpa-context.h"
#include "runtime/doca/dpa/allocations.h"
#include "runtime/doca/dpa/copy-queue.h"
#include "runtime/doca/dpa/launcher.h"
#include "runtime/doca/dpa/program.h"
#include "runtime/doca/dpa/remote-calls.h"
#include "runtime/include/doca/doca_dpa.h"

#include <memory>

namespace dpa::doca {

/// A file that the device's messages go to; standard output without a path.
struct OutputFile {
  struct Close {
    void operator()(FILE *file) const { fclose(file); }
  };
  std::string path = "stdout";
  std::unique_ptr<FILE, Close> own;

  FILE *get() const { return own ? own.get() : stdout; }
};

/// What a context has while it is started; the order is that of destruction.
struct StartedProgram {
  explicit StartedProgram(const ProgramSettings &settings)
      : program(settings), launcher(program), allocations(program) {}

  Program program;
  Launcher launcher;
  Allocations allocations;
};

} // namespace dpa::doca

struct doca_dpa : dpa::doca::DpaContext {
  flexio_app *app = nullptr;
  uint32_t logLevel = DOCA_DPA_DEV_LOG_LEVEL_INFO;
  dpa::doca::OutputFile log;
  dpa::doca::OutputFile trace;
  dpa::doca::Use device; ///< of `dev`

  std::shared_ptr<dpa::doca::StartedProgram> running; ///< of the base, too
  /// Of contexts of DOCA 1.5 and 2.5.
  std::unique_ptr<dpa::doca::CopyQueue> copies;
  uint64_t handle = 0; ///< device address of the context
  /// Extended contexts: their base, and their UAR.
  dpa::doca::Use base;
  bool isExtended = false;
  flexio_uar *uar = nullptr;
  bool hasWrittenFiles = false; ///< those of a fatal error

  dpa::doca::Program &program() const { return running->program; }
};

namespace dpa::doca {

inline const DpaContext *contextOf(const doca_dpa *dpa) {
  return dpa;
}

/// Check: both objects, which are live, have a context of the same program.
template <typename One, typename Other>
auto sameProgram(const One *one, const Other *other) {
  return [=](const char *call) {
    if (one->dpa->running == other->dpa->running)
      return DOCA_SUCCESS;
    sdkLog(DOCA_LOG_LEVEL_ERROR, call, "%s and %s have different DPA contexts",
           One::kind, Other::kind);
    return DOCA_ERROR_INVALID_VALUE;
  };
}

} // namespace dpa::doca

#endif
