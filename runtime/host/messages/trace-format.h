// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the records of a tracer: the host program's formats, printf's way,
// with the device's numbers. Bounded, whatever the record and the format say:
// no argument is followed as a pointer, %n does nothing, a text has at most
// 4096 bytes and ends with a line feed.
#ifndef DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMAT_H
#define DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMAT_H

#include "runtime/abi/message-rings.h"

#include <string>
#include <vector>

namespace dpa::host {

/// %d %i %u %o %x %X %c %p, with flags, width, precision and a length; %s shows
/// its argument as an address. Anything else stands as it is written; its
/// argument is skipped if it would take one.
std::string formatTrace(const dpa_trace_record &record,
                        const std::vector<std::string> &formats);

} // namespace dpa::host

#endif
