// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Activations and doorbells as lines on standard error (dpa-run --log=trace).
#ifndef DPA_EMULATOR_TRACE_LOG_SINK_H
#define DPA_EMULATOR_TRACE_LOG_SINK_H

#include "emulator/interface/log-settings.h"
#include "emulator/trace/event.h"
#include "emulator/trace/names.h"

#include <memory>

namespace dpa::trace {

/// Whether the settings show any event.
bool logsEvents(const LogSettings &settings);

std::unique_ptr<Sink> makeLogSink(const LogSettings &settings,
                                  const Names &names);

} // namespace dpa::trace

#endif
