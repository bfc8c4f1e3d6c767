// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inputs of a live port in a reproducible run: frames of other programs and
// machines, and changes of its link. They arrive at moments of their own, so that
// the scheduler admits them between turns, records them with their contents and,
// in a replay, makes them itself at the same moments. Frames that the device sends
// are recorded by their digests, and a replay compares them.
#ifndef DPA_EMULATOR_SCHEDULE_PORT_INPUTS_H
#define DPA_EMULATOR_SCHEDULE_PORT_INPUTS_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dpa {

/// Bytes of the largest frame that is admitted: the largest of a pcap file.
constexpr size_t portFrameMax = size_t(256) << 10;

/// Where the inputs of a port go, between turns.
class PortInputReceiver {
public:
  virtual ~PortInputReceiver() = default;
  virtual void receiveFrame(std::span<const std::byte> frame) noexcept = 0;
  virtual void changeLink(bool isUp) noexcept = 0;
};

/// Thread safe.
class PortInputs {
public:
  virtual ~PortInputs() = default;

  /// Whether the inputs are those of a recording. Then admit...() is not called.
  virtual bool isReplay() const noexcept = 0;
  /// Of a replay: whether the recorded device has opened a live port of this
  /// number at this place. Ports are opened in the order of their numbers.
  virtual bool hasRecordedPort(uint64_t port) = 0;
  /// Then its text. Once for each opening.
  virtual std::string takeRecordedPort() = 0;
  /// Of other runs: the device has opened this live port, whose text has no line
  /// break. From now on, time passes slower than outside while nothing can run.
  virtual void openLivePort(uint64_t port, std::string_view text) = 0;

  /// Hands an input to the receiver between turns, and returns then. From
  /// threads of links and of the host, outside of Scheduler::admit(). Without
  /// memory the input is lost.
  virtual void admitFrame(uint64_t port, std::span<const std::byte> frame,
                          PortInputReceiver &receiver) noexcept = 0;
  virtual void admitLink(uint64_t port, bool isUp,
                         PortInputReceiver &receiver) noexcept = 0;

  /// Of a replay: the receiver of the recorded inputs of this port.
  virtual void replayTo(uint64_t port,
                        std::weak_ptr<PortInputReceiver> receiver) noexcept = 0;

  /// Of a replay, before a port closes: returns when all inputs that are due now
  /// have been made. In the recorded run, too, a port closes after its last input.
  virtual void waitForInputs() noexcept = 0;

  /// A live port sends this frame, or would without the replay. From turns. A
  /// replay that sends another one has left the recording.
  virtual void noteSent(uint64_t port,
                        std::span<const std::byte> frame) noexcept = 0;
};

} // namespace dpa

#endif
