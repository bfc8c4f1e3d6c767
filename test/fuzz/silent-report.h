// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of the driver for fuzz targets: counted and not printed. An error without a reason ends the program: it would
// be no help to anybody.
#ifndef DPA_TEST_FUZZ_SILENT_REPORT_H
#define DPA_TEST_FUZZ_SILENT_REPORT_H

namespace dpa::test {

/// Before each input: hasErrors() is about this one.
void forgetErrors();

} // namespace dpa::test

#endif
