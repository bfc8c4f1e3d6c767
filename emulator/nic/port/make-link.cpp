// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link of each kind, and the links that have nothing at the other end.
#include "emulator/nic/port/make-link.h"

namespace dpa {
namespace {

class LoopbackLink : public Link {
public:
  explicit LoopbackLink(FrameReceiver &receiver) : receiver_(receiver) {}
  bool isUp() const noexcept override { return true; }
  void send(Frame frame) noexcept override { receiver_.receive(frame); }

private:
  FrameReceiver &receiver_;
};

/// Sent frames are lost.
class OpenLink : public Link {
public:
  explicit OpenLink(bool isUp) : isUp_(isUp) {}
  bool isUp() const noexcept override { return isUp_; }
  void send(Frame /*frame*/) noexcept override {}

private:
  const bool isUp_;
};

} // namespace

std::unique_ptr<Link> makeLink(const LinkContext &context, std::string &error) {
  switch (context.settings.kind) {
  case PortKind::Loopback:
    return std::make_unique<LoopbackLink>(context.receiver);
  case PortKind::Up:
    return std::make_unique<OpenLink>(true);
  case PortKind::Down:
    return std::make_unique<OpenLink>(false);
  case PortKind::Tap:
    return makeTapLink(context, error);
  case PortKind::Interface:
    return makeInterfaceLink(context, error);
  case PortKind::Pcap:
    return makePcapLink(context, error);
  case PortKind::Unix:
    return makeUnixLink(context, error);
  case PortKind::Udp:
    return makeUdpLink(context, error);
  case PortKind::Vport:
    return makeVportLink(context);
  }
  return nullptr;
}

} // namespace dpa
