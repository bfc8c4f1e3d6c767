// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Delivers the frames of a file by several threads of background work (lanes). Each
// receive queue belongs to one lane, so that its frames stay in order while queues of
// other lanes receive at the same time. A lane that has few frames reads some of the
// file for all lanes. A frame with several destinations or none, or for the transport, is
// delivered alone: after all frames before it, and before all after it. Frames are not
// copied: lanes have views of the buffers into which the file is read.
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_LANES_H
#define DPA_EMULATOR_NIC_PORT_PCAP_LANES_H

#include "base/short-lock.h"
#include "emulator/nic/port/frame-blocks.h"
#include "emulator/nic/port/frame-ring.h"

#include <array>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace dpa {

class PcapLanes : public std::enable_shared_from_this<PcapLanes> {
public:
  /// The frames of the file; used by one thread at a time.
  class Source {
  public:
    virtual ~Source() = default;
    /// Sets the next frame; an empty one at the end of the file. False: no frame was
    /// set; exchangeBuffer() must be called first. A frame longer than PcapReader::keptSizeMax is valid
    /// until the next call only.
    virtual bool nextFrame(Frame &frame) = 0;
    /// Earlier frames stay valid in `buffer`, which has the old buffer afterwards.
    virtual void exchangeBuffer(std::vector<char> &buffer) = 0;
  };

  /// `first`: the next frame, valid during this call. The references outlive close().
  PcapLanes(Source &source, Frame first, FrameReceiver &receiver,
            Background &background);
  /// Before start(). `first`: the work of lane 0, which the caller has posted and which calls
  /// state(0) and step(0). After std::bad_alloc, the caller must call close().
  void makeWorks(std::shared_ptr<BackgroundWork> first);
  /// Posts the other lanes.
  void start() noexcept;
  /// Waits for steps that run on other threads. Nothing is received afterwards.
  void close();

  /// See BackgroundWork. On the thread of the lane.
  BackgroundWork::State state(unsigned lane) noexcept;
  void step(unsigned lane) noexcept;

private:
  struct Lane {
    std::mutex lock; ///< while the lane is in use; close() takes all of them
    FrameRing ring;
    std::shared_ptr<BackgroundWork> work;
  };
  class Work;

  BackgroundWork::State stateOfReader();
  bool hasPlace();
  void deliverSome(FrameRing &ring);
  void read(unsigned reader);
  void readSome(unsigned reader);
  bool readNext();
  void publish(unsigned reader);
  bool place();
  bool areEmpty() const;
  Lane &laneOf(uint64_t order);

  Source &source_;
  FrameReceiver &receiver_;
  Background &background_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  bool isClosed_ = false; ///< under the locks of the lanes

  ShortLock readLock_; ///< of what follows, and of adding to rings
  FrameBlocks blocks_;
  const std::vector<std::byte> first_;
  bool needsBlock_ = false; ///< to read on
  Frame frame_;             ///< read, but not in a ring yet; empty: none
  bool isAtEnd_ = false;    ///< of the file
  Lane *awaited_ = nullptr; ///< lane of frame_; null: all rings must be empty
  uint64_t version_ = 0;    ///< orderVersion() of laneOfOrder_
  std::unordered_map<uint64_t, Lane *> laneOfOrder_;
  struct Known {
    uint64_t order = 0;
    Lane *lane = nullptr;
  };
  std::array<Known, 64>
      known_; ///< some of laneOfOrder_, by the low bits of the order
};

} // namespace dpa

#endif
