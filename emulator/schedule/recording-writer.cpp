// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One write() per line. The lock on the file ends with its last descriptor.
#include "emulator/schedule/recording-writer.h"

#include "base/log-line.h"
#include "emulator/host/no-signals.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dpa {
namespace {

/// -1 with a message if the file cannot be written.
int openEmpty(std::string_view file, std::string &error) {
  constexpr mode_t mode = 0666;
  int descriptor =
      open(ApartString(file).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, mode);
  struct stat status{};
  if (descriptor < 0) {
    error = std::string(file) + ": " + std::strerror(errno);
    return -1;
  }
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    error = std::string(file) +
            ": another program is writing a recording to this file";
  else if (fstat(descriptor, &status) != 0 ||
           (S_ISREG(status.st_mode) && ftruncate(descriptor, 0) != 0))
    error = std::string(file) + ": " + std::strerror(errno);
  else
    return descriptor;
  close(descriptor);
  return -1;
}

} // namespace

RecordingWriter::RecordingWriter(int descriptor, std::string_view file,
                                 const Turns &turns)
    : descriptor_(descriptor), file_(file), recorded_(turns) {}

std::shared_ptr<RecordingWriter> RecordingWriter::create(std::string_view file,
                                                         const Turns &turns,
                                                         std::string &error) {
  int descriptor = openEmpty(file, error);
  if (descriptor < 0)
    return nullptr;
  auto writer = std::allocate_shared<RecordingWriter>(
      ApartAllocator<RecordingWriter>(), descriptor, file, turns);
  int failure = writer->put(RecordingLine::head(turns).text());
  if (failure == 0)
    return writer;
  error = std::string(file) + ": " + std::strerror(failure);
  writer->isOver_ = true;
  return nullptr;
}

RecordingWriter::~RecordingWriter() {
  end();
  close(descriptor_);
}

/// 0, or why not: then the file ends with the line before.
int RecordingWriter::put(std::string_view text) {
  NoSignals noSignals;
  const auto size = static_cast<off_t>(text.size());
  sum_.text(text);
  lines_ += static_cast<size_t>(std::ranges::count(text, '\n'));
  while (!text.empty()) {
    ssize_t written = write(descriptor_, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      int failure = errno;
      // What cannot be cut, such as a pipe, is left as it is.
      while (ftruncate(descriptor_, whole_) != 0 && errno == EINTR) {
      }
      return failure;
    }
    text.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
  whole_ += size;
  return 0;
}

void RecordingWriter::putOrReport(std::string_view text) {
  if (int failure = put(text))
    endWith(std::strerror(failure));
}

void RecordingWriter::endWith(const char *why) {
  printLine("dpa-emulator", "error",
            "%s:%zu: %s; the recording ends here, the run continues",
            file_.c_str(), lines_, why);
  isOver_ = true;
}

void RecordingWriter::add(const RecordedArrival &arrival) {
  std::lock_guard guard(lock_);
  if (!isOver_)
    putOrReport(RecordingLine(arrival).text());
}

void RecordingWriter::add(const RecordedArrival &arrival,
                          std::span<const std::byte> contents) noexcept {
  std::lock_guard guard(lock_);
  if (isOver_)
    return;
  try {
    line_.clear();
    appendLine(line_, arrival, contents);
    putOrReport(line_);
  } catch (const std::bad_alloc &) {
    endWith("out of memory");
  }
}

void RecordingWriter::end() {
  std::lock_guard guard(lock_);
  if (!isOver_)
    putOrReport(RecordingLine::end(sum_.value()).text());
  isOver_ = true;
}

} // namespace dpa
