// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link of a function that shares a card with others: a vport of the embedded
// switch. Frames arrive on the thread that sends them to the vport.
#include "emulator/nic/port/make-link.h"

#include <utility>

namespace dpa {
namespace {

class VportLink final : public Link {
public:
  VportLink(std::shared_ptr<VportSwitch> vportSwitch, uint32_t number,
            FrameReceiver &receiver)
      : switch_(std::move(vportSwitch)), number_(number), receiver_(receiver) {}
  ~VportLink() override {
    disconnect([] {});
  }

  bool isUp() const noexcept override { return switch_->isUp(); }
  void send(Frame frame) noexcept override {
    switch_->sendFrom(number_, frame);
  }
  void disconnect(const std::function<void()> &last) noexcept override {
    if (std::exchange(isConnected_, false))
      switch_->disconnect(number_, last);
    else
      last();
  }
  bool start(std::string &error) override {
    isConnected_ = switch_->connect(number_, receiver_, error);
    return isConnected_ && switch_->startUplink(error);
  }

private:
  const std::shared_ptr<VportSwitch> switch_;
  const uint32_t number_;
  FrameReceiver &receiver_;
  bool isConnected_ = false;
};

} // namespace

std::unique_ptr<Link> makeVportLink(const LinkContext &context) {
  return std::make_unique<VportLink>(
      context.vportSwitch, vportOf(context.settings).number, context.receiver);
}

} // namespace dpa
