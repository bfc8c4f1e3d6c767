// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the records of a tracer: see trace-format.h. The formatter's rules,
// sink and arguments for numbers of the device.
#include "runtime/host/messages/trace-format.h"

#include "runtime/abi/eu-control.h"
#include "runtime/format/format.h"

#include <algorithm>
#include <cstdio>
#include <iterator>

struct format_job {
  const dpa_trace_record &record;
  size_t next = 0;
  std::string text;
};

static inline void format_put(format_job *job, char c) {
  if (job->text.size() <= DPA_MESSAGE_SIZE_MAX)
    job->text += c;
}

// Arguments that the record does not have are 0.
static inline uint64_t format_argument(format_job *job, format_kind /*kind*/) {
  return job->next < std::size(job->record.arguments)
             ? job->record.arguments[job->next++]
             : 0;
}

namespace dpa::host {
namespace {

constexpr format_rules traceRules = {.field_max = 255,
                                     .libc = false,
                                     .plain = false,
                                     .null_prefix = false,
                                     .string_address = true};

std::string unknownFormat(const dpa_trace_record &record, size_t count) {
  std::string text = "unknown trace format " +
                     std::to_string(static_cast<int32_t>(record.format_id)) +
                     " (the stream has " + std::to_string(count) + "):";
  uint32_t arguments =
      std::min<uint32_t>(record.argument_count, std::size(record.arguments));
  for (uint32_t i = 0; i < arguments; i++) {
    char number[24];
    snprintf(number, sizeof number, " 0x%llx",
             static_cast<unsigned long long>(record.arguments[i]));
    text += number;
  }
  return text;
}

} // namespace

std::string formatTrace(const dpa_trace_record &record,
                        const std::vector<std::string> &formats) {
  std::string text;
  if (record.format_id < formats.size()) {
    format_job job{record, 0, {}};
    format_run(&job, &traceRules, formats[record.format_id].c_str());
    text = std::move(job.text);
  } else {
    text = unknownFormat(record, formats.size());
  }
  if (text.size() > DPA_MESSAGE_SIZE_MAX - 4)
    text.replace(DPA_MESSAGE_SIZE_MAX - 4, std::string::npos, "...");
  if (text.empty() || text.back() != '\n')
    text += '\n';
  return text;
}

} // namespace dpa::host
