// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether the instructions of a device object may run on the device: assembly code can hold what no
// compiler makes. Given the bytes of an object, library or image and the hardware model, returns
// every instruction that is privileged, calls the firmware, accesses control registers other than
// the counters, or is unknown to the model. Looks at every instruction in executable sections,
// whether it is reached or not.
#ifndef DPA_DRIVER_CHECKS_OBJECT_CHECK_H
#define DPA_DRIVER_CHECKS_OBJECT_CHECK_H

#include "driver/checks/check-findings.h"
#include "driver/checks/checked-file.h"
#include "driver/options/models.h"

namespace dpa::driver {

Findings checkInstructions(const CheckedFile &file, const Model &model);

} // namespace dpa::driver

#endif
