// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Buffers for the bytes of a file whose frames are in the rings of several lanes. The
// reader fills one after the other, and reuses the oldest one when the lanes have released
// the frames in it.
#ifndef DPA_EMULATOR_NIC_PORT_FRAME_BLOCKS_H
#define DPA_EMULATOR_NIC_PORT_FRAME_BLOCKS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dpa {

/// Beside these blocks, the reader has the buffer that it fills.
class FrameBlocks {
public:
  explicit FrameBlocks(size_t lanes) {
    for (Block &block : blocks_)
      block.needed.resize(lanes);
  }

  /// Whether exchange() is possible. `lanes`: pointers to what has a FrameRing `ring`.
  bool hasFree(const auto &lanes) const {
    const Block &oldest = blocks_[oldest_];
    for (size_t i = 0; i < lanes.size(); ++i)
      if (!lanes[i]->ring.hasReleased(oldest.needed[i]))
        return false;
    return true;
  }
  /// Gives the reader the oldest block for its buffer, whose frames were all added to rings
  /// or are not used any more.
  void exchange(auto &reader, const auto &lanes) {
    Block &oldest = blocks_[oldest_];
    reader.exchangeBuffer(oldest.bytes);
    for (size_t i = 0; i < lanes.size(); ++i)
      oldest.needed[i] = lanes[i]->ring.added();
    oldest_ = (oldest_ + 1) % blocks_.size();
  }

private:
  struct Block {
    std::vector<char> bytes;
    std::vector<uint64_t>
        needed; ///< by lane: frames up to the last one in the block
  };
  std::array<Block, 3> blocks_;
  size_t oldest_ = 0;
};

} // namespace dpa

#endif
