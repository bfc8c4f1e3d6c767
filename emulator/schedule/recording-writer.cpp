// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One write() per line, except for those that are held.
#include "emulator/schedule/recording-writer.h"

#include "base/log-line.h"
#include "emulator/host/no-signals.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace dpa {

RecordingWriter::RecordingWriter(std::string_view file, const Turns &turns)
    : file_(file, O_WRONLY), recorded_(turns) {}

std::shared_ptr<RecordingWriter> RecordingWriter::open(std::string_view file,
                                                       const Turns &turns,
                                                       std::string &error) {
  auto writer = std::allocate_shared<RecordingWriter>(
      ApartAllocator<RecordingWriter>(), file, turns);
  const int problem = writer->file_.problem();
  if (problem == 0)
    return writer;
  error = std::string(file) + ": " +
          (problem == EWOULDBLOCK
               ? "another program is writing a recording to this file"
               : std::strerror(problem));
  writer->isOver_ = true;
  return nullptr;
}

std::shared_ptr<RecordingWriter> RecordingWriter::create(std::string_view file,
                                                         const Turns &turns,
                                                         std::string &error) {
  auto writer = open(file, turns, error);
  return writer && writer->release(error) ? writer : nullptr;
}

RecordingWriter::~RecordingWriter() {
  end();
}

void RecordingWriter::hold() {
  std::lock_guard guard(lock_);
  holds_ = true;
  held_.clear();
}

bool RecordingWriter::release(std::string &error) {
  std::lock_guard guard(lock_);
  holds_ = false;
  if (!isOver_ && !hasBegun_) {
    if (const int problem = putHead()) {
      isOver_ = true;
      error = std::string(file_.name()) + ": " + std::strerror(problem);
      return false;
    }
    hasBegun_ = true;
  }
  if (!isOver_)
    putOrReport(held_);
  held_.clear();
  return true;
}

/// 0, or why not.
int RecordingWriter::putHead() {
  const RecordingLine head = RecordingLine::head(recorded_);
  count(head.text());
  whole_ = static_cast<off_t>(head.text().size());
  return file_.begin(viewOf(head.text()));
}

void RecordingWriter::count(std::string_view text) {
  sum_.text(text);
  lines_ += static_cast<size_t>(std::ranges::count(text, '\n'));
}

/// 0, or why not: then the file ends with the line before.
int RecordingWriter::put(std::string_view text) {
  NoSignals noSignals;
  const auto size = static_cast<off_t>(text.size());
  count(text);
  while (!text.empty()) {
    ssize_t written = write(file_.descriptor(), text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      int failure = errno;
      // What cannot be cut, such as a pipe, is left as it is.
      while (ftruncate(file_.descriptor(), whole_) != 0 && errno == EINTR) {
      }
      return failure;
    }
    text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  whole_ += size;
  return 0;
}

void RecordingWriter::holdOrPut(std::string_view text) {
  if (!holds_)
    return putOrReport(text);
  try {
    held_ += text;
  } catch (const std::bad_alloc &) {
    endWith("out of memory");
  }
}

void RecordingWriter::putOrReport(std::string_view text) {
  if (int failure = put(text))
    endWith(std::strerror(failure));
}

void RecordingWriter::endWith(const char *why) {
  printLine("dpa-emulator", "error",
            "%s:%zu: %s; the recording ends here, the run continues",
            file_.name(), lines_, why);
  isOver_ = true;
}

void RecordingWriter::add(const RecordedArrival &arrival) noexcept {
  std::lock_guard guard(lock_);
  if (!isOver_)
    holdOrPut(RecordingLine(arrival).text());
}

void RecordingWriter::add(const RecordedArrival &arrival,
                          std::span<const std::byte> contents) noexcept {
  std::lock_guard guard(lock_);
  if (isOver_)
    return;
  try {
    line_.clear();
    appendLine(line_, arrival, contents);
    holdOrPut(line_);
  } catch (const std::bad_alloc &) {
    endWith("out of memory");
  }
}

void RecordingWriter::end() {
  std::lock_guard guard(lock_);
  if (!hasBegun_)
    file_.close();
  else if (!isOver_)
    putOrReport(RecordingLine::end(sum_.value()).text());
  isOver_ = true;
}

} // namespace dpa
