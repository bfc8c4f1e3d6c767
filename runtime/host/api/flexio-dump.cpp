// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions that dump the state of an ended process.
#include "image/file.h"
#include "runtime/host/api/api-call.h"
#include "runtime/host/process/core-dump.h"
#include "runtime/host/process/crash-report.h"
#include "runtime/host/process/dump-file.h"
#include "runtime/host/support/readable-memory.h"

#include <libflexio/flexio.h>

#include <cstdio>

using namespace dpa;
using namespace dpa::host;

namespace {

/// `file`: null if the program did not name one.
Result<std::string> textOfOutfile(const char *file) {
  if (!file)
    return std::string();
  std::optional<std::string> text = readableText(file);
  if (!text)
    return Error{"the name of the file cannot be read"};
  return *std::move(text);
}

Result<std::string> dumpCore(FlexioProcess &process, const char *file) {
  const Result<std::string> outfile = textOfOutfile(file);
  if (!outfile)
    return outfile.error();
  const Result<image::CoreContents> core = coreOf(process);
  if (!core)
    return core.error();
  return writeDump(
      {*outfile, process.deviceProcess().id(), "core"},
      [&](const std::string &path) { return image::writeCore(path, *core); });
}

Result<std::string> dumpText(FlexioProcess &process, const char *file) {
  const Result<std::string> outfile = textOfOutfile(file);
  if (!outfile)
    return outfile.error();
  const Result<std::string> report = crashReport(process);
  if (!report)
    return report.error();
  std::fputs(report->c_str(), stderr);
  return writeDump({*outfile, process.deviceProcess().id(), "crash"},
                   [&](const std::string &path) {
                     return image::writeFile(path, viewOf(*report));
                   });
}

flexio_status report(const char *call, const Result<std::string> &path) {
  if (path)
    logInfo(call, "%s was written", path->c_str());
  else
    logError(call, "%s", path.error().message.c_str());
  return path ? FLEXIO_STATUS_SUCCESS : FLEXIO_STATUS_FAILED;
}

} // namespace

flexio_status flexio_coredump_create(flexio_process *process,
                                     const char *file) {
  return ApiCall(__func__, Given(process, file), Live(processes, process))
      .status([&](const char *call, const auto &found) {
        return report(call, dumpCore(*found, file));
      });
}

flexio_status flexio_crash_data(flexio_process *process, const char *file) {
  return ApiCall(__func__, Given(process, file), Live(processes, process))
      .status([&](const char *call, const auto &found) {
        return report(call, dumpText(*found, file));
      });
}
