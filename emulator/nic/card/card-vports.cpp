// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Connections of vports. No lock is held while a receiver is called: it may send
// frames to other vports in the same call.
#include "emulator/nic/card/card-vports.h"

namespace dpa {

/// The receiver of a vport stays as long as this object.
class CardVports::Use {
public:
  Use(const CardVports &vports, uint32_t number) : vports_(vports) {
    std::lock_guard guard(vports_.lock_);
    auto found = vports_.vports_.find(number);
    if (found == vports_.vports_.end() || !found->second.receiver)
      return;
    vport_ = &found->second;
    ++vport_->users;
    receiver_ = vport_->receiver;
  }
  ~Use() {
    if (!vport_)
      return;
    std::lock_guard guard(vports_.lock_);
    if (--vport_->users == 0)
      vports_.isFree_.notify_all();
  }
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;

  /// Null: the vport is not connected.
  FrameReceiver *receiver() const { return receiver_; }

private:
  const CardVports &vports_;
  Vport *vport_ = nullptr;
  FrameReceiver *receiver_ = nullptr;
};

void CardVports::set(const std::vector<uint32_t> &numbers) {
  for (uint32_t number : numbers)
    vports_.try_emplace(number);
}

bool CardVports::connect(uint32_t number, FrameReceiver &receiver,
                         std::string &error) {
  std::lock_guard guard(lock_);
  auto found = vports_.find(number);
  if (found == vports_.end())
    error = "vport " + std::to_string(number) +
            " does not exist on the card, which was opened before it was "
            "configured";
  else if (found->second.receiver)
    error = "vport " + std::to_string(number) + " is in use";
  else {
    found->second.receiver = &receiver;
    return true;
  }
  return false;
}

void CardVports::disconnect(uint32_t number) noexcept {
  std::unique_lock guard(lock_);
  Vport &vport = vports_.find(number)->second;
  vport.receiver = nullptr;
  isFree_.wait(guard, [&] { return vport.users == 0; });
}

void CardVports::deliver(uint32_t number, Frame frame) noexcept {
  const Use use(*this, number);
  if (use.receiver())
    use.receiver()->receive(frame);
  else
    drops_.fetch_add(1, std::memory_order_relaxed);
}

bool CardVports::isReadyFor(uint32_t number, Frame frame) const noexcept {
  const Use use(*this, number);
  return !use.receiver() || use.receiver()->isReadyFor(frame);
}

} // namespace dpa
