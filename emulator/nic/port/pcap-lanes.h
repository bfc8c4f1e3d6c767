// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frames of a file for several threads of background work (lanes): a frame is
// delivered by the lane of its receive queue, so that frames of a queue stay in
// order, and queues of different lanes receive at the same time. The lane that has
// no frames reads some, for all lanes. A frame without such an order (several
// destinations, packets of the transport, none) is delivered alone: after all frames
// before it.
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_LANES_H
#define DPA_EMULATOR_NIC_PORT_PCAP_LANES_H

#include "emulator/host/short-lock.h"
#include "emulator/nic/port/frame-ring.h"

#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace dpa {

class PcapLanes : public std::enable_shared_from_this<PcapLanes> {
public:
  /// Returns the next frame, valid until the next call; empty at the end of the file.
  using Next = std::function<Frame()>;

  /// `first`: the next frame, valid until `next` is called. The references outlive
  /// close().
  PcapLanes(Next next, Frame first, FrameReceiver &receiver,
            Background &background);
  /// Before start(). The work of the first lane is the caller's, which is posted and calls
  /// state(0) and step(0). May throw std::bad_alloc: then close() follows.
  void makeWorks(std::shared_ptr<BackgroundWork> first);
  /// Posts the other lanes.
  void start() noexcept;
  /// Waits for steps that run on other threads; afterwards nothing is received.
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
  void read(unsigned reader);
  void readSome(unsigned reader);
  void publish(unsigned reader);
  bool place();
  bool areEmpty() const;
  Lane &laneOf(uint64_t order);

  const Next next_;
  FrameReceiver &receiver_;
  Background &background_;
  std::vector<std::unique_ptr<Lane>> lanes_;
  bool isClosed_ = false; ///< under the locks of the lanes

  ShortLock readLock_;      ///< of what follows, and of adding to rings
  Frame frame_;             ///< that was read and has no lane yet; may be empty
  bool isAtEnd_ = false;    ///< of the file
  Lane *awaited_ = nullptr; ///< of frame_; null: it waits until all are empty
  uint64_t version_ = 0;    ///< of orders
  std::unordered_map<uint64_t, Lane *> laneOfOrder_;
};

} // namespace dpa

#endif
