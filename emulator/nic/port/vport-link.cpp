// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The link of a function that shares a card with others: a vport of the embedded
// switch. Frames arrive on the thread that sends them to the vport.
#include "emulator/nic/port/make-link.h"

namespace dpa {
namespace {

class VportLink : public Link {
public:
  VportLink(std::shared_ptr<VportSwitch> vportSwitch, uint32_t number,
            FrameReceiver &receiver)
      : switch_(std::move(vportSwitch)), number_(number), receiver_(receiver) {}
  ~VportLink() override {
    if (isConnected_)
      switch_->disconnect(number_);
  }

  bool isUp() const noexcept override { return switch_->isUp(); }
  void send(Frame frame) noexcept override {
    switch_->sendFrom(number_, frame);
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
