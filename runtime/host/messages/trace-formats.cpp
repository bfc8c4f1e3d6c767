// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the attributes of a tracer stream: see trace-formats.h.
#include "runtime/host/messages/trace-formats.h"

#include "base/enum-value.h"
#include "runtime/host/support/log.h"
#include "runtime/host/support/readable-memory.h"

namespace dpa::host {
namespace {

constexpr size_t formatSizeMax = 4096;
constexpr size_t formatCountMax = 65536;

// Records take the same way whatever the transport is, which no program sees: it is
// only checked.
bool isTransport(const char *call, unsigned transport) {
  if (transport <= FLEXIO_MSG_TRANSPORT_QP_UD)
    return true;
  logError(call, "tracer_mode %u is not valid (expected 0 to %d)", transport,
           FLEXIO_MSG_TRANSPORT_QP_UD);
  return false;
}

} // namespace

std::optional<std::vector<std::string>>
traceFormatsOf(const char *call, const flexio_msg_stream_attr_t &attributes) {
  std::vector<std::string> formats;
  if (numberOf(attributes.sync_mode) != FLEXIO_LOG_DEV_SYNC_MODE_TRACER)
    return formats;
  if (!isTransport(call, numberOf(attributes.tracer_mode)))
    return std::nullopt;
  char *const *next = attributes.tracer_msg_formats;
  if (!next) {
    logError(call, "tracer_msg_formats is NULL");
    return std::nullopt;
  }
  for (; checkReadable(static_cast<const void *>(next), sizeof *next); ++next) {
    if (!*next)
      return formats;
    std::optional<std::string> format = readableText(*next, formatSizeMax);
    if (!format || formats.size() == formatCountMax) {
      logError(
          call,
          "tracer_msg_formats[%zu] is not a text of less than %zu bytes; the "
          "last of at most %zu entries must be NULL",
          formats.size(), formatSizeMax, formatCountMax);
      return std::nullopt;
    }
    formats.push_back(std::move(*format));
  }
  logError(call,
           "tracer_msg_formats[%zu] cannot be read; the last entry must "
           "be NULL",
           formats.size());
  return std::nullopt;
}

} // namespace dpa::host
