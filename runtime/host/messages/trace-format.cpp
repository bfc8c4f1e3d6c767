// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of the records of a tracer: see trace-format.h. The formatter's rules,
// sink and arguments for numbers of the device.
#include "runtime/host/messages/trace-format.h"

#define FORMAT_PUTS_SPANS
#include "runtime/format/format.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>

struct format_job {
  const dpa_trace_record &record;
  char *end;         ///< of the text so far
  char *const limit; ///< of its buffer
  size_t next = 0;   ///< argument
};

static inline void format_put(format_job *job, char c) {
  if (job->end != job->limit)
    *job->end++ = c;
}

static inline void format_span(format_job *job, const char *text,
                               const char *end) {
  job->end =
      std::copy_n(text, std::min(end - text, job->limit - job->end), job->end);
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

constexpr std::string_view cutMark = "...";
/// Characters of a text without the mark and the line feed.
constexpr size_t textMax = DPA_MESSAGE_SIZE_MAX - cutMark.size() - 1;

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

/// As format_run(), but copies literal text at once; traceRules have no end of the conversions.
void runFormat(format_job &job, const char *format) {
  while (true) {
    const char *end = std::strchr(format, '%');
    if (!end)
      break;
    format_span(&job, format, end);
    format = format_specification(&job, &traceRules, end);
  }
  format_span(&job, format, format + std::strlen(format));
}

} // namespace

TraceText::TraceText(const dpa_trace_record &record,
                     const std::vector<std::string> &formats) {
  format_job job{record, text_, text_ + textMax + 1};
  if (record.format_id < formats.size()) {
    runFormat(job, formats[record.format_id].c_str());
  } else {
    const std::string text = unknownFormat(record, formats.size());
    format_span(&job, text.data(), text.data() + text.size());
  }
  size_ = job.end - text_;
  end();
}

/// Marks a text that is too long, and ends the line.
void TraceText::end() {
  if (size_ > textMax)
    size_ = std::ranges::copy(cutMark, text_ + textMax).out - text_;
  if (size_ == 0 || text_[size_ - 1] != '\n')
    text_[size_++] = '\n';
}

} // namespace dpa::host
