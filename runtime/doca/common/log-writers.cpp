// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where lines of the log can go: see log-writers.h.
#include "runtime/doca/common/log-writers.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <syslog.h>
#include <unistd.h>

namespace dpa::doca {

namespace {

/// Flushes after each line: messages of device code and of other programs that
/// share the file keep their order.
class FileWriter final : public LogWriter {
public:
  explicit FileWriter(FILE *file) : file_(file) {}
  void write(uint32_t, std::string_view line) override {
    fwrite(line.data(), 1, line.size(), file_);
    fflush(file_);
  }

private:
  FILE *const file_;
};

class DescriptorWriter final : public LogWriter {
public:
  explicit DescriptorWriter(int descriptor) : descriptor_(descriptor) {}
  void write(uint32_t, std::string_view line) override {
    while (!line.empty()) {
      ssize_t written = ::write(descriptor_, line.data(), line.size());
      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return; // an error of the log cannot be logged
      line.remove_prefix(written);
    }
  }

private:
  const int descriptor_;
};

int syslogPriority(uint32_t level) {
  switch (level) {
  case DOCA_LOG_LEVEL_CRIT:
    return LOG_CRIT;
  case DOCA_LOG_LEVEL_ERROR:
    return LOG_ERR;
  case DOCA_LOG_LEVEL_WARNING:
    return LOG_WARNING;
  case DOCA_LOG_LEVEL_INFO:
    return LOG_INFO;
  default:
    return LOG_DEBUG;
  }
}

/// openlog() is the program's, so the name is part of each message.
class SyslogWriter final : public LogWriter {
public:
  explicit SyslogWriter(const char *name) : name_(name) {}
  void write(uint32_t level, std::string_view line) override {
    syslog(LOG_USER | syslogPriority(level), "%s: %.*s", name_.c_str(),
           static_cast<int>(line.size()), line.data());
  }

private:
  const std::string name_;
};

class BufferWriter final : public LogWriter {
public:
  BufferWriter(char *buffer, size_t capacity, log_flush_callback flush)
      : buffer_(buffer), room_(capacity - 1), flush_(flush) {}
  void write(uint32_t, std::string_view line) override {
    if (used_ && used_ + line.size() > room_) {
      flush_(buffer_);
      used_ = 0;
    }
    line = line.substr(0, room_);
    memcpy(buffer_ + used_, line.data(), line.size());
    used_ += line.size();
    buffer_[used_] = '\0';
  }

private:
  char *const buffer_;
  const size_t room_;
  const log_flush_callback flush_;
  size_t used_ = 0;
};

} // namespace

std::unique_ptr<LogWriter> makeDescriptorWriter(int descriptor) {
  return std::make_unique<DescriptorWriter>(descriptor);
}

std::unique_ptr<LogWriter> makeSyslogWriter(const char *name) {
  return std::make_unique<SyslogWriter>(name);
}

std::unique_ptr<LogWriter> makeBufferWriter(char *buffer, size_t capacity,
                                            log_flush_callback flush) {
  return std::make_unique<BufferWriter>(buffer, capacity, flush);
}

std::unique_ptr<LogWriter> makeFileWriter(FILE *file) {
  return std::make_unique<FileWriter>(file);
}

} // namespace dpa::doca
