// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of a device function: see remote-call.h.
#include "runtime/host/process/remote-call.h"

#include "runtime/host/process/process-end.h"
#include "runtime/host/support/log.h"

namespace dpa::host {
namespace {

flexio_status reportEnded(FlexioProcess &process, const RemoteCall &call,
                          const std::string &what, bool wasEndedByOther) {
  process.reports().claimEnd();
  std::string why = "the process was destroyed";
  if (uint8_t end = process.status())
    why =
        (wasEndedByOther ? "the process ended meanwhile: " : "") +
        describeEnd(end, process.deviceProcess().crash(), process.app().elf());
  logError(call.caller, "%s did not return: %s", what.c_str(), why.c_str());
  process.reports().waitForDump();
  return FLEXIO_STATUS_FATAL_ERR;
}

flexio_status reportTimeout(const FlexioProcess &process,
                            const RemoteCall &call, const std::string &what) {
  constexpr double millisecondsInSecond = 1e3;
  logError(
      call.caller,
      "%s did not run: no execution unit became free for it within %g "
      "seconds (call-timeout)",
      what.c_str(),
      static_cast<double>(process.deviceProcess().callTimeoutMilliseconds()) /
          millisecondsInSecond);
  return FLEXIO_STATUS_TIMEOUT;
}

// What the log says of the results that are neither a success nor an end.
std::string describe(CallResult result, const RemoteCall &call,
                     const FlexioProcess &process) {
  switch (result) {
  case CallResult::BadArguments:
    return ": cannot write " + std::to_string(call.arguments.size()) +
           " bytes of arguments";
  case CallResult::BadAffinity:
    return ": device '" + process.device().name() + "' has no execution unit " +
           (call.affinity.kind == Affinity::Kind::Group ? "group " : "") +
           std::to_string(call.affinity.id);
  default:
    return " finished its thread instead of returning a value";
  }
}

} // namespace

flexio_status runCall(FlexioProcess &process, const RemoteCall &call,
                      uint64_t &value) {
  Process &device = process.deviceProcess();
  CallResult result;
  bool wasEndedByOther = false;
  {
    ProcessReports::ActiveCall active(process.reports());
    result =
        device.call({call.entry, call.argument0, call.argument1, call.affinity,
                     call.arguments, &wasEndedByOther, call.function},
                    value);
  }
  process.streams().drain();
  // The process may have ended while this call kept others from reporting it.
  if (result != CallResult::ProcessEnded &&
      !process.reports().hasActiveCalls() && isError(process.status()))
    process.reports().reportEnd(process.status(), device.crash());
  if (result == CallResult::Ok)
    return FLEXIO_STATUS_SUCCESS;

  const std::string what =
      "'" + std::string(call.function) + "' in process " + process.title();
  if (result == CallResult::ProcessEnded)
    return reportEnded(process, call, what, wasEndedByOther);
  if (result == CallResult::TimedOut)
    return reportTimeout(process, call, what);
  logError(call.caller, "%s%s", what.c_str(),
           describe(result, call, process).c_str());
  return FLEXIO_STATUS_FAILED;
}

} // namespace dpa::host
