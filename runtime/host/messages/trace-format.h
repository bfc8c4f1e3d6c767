// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the records of a tracer: the host program's formats, as in printf,
// with the device's numbers. Harmless for any record and any format: arguments
// are not followed as pointers, %n has no effect, a text has at most 4096 bytes
// and ends with a line feed.
#ifndef DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMAT_H
#define DPA_RUNTIME_HOST_MESSAGES_TRACE_FORMAT_H

#include "runtime/abi/eu-control.h"
#include "runtime/abi/message-rings.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dpa::host {

/// The text of one record. Supports %d %i %u %o %x %X %c %p with flags, width, precision and
/// length; %s shows its argument as an address. Other specifications are printed as they
/// are written, and their arguments are skipped.
class TraceText {
public:
  TraceText(const dpa_trace_record &record,
            const std::vector<std::string> &formats);
  std::string_view text() const { return {text_, size_}; }

private:
  void end();

  size_t size_ = 0;
  char text_
      [DPA_MESSAGE_SIZE_MAX]; ///< without allocation, as records are frequent
};

} // namespace dpa::host

#endif
