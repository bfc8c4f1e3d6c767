// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is at the other end of a port, and what receives the frames of a port. A
// frame is a whole Ethernet frame without its check sequence (FCS), at least 14
// bytes, and valid during the call only.
#ifndef DPA_EMULATOR_NIC_PORT_LINK_H
#define DPA_EMULATOR_NIC_PORT_LINK_H

#include "emulator/schedule/background.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace dpa {

using Frame = std::span<const std::byte>;

/// Of an Ethernet header: the shortest frame.
constexpr size_t frameSizeMin = 14;

/// Thread safe.
class FrameReceiver {
public:
  virtual ~FrameReceiver() = default;
  virtual void receive(Frame frame) noexcept = 0;
  /// Whether receive() would not drop the frame for lack of receive buffers at
  /// this moment. For sources that can wait. Changes nothing.
  virtual bool isReadyFor(Frame frame) const noexcept = 0;
  /// Receives the frame if it is ready for it; else changes nothing and returns
  /// false.
  virtual bool receiveIfReady(Frame frame) noexcept = 0;
  /// Which frames must stay in order: those with the same result are handed over one after the
  /// other, those with different results possibly at the same time by several threads. 0: the
  /// frame is handed over after all frames before it, and before all after it. The result is
  /// valid if orderVersion() is the same before and after the call.
  virtual uint64_t orderOf(Frame /*frame*/) const noexcept { return 0; }
  virtual uint64_t orderVersion() const noexcept { return 0; }
  /// The frames that this thread hands over until endBurst() follow each other at
  /// once: the program may be notified of all of them together.
  virtual void beginBurst() noexcept {}
  virtual void endBurst() noexcept {}
  /// As endBurst(), but this thread may run the handlers that the frames have activated,
  /// each for a bounded time, instead of waking another thread.
  virtual void endBurstAndHelp(Background::Next /*next*/) noexcept {
    endBurst();
  }
};

/// Thread safe. A link must not call its receiver after its destructor has begun.
class Link {
public:
  virtual ~Link() = default;
  virtual bool isUp() const noexcept = 0;
  /// Of a link whose state changes between turns only (PortInputs): looks how it
  /// is now.
  virtual void update() noexcept {}
  /// Sends a frame or, if the other end cannot take it, drops it.
  virtual void send(Frame frame) noexcept = 0;
  /// Receives the frames that have arrived on this thread, if the link supports it, so that
  /// a polling program does not depend on another thread. With `mayWait` it waits for
  /// frames, for a bounded time. False if it has not received or waited.
  virtual bool poll(bool /*mayWait*/) noexcept { return false; }
  /// Begins to receive; before it, the receiver is not called. Once. On failure
  /// false, with a message in `error`.
  virtual bool start(std::string & /*error*/) { return true; }
  /// Does not call its receiver any more, and runs `last`: in reproducible runs between
  /// the same turns each time. Before the destructor.
  virtual void disconnect(const std::function<void()> &last) noexcept {
    last();
  }
  /// Largest MTU that the other end can have.
  virtual uint32_t mtuMax() const noexcept { return UINT32_MAX; }
};

} // namespace dpa

#endif
