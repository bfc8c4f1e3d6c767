// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of a tracer stream: its transport, and its formats, which are
// copied.
#ifndef DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMATS_H
#define DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMATS_H

#include <libflexio/flexio.h>

#include <optional>
#include <string>
#include <vector>

namespace dpa::host {

/// Empty in the other modes. Nothing, with an entry in the log for `call`, if
/// the stream cannot be a tracer.
std::optional<std::vector<std::string>>
traceFormatsOf(const char *call, const flexio_msg_stream_attr_t &attributes);

} // namespace dpa::host

#endif
