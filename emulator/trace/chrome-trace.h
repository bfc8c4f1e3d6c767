// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The timeline in Chrome's trace-event format: a JSON array, which viewers also
// accept without its end, so that the file of a program that was killed is readable.
#ifndef DPA_EMULATOR_TRACE_CHROME_TRACE_H
#define DPA_EMULATOR_TRACE_CHROME_TRACE_H

#include "emulator/trace/event.h"
#include "emulator/trace/names.h"

#include <memory>

namespace dpa::trace {

/// Null, with a message in `error`: the file cannot be written.
std::unique_ptr<Sink> makeChromeTrace(const std::string &file,
                                      const Names &names, std::string &error);

} // namespace dpa::trace

#endif
