// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A TAP interface: what the port sends, the kernel receives on it, and the
// reverse. The port makes the interface, which vanishes with it, or attaches to
// one that exists. It offers the kernel no offloads, so that frames arrive
// complete.
#include "emulator/nic/port/interface.h"
#include "emulator/nic/port/live-link.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <sys/ioctl.h>

namespace dpa {
namespace {

class TapLink : public Link {
public:
  TapLink(Descriptor file, const std::string &name, const LinkContext &context)
      : file_(std::move(file)), interface_(name), receiver_(context.receiver),
        counters_(context.counters) {}

  bool isUp() const noexcept override { return interface_.isUp(); }
  uint32_t mtuMax() const noexcept override { return interface_.mtu(); }
  void send(Frame frame) noexcept override {
    countSendFailure(write(file_.number(), frame.data(), frame.size()),
                     counters_);
  }
  bool start(std::string &error) override {
    return thread_.start([this] { run(); }, error);
  }

  const NetworkInterface &interface() const { return interface_; }

private:
  void run() {
    while (thread_.waitFor(file_.number())) {
      const ssize_t size = read(file_.number(), buffer_.data(), buffer_.size());
      if (size >= 0)
        receiver_.receive({buffer_.data(), static_cast<size_t>(size)});
      else if (!thread_.pauseAfter(errno))
        return;
    }
  }

  const Descriptor file_;
  const NetworkInterface interface_;
  FrameReceiver &receiver_;
  PortCounters &counters_;
  FrameBuffer buffer_;
  ReaderThread thread_; ///< last: ends first
};

std::string hintFor(int failure, const std::string &name) {
  return failure == EPERM
             ? " (expected CAP_NET_ADMIN, or an interface of this user: ip "
               "tuntap add mode tap user USER name " +
                   name + ")"
             : "";
}

} // namespace

std::unique_ptr<Link> makeTapLink(const LinkContext &context,
                                  std::string &error) {
  constexpr const char *device = "/dev/net/tun";
  const std::string name(context.settings.target.view());
  Descriptor file(open(device, O_RDWR | O_NONBLOCK | O_CLOEXEC));
  if (!file.isOpen()) {
    error = "tap: " + std::string(device) + ": " + std::strerror(errno);
    return nullptr;
  }
  ifreq request = requestFor(name);
  request.ifr_flags = IFF_TAP | IFF_NO_PI;
  if (ioctl(file.number(), TUNSETIFF, &request) != 0) {
    error =
        "tap: '" + name + "': " + std::strerror(errno) + hintFor(errno, name);
    return nullptr;
  }
  auto link = std::make_unique<TapLink>(std::move(file), name, context);
  if (context.settings.mtu)
    (void)link->interface().setMtu(*context.settings.mtu); // else mtuMax() says
  if (!link->interface().setUp()) {
    error = "tap: '" + name + "' cannot be set up: " + std::strerror(errno) +
            hintFor(errno, name);
    return nullptr;
  }
  return link;
}

} // namespace dpa
