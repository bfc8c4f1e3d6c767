// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of a run: one HTML page, which shows the data behind it. The data are
// JSON in script elements, one for each batch of events, so that the page of a
// program that was killed shows those that were written.
#ifndef DPA_EMULATOR_TRACE_REPORT_H
#define DPA_EMULATOR_TRACE_REPORT_H

#include "emulator/trace/event.h"
#include "emulator/trace/names.h"

#include <memory>

namespace dpa::trace {

/// Null, with a message in `error`: the file cannot be written.
std::unique_ptr<Sink> makeReport(const std::string &file, const Names &names,
                                 std::string &error);

/// The page up to its data (report-page.html and its scripts).
std::string_view reportPage();

} // namespace dpa::trace

#endif
