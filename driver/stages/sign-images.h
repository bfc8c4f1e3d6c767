// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signs the images of a program before they are joined with the host code. Given a plan whose image
// object is written; writes the signed object. Reads neither key nor certificates itself: dpa-sign
// does, as a process of its own.
#ifndef DPA_DRIVER_STAGES_SIGN_IMAGES_H
#define DPA_DRIVER_STAGES_SIGN_IMAGES_H

#include "driver/plan/plan.h"

namespace dpa::driver {

/// All images or none; does nothing for a program that is not to be signed. Reports and returns
/// false if dpa-sign fails.
bool signImages(const Plan &plan, const Inputs &inputs);

} // namespace dpa::driver

#endif
