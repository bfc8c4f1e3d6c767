// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An ordered link is the receiver of the real one; its thread waits until the
// frame has been admitted. A replayed link opens nothing: what is sent is only
// compared with the recording.
#include "emulator/nic/port/ordered-link.h"

#include "emulator/host/own-heap-thread.h"
#include "emulator/nic/port/pcap-library.h"

#include <atomic>
#include <mutex>

namespace dpa {
namespace {

class OrderedLink : public Link,
                    private FrameReceiver,
                    private PortInputReceiver {
public:
  OrderedLink(const LinkContext &context, const OrderedPort &port)
      : receiver_(context.receiver), counters_(context.counters), port_(port) {}
  bool open(const LinkContext &context, std::string &error) {
    FrameReceiver &self = *this;
    link_ = makeLink(
        {context.settings, self, context.background, context.counters}, error);
    return link_ != nullptr;
  }

  bool isUp() const noexcept override { return isUp_; }
  void update() noexcept override;
  void send(Frame frame) noexcept override {
    port_.inputs.noteSent(port_.number, frame);
    link_->send(frame);
  }
  bool start(std::string &error) override { return link_->start(error); }
  uint32_t mtuMax() const noexcept override { return link_->mtuMax(); }

private:
  void receive(Frame frame) noexcept override;
  bool receiveIfReady(Frame frame) noexcept override {
    if (!receiver_.isReadyFor(frame))
      return false;
    receive(frame);
    return true;
  }
  bool isReadyFor(Frame frame) const noexcept override {
    return receiver_.isReadyFor(frame);
  }
  void receiveFrame(Frame frame) noexcept override { receiver_.receive(frame); }
  void changeLink(bool isUp) noexcept override { isUp_ = isUp; }

  FrameReceiver &receiver_;
  PortCounters &counters_;
  const OrderedPort port_;
  std::mutex updating_;
  std::atomic<bool> isUp_ = true;
  std::unique_ptr<Link> link_; ///< last: ends first
};

/// On the thread of the real link.
void OrderedLink::receive(Frame frame) noexcept {
  if (frame.size() > portFrameMax)
    counters_.countDrop(FrameDrop::TooLong);
  else
    port_.inputs.admitFrame(port_.number, frame, *this);
}

/// The state changes between turns.
void OrderedLink::update() noexcept {
  const std::lock_guard guard(updating_);
  const bool isUp = link_->isUp();
  if (isUp != isUp_)
    port_.inputs.admitLink(port_.number, isUp, *this);
}

/// What the recording brings, as long as the port exists.
class ReplayedInputs : public PortInputReceiver {
public:
  explicit ReplayedInputs(FrameReceiver &receiver) : receiver_(&receiver) {}

  bool isUp() const { return isUp_; }
  /// Waits for a frame that is being received.
  void close() {
    const std::lock_guard guard(lock_);
    receiver_ = nullptr;
  }

  void receiveFrame(Frame frame) noexcept override {
    const std::lock_guard guard(lock_);
    if (receiver_)
      receiver_->receive(frame);
  }
  void changeLink(bool isUp) noexcept override { isUp_ = isUp; }

private:
  std::atomic<bool> isUp_ = true;
  std::mutex lock_;
  FrameReceiver *receiver_; ///< null: the port is closed
};

class ReplayedLink : public Link {
public:
  ReplayedLink(FrameReceiver &receiver, const OrderedPort &port)
      : port_(port), received_(std::make_shared<ReplayedInputs>(receiver)) {
    port.inputs.replayTo(port.number, received_);
  }
  ~ReplayedLink() override {
    port_.inputs.waitForInputs();
    received_->close();
  }

  bool isUp() const noexcept override { return received_->isUp(); }
  void send(Frame frame) noexcept override {
    port_.inputs.noteSent(port_.number, frame);
  }
  bool start(std::string &error) override {
    thread_.emplace();
    if (!thread_->isRunning())
      error = "a thread in place of the one that receives cannot be created";
    return thread_->isRunning();
  }

private:
  const OrderedPort port_;
  const std::shared_ptr<ReplayedInputs> received_;
  /// Does nothing. In the recorded run the link's thread is in its place.
  std::optional<OwnHeapThread> thread_;
};

/// Loading a library changes the addresses of later mappings, so a replay loads it, too,
/// if it is installed.
void takeAddresses(const PortSettings &settings) {
  std::string missing;
  if (settings.kind == PortKind::Pcap)
    (void)PcapLibrary::load(missing);
}

} // namespace

std::unique_ptr<Link> makeOrderedLink(const LinkContext &context,
                                      const OrderedPort &port,
                                      std::string &error) {
  if (port.inputs.isReplay()) {
    takeAddresses(context.settings);
    return std::make_unique<ReplayedLink>(context.receiver, port);
  }
  auto link = std::make_unique<OrderedLink>(context, port);
  return link->open(context, error) ? std::move(link) : nullptr;
}

} // namespace dpa
