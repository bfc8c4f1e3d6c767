// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffered writing.
#include "emulator/trace/output-file.h"

#include "base/direct-output.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace dpa::trace {

OutputFile::~OutputFile() {
  if (descriptor_ >= 0)
    close(descriptor_);
}

bool OutputFile::open(const std::string &name, std::string &error) {
  name_ = name;
  isDirect_ = isWrittenDirectly(name.c_str());
  partName_ =
      isDirect_ ? name : name + "." + std::to_string(getpid()) + ".partial";
  descriptor_ = isDirect_
                    ? openDirectly(name.c_str())
                    : ::open(partName_.c_str(),
                             O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    error =
        "timeline: cannot create " + partName_ + ": " + std::strerror(errno);
  return descriptor_ >= 0;
}

void OutputFile::flush() {
  std::string_view left = buffer_.view();
  while (!left.empty() && failure_ == 0) {
    const ssize_t written = write(descriptor_, left.data(), left.size());
    if (written >= 0)
      left.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR)
      failure_ = errno;
  }
  buffer_.clear();
}

bool OutputFile::finish(std::string &error) {
  flush();
  if (close(descriptor_) != 0 && failure_ == 0)
    failure_ = errno;
  descriptor_ = -1;
  if (!isDirect_ && failure_ == 0 &&
      rename(partName_.c_str(), name_.c_str()) != 0)
    failure_ = errno;
  if (failure_ == 0)
    return true;
  error = name_ + ": " + std::strerror(failure_);
  if (!isDirect_)
    unlink(partName_.c_str());
  return false;
}

} // namespace dpa::trace
