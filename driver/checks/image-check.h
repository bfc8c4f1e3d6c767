// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a file suits a hardware model: linkers join objects for other processors without a word,
// and the device then stops at the first instruction that it does not have. Given the bytes of an
// object, library or image and the model, returns what does not fit, by what the file says about
// itself. Looks at no instruction.
#ifndef DPA_DRIVER_CHECKS_IMAGE_CHECK_H
#define DPA_DRIVER_CHECKS_IMAGE_CHECK_H

#include "driver/checks/check-findings.h"
#include "driver/checks/checked-file.h"
#include "driver/options/models.h"

namespace dpa::driver {

/// Extensions that the model does not have, ABIs with floating-point registers, the base with 16
/// registers, code for unaligned accesses.
Findings checkArchitecture(const CheckedFile &file, const Model &model);

/// Entry points of a device library that no host code registers, because it was not made as a
/// library of dpacc.
Findings checkRegistration(const CheckedFile &library, const Model &model);

} // namespace dpa::driver

#endif
