// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides what happens to each frame that a port sends: three numbers of the
// port's own generator for each frame, whatever the settings are, so that one
// setting does not change what another one hits.
#ifndef DPA_EMULATOR_NIC_PORT_FRAME_FATES_H
#define DPA_EMULATOR_NIC_PORT_FRAME_FATES_H

#include "emulator/configuration/port-settings.h"
#include "emulator/schedule/random.h"

namespace dpa {

struct FrameFate {
  bool isLost = false;
  bool isDuplicated = false;
  bool isReordered = false;
};

class FrameFates {
public:
  explicit FrameFates(const Impairments &settings)
      : settings_(settings), random_(settings.seed) {}

  FrameFate next() {
    const bool isLost = hits(settings_.loss);
    const bool isDuplicated = hits(settings_.duplicate);
    const bool isReordered = hits(settings_.reorder);
    return {isLost, isDuplicated, isReordered};
  }

private:
  bool hits(uint32_t part) { return random_.below(Impairments::always) < part; }

  const Impairments settings_;
  Random random_;
};

} // namespace dpa

#endif
