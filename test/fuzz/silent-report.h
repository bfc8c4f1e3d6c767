// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of the driver for fuzz targets: counted and not printed. An error without a reason ends
// the program.
#ifndef DPA_TEST_FUZZ_SILENT_REPORT_H
#define DPA_TEST_FUZZ_SILENT_REPORT_H

namespace dpa::test {

/// Called before each input: hasErrors() then refers to this input only.
void forgetErrors();

} // namespace dpa::test

#endif
