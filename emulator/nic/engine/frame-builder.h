// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes frames of the send requests of an Ethernet queue: gathers their bytes,
// fills in checksums, cuts large segments. A request with an error sends nothing,
// but an entry with several packets sends those before the wrong one.
// Used by one thread at a time.
#ifndef DPA_EMULATOR_NIC_ENGINE_FRAME_BUILDER_H
#define DPA_EMULATOR_NIC_ENGINE_FRAME_BUILDER_H

#include "emulator/nic/data/keyed-memory.h"
#include "emulator/nic/engine/frame-sender.h"
#include "emulator/nic/wire/wqe.h"

namespace dpa {

class FrameBuilder {
public:
  /// Bytes of a request, all of its frames together.
  static constexpr size_t sizeMax = 256u << 10;

  /// Frames of a request.
  static constexpr size_t framesMax = 1024;

  explicit FrameBuilder(KeyedMemory memory) : memory_(std::move(memory)) {}

  struct Send {
    FrameSender &sender;
    uint32_t queue; ///< number
    void operator()(Frame frame) const { sender.transmit(queue, frame); }
  };
  /// Calls send(frame) for each frame.
  std::optional<WqeError> build(const SendRequest &request, const Send &send);

private:
  std::optional<WqeError> checkData(const SendRequest &request);
  std::optional<WqeError> buildOne(const SendRequest &request,
                                   std::span<const WqeData> data,
                                   const Send &send);
  std::optional<WqeError> buildSegments(const SendRequest &request,
                                        const Send &send);
  std::optional<WqeError> gather(ByteView header,
                                 std::span<const WqeData> data);

  KeyedMemory memory_;
  // Kept, so that most requests allocate nothing.
  Bytes frame_;
  Bytes segment_;
};

} // namespace dpa

#endif
