// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Large send offload (LSO): cuts a TCP frame, whose payload may be longer than a
// packet, into frames with at most `mss` bytes of payload each. Each has the
// headers of the large one with its own lengths, IPv4 identification, sequence
// number, flags and checksums. Nothing is allocated: the caller has a buffer for
// one frame.
#ifndef DPA_EMULATOR_NIC_WIRE_SEGMENT_H
#define DPA_EMULATOR_NIC_WIRE_SEGMENT_H

#include "base/bytes.h"
#include "emulator/nic/wire/frame.h"

namespace dpa {

class TcpSegments {
public:
  /// `frame` must outlive this object. All bytes after the TCP header are
  /// payload; lengths and checksums in the headers are not used, as senders
  /// leave them 0 in frames of more than 64 KiB.
  TcpSegments(ByteView frame, uint16_t mss);

  /// Why the frame cannot be cut; null if it can.
  const char *refusal() const { return refusal_; }
  size_t frameSizeMax() const;
  /// Writes the next frame to the beginning of `buffer`, frameSizeMax() bytes or
  /// more, and returns it; empty after the last one or if the buffer is smaller.
  /// A frame without payload is returned once.
  std::span<std::byte> next(std::span<std::byte> buffer);

private:
  const char *readHeaders();
  void writeHeaders(std::span<std::byte> segment, size_t payload) const;

  ByteView frame_;
  const size_t mss_;
  FrameHeaders headers_;
  size_t headerSize_ = 0; ///< up to the payload
  size_t sent_ = 0;       ///< bytes of payload
  uint16_t count_ = 0;    ///< frames
  bool isDone_ = false;
  const char *refusal_;
};

/// Calls send(frame) for each frame. Returns why none was sent; null if all were.
template <typename Send>
const char *cutTcpFrame(ByteView frame, uint16_t mss,
                        std::span<std::byte> buffer, Send &&send) {
  TcpSegments segments(frame, mss);
  if (segments.refusal() != nullptr)
    return segments.refusal();
  if (buffer.size() < segments.frameSizeMax())
    return "headers and maximum segment size exceed the largest frame";
  for (std::span<std::byte> segment = segments.next(buffer); !segment.empty();
       segment = segments.next(buffer))
    send(segment);
  return nullptr;
}

} // namespace dpa

#endif
