// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The stem in host stubs is replaced, and names of the device and of the user are not changed.
#include "image/host-stub-text.h"

#include <gtest/gtest.h>

using namespace dpa;
using namespace dpa::image;

namespace {

InterfaceRecord recordOf(const std::string &stem) {
  return {stem,
          {{"f", "p", "_dpacc_flexio_dev_arg_unpack_a_f", 8, EntryKind::Rpc}},
          "struct _dpacc_a_t0 { struct _dpacc_a_total x; };\n"
          "void _dpacc_file_a_register_all(struct flexio_app *app)\n"
          "{ r(\"_dpacc_flexio_dev_arg_unpack_a_f\"); }\n"};
}

TEST(HostStubText, OneRecordWithItsStemStays) {
  EXPECT_EQ(combineRecords({recordOf("a")}, "a"), recordOf("a"));
}

TEST(HostStubText, StemIsReplaced) {
  const InterfaceRecord record = combineRecords({recordOf("a")}, "a_2");
  EXPECT_EQ(record.stem, "a_2");
  EXPECT_EQ(record.hostStub,
            "struct _dpacc_a_2_t0 { struct _dpacc_a_total x; };\n"
            "void _dpacc_file_a_2_register_all(struct flexio_app *app)\n"
            "{ r(\"_dpacc_flexio_dev_arg_unpack_a_f\"); }\n");
  EXPECT_EQ(record.functions, recordOf("a").functions);
}

TEST(HostStubText, WithoutRecordsNoFunctionIsRegistered) {
  const InterfaceRecord record = combineRecords({}, "asm");
  EXPECT_TRUE(record.functions.empty());
  EXPECT_EQ(record.hostStub,
            "struct flexio_app;\n"
            "__attribute__((weak)) void "
            "_dpacc_file_asm_register_all(struct flexio_app *app);\n"
            "void _dpacc_file_asm_register_all(struct flexio_app *app)\n"
            "{\n  (void)app;\n}\n");
}

TEST(HostStubText, SeveralRecordsBecomeOne) {
  const InterfaceRecord record =
      combineRecords({recordOf("a"), recordOf("a")}, "m");
  EXPECT_EQ(record.functions.size(), 2U);
  EXPECT_NE(
      record.hostStub.find("  _dpacc_file_m_dpacc_part1_register_all(app);\n"
                           "  _dpacc_file_m_dpacc_part2_register_all(app);\n"),
      std::string::npos);
  EXPECT_NE(record.hostStub.find("struct _dpacc_m_dpacc_part2_t0"),
            std::string::npos);
}

} // namespace
