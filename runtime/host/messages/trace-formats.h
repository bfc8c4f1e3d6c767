// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of a tracer stream: transport, and formats, which are copied,
// so that the program may free them.
#ifndef DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMATS_H
#define DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMATS_H

#include <libflexio/flexio.h>

#include <optional>
#include <string>
#include <vector>

namespace dpa::host {

/// The formats; empty in the other modes. std::nullopt, with an entry in the log
/// for `call`, if the attributes are not valid.
std::optional<std::vector<std::string>>
traceFormatsOf(const char *call, const flexio_msg_stream_attr_t &attributes);

} // namespace dpa::host

#endif
