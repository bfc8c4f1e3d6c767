// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file of frames as link: regular files are background work; FIFOs and other
// streams, which may block, have a thread (pcap-stream.h). Frames that are sent
// go nowhere.
#include "emulator/nic/port/pcap-source.h"
#include "emulator/nic/port/pcap-stream.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace dpa {
namespace {

/// Reads at a position of its own: a child of fork() shares that of the file.
class FileBytes : public PcapBytes {
public:
  explicit FileBytes(Descriptor file) : file_(std::move(file)) {}
  ssize_t read(char *to, size_t size) override {
    ssize_t result = 0;
    do
      result = pread(file_.number(), to, size, position_);
    while (result < 0 && errno == EINTR);
    position_ += std::max<ssize_t>(result, 0);
    return result;
  }

private:
  const Descriptor file_;
  off_t position_ = 0;
};

class PcapLink : public Link {
public:
  PcapLink(std::shared_ptr<PcapSource> source, Background &background)
      : source_(std::move(source)), background_(background) {}
  ~PcapLink() override { source_->close(); }

  bool isUp() const noexcept override { return true; }
  void send(Frame /*frame*/) noexcept override {}
  bool start(std::string & /*error*/) override {
    background_.post(source_);
    return true;
  }

private:
  const std::shared_ptr<PcapSource> source_;
  Background &background_;
};

bool isSameFile(const struct stat &input, const FileName &output) {
  struct stat status{};
  return !output.empty() &&
         stat(std::string(output.view()).c_str(), &status) == 0 &&
         status.st_dev == input.st_dev && status.st_ino == input.st_ino;
}

std::unique_ptr<Link> makeFileLink(Descriptor file, const std::string &name,
                                   const LinkContext &context,
                                   std::string &error) {
  auto bytes = std::make_unique<FileBytes>(std::move(file));
  auto reader = PcapReader::open(*bytes, name, error);
  if (!reader) {
    error.insert(0, "pcap: ");
    return nullptr;
  }
  return std::make_unique<PcapLink>(
      PcapSource::create(std::move(bytes), std::move(reader), context),
      context.background);
}

} // namespace

/// A FIFO is opened without waiting for its writer.
std::unique_ptr<Link> makePcapLink(const LinkContext &context,
                                   std::string &error) {
  const std::string name(context.settings.target.view());
  Descriptor file(open(name.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat status{};
  if (!file.isOpen() || fstat(file.number(), &status) != 0) {
    error = "pcap: " + name + ": " + std::strerror(errno);
    return nullptr;
  }
  if (S_ISDIR(status.st_mode)) {
    error = "pcap: " + name + ": " + std::strerror(EISDIR);
    return nullptr;
  }
  if (isSameFile(status, context.settings.captureFile)) {
    error = "out: expected another file than the input, got '" +
            std::string(context.settings.captureFile.view()) + "'";
    return nullptr;
  }
  if (S_ISREG(status.st_mode))
    return makeFileLink(std::move(file), name, context, error);
  return PcapLibrary::load(error)
             ? makePcapStream(std::move(file), name, context)
             : nullptr;
}

} // namespace dpa
