// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a frame goes. A plain value of fixed size.
#ifndef DPA_EMULATOR_NIC_STEERING_ROUTE_H
#define DPA_EMULATOR_NIC_STEERING_ROUTE_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace dpa {

struct Destination {
  enum class Kind : uint8_t {
    ReceiveQueue,
    Uplink,
    Vport,     ///< of another function
    Transport, ///< the queue pair that the frame names
  };

  // No default values: a route has an array of these, which would be initialised.
  Kind kind;
  uint32_t number; ///< of the receive queue (which may be destroyed), the port
                   ///< or the vport

  bool operator==(const Destination &) const = default;
};

/// The destinations of a frame, each of which has a copy of it. None: the frame
/// is dropped.
class Route {
public:
  static constexpr size_t destinationMax = 16;

  Route() = default;
  explicit Route(const Destination &destination) { add(destination); }

  const Destination *begin() const { return destinations_.data(); }
  const Destination *end() const { return destinations_.data() + size_; }
  size_t size() const { return size_; }
  bool isDropped() const { return size_ == 0; }
  /// Whether a counter of steering counts the frame.
  bool isCounted() const { return isCounted_; }
  void setCounted() { isCounted_ = true; }
  /// False: it has no room.
  bool add(Destination destination) {
    if (size_ == destinationMax)
      return false;
    destinations_[size_++] = destination;
    return true;
  }

private:
  std::array<Destination, destinationMax> destinations_;
  uint8_t size_ = 0;
  bool isCounted_ = false;
};

} // namespace dpa

#endif
