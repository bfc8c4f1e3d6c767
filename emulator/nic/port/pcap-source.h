// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The frames of a regular file as background work: each step hands some over. As
// fast as the receiver has buffers, so that no frame is lost however slow the
// program is, or at the distances of the time stamps, which begin when the first
// frame finds a receiver; then frames without a buffer are lost as on a wire.
// Fast frames for several receive queues are delivered by several threads
// (pcap-lanes.h), except in reproducible runs.
#ifndef DPA_EMULATOR_NIC_PORT_PCAP_SOURCE_H
#define DPA_EMULATOR_NIC_PORT_PCAP_SOURCE_H

#include "emulator/nic/port/make-link.h"
#include "emulator/nic/port/pcap-lanes.h"
#include "emulator/nic/port/pcap-reader.h"

#include <mutex>
#include <optional>

namespace dpa {

/// Reports, once for each file, that it has parts of frames.
class CutFrames {
public:
  CutFrames(std::string file, PortCounters &counters)
      : file_(std::move(file)), counters_(counters) {}
  /// Whether the reader's frame is whole; counts it otherwise.
  bool pass(const PcapReader &reader);

private:
  const std::string file_;
  PortCounters &counters_;
  bool isReported_ = false;
};

/// Reports that a file ends before its end.
void reportBadFile(const std::string &error);

class PcapSource : public BackgroundWork, private PcapLanes::Source {
public:
  /// The first frame is read here; as with later ones, an error is reported and
  /// ends the file. A file without frames is reported, too.
  static std::shared_ptr<PcapSource> create(std::unique_ptr<PcapBytes> bytes,
                                            std::unique_ptr<PcapReader> reader,
                                            const LinkContext &context);

  /// Waits for a step that runs on another thread; nothing is received
  /// afterwards.
  void close();

  State state(uint64_t now) const noexcept override;
  bool isIdle(uint64_t now) const noexcept override;
  uint64_t due() const noexcept override;
  void step(uint64_t now) noexcept override;

private:
  PcapSource(std::unique_ptr<PcapBytes> bytes,
             std::unique_ptr<PcapReader> reader, const LinkContext &context);
  bool hasFrame();
  Frame next(std::string &error);
  Frame handOver(Frame frame, std::string &error);
  Frame handOverSome(Frame frame, std::string &error);
  void setNext(Frame frame);
  uint64_t dueOf(const PcapReader &reader) const;

  bool findsOrders(Frame frame);
  void useLanes(Frame frame);
  bool nextFrame(Frame &frame) override;
  void exchangeBuffer(std::vector<char> &buffer) override {
    reader_->exchangeBuffer(buffer);
  }

  const bool isTimed_;
  const std::unique_ptr<PcapBytes> bytes_; ///< of the reader
  const std::unique_ptr<PcapReader> reader_;
  FrameReceiver &receiver_;
  Background &background_;
  CutFrames cutFrames_;
  std::weak_ptr<PcapSource> self_;
  std::mutex stepping_;           ///< while step() runs; of the next three
  uint64_t firstOrder_ = 0;       ///< orderOf() of a frame; 0: none yet
  bool hasSeveralOrders_ = false; ///< another one was found: lanes are useful
  unsigned steps_ = 0;

  /// Of what follows. Not held while the receiver receives, which may post work.
  mutable std::mutex lock_;
  Frame frame_; ///< empty: none
  bool isOver_ = false;
  uint64_t firstStamp_ = 0;
  std::optional<uint64_t> start_;    ///< when the first frame was handed over
  uint64_t due_ = 0;                 ///< of the frame, if there is a start
  std::shared_ptr<PcapLanes> lanes_; ///< null: this work delivers all frames
};

} // namespace dpa

#endif
