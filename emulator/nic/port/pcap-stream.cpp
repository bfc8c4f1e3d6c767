// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reads of the reader wait for the descriptor or for the end of the link,
// which libpcap sees as the end of the file.
#include "emulator/nic/port/pcap-stream.h"

#include "emulator/nic/port/pcap-source.h"
#include "emulator/nic/port/reader-thread.h"

#include <algorithm>
#include <cerrno>
#include <new>

namespace dpa {
namespace {

class PcapStream : public Link, private PcapBytes {
public:
  PcapStream(Descriptor file, const std::string &name,
             const LinkContext &context)
      : file_(std::move(file)), name_(name),
        isTimed_(context.settings.times == PcapTimes::Recorded),
        receiver_(context.receiver), background_(context.background),
        cutFrames_(name, context.counters) {}

  bool isUp() const noexcept override { return true; }
  void send(Frame /*frame*/) noexcept override {}
  bool start(std::string &error) override {
    return thread_.start([this] { run(); }, error);
  }

private:
  ssize_t read(char *to, size_t size) override;
  void run();
  void readAll(std::string &error);
  bool waitForReceiver(Frame frame) const;
  bool waitUntil(uint64_t due) const;

  const Descriptor file_;
  const std::string name_;
  const bool isTimed_;
  FrameReceiver &receiver_;
  Background &background_;
  CutFrames cutFrames_;
  bool isEnded_ = false;
  ReaderThread thread_; ///< last: ends first
};

ssize_t PcapStream::read(char *to, size_t size) {
  for (;;) {
    if (!thread_.waitFor(file_.number())) {
      isEnded_ = true;
      return 0;
    }
    const ssize_t result = ::read(file_.number(), to, size);
    if (result >= 0 || (errno != EAGAIN && errno != EINTR))
      return result;
  }
}

/// Nothing reports that a buffer has been added, so that it asks again, after
/// pauses of up to a millisecond.
bool PcapStream::waitForReceiver(Frame frame) const {
  constexpr uint64_t shortest = 20'000;
  constexpr uint64_t longest = 1'000'000;
  for (uint64_t time = shortest; !receiver_.isReadyFor(frame);
       time = std::min(2 * time, longest))
    if (!thread_.pause(time))
      return false;
  return true;
}

bool PcapStream::waitUntil(uint64_t due) const {
  constexpr uint64_t longest = 1'000'000;
  for (uint64_t now = background_.now(); now < due; now = background_.now())
    if (!thread_.pause(std::min(due - now, longest)))
      return false;
  return thread_.pause(0);
}

void PcapStream::readAll(std::string &error) {
  const auto reader = PcapReader::open(*this, name_, error);
  uint64_t start = 0;
  uint64_t firstStamp = 0; // 0: no frame yet
  while (reader && reader->next(error)) {
    if (!cutFrames_.pass(*reader))
      continue;
    const bool isFirst = firstStamp == 0;
    const uint64_t stamp = std::max<uint64_t>(reader->time(), 1);
    const uint64_t distance = stamp - std::min(firstStamp, stamp);
    if (!(isTimed_ && !isFirst ? waitUntil(start + distance)
                               : waitForReceiver(reader->frame())))
      return;
    if (isFirst) {
      firstStamp = stamp;
      start = background_.now();
    }
    receiver_.receive(reader->frame());
  }
}

void PcapStream::run() {
  try {
    std::string error;
    readAll(error);
    if (!error.empty() && !isEnded_)
      reportBadFile(error);
  } catch (const std::bad_alloc &) {
    reportBadFile("out of memory"); // fits without allocation
  }
}

} // namespace

std::unique_ptr<Link> makePcapStream(Descriptor file, const std::string &name,
                                     const LinkContext &context) {
  return std::make_unique<PcapStream>(std::move(file), name, context);
}

} // namespace dpa
