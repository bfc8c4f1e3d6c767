// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text for the end of a process, one for each kind of fault.
#include "runtime/abi/process-status.h"
#include "runtime/host/process/process-end.h"
#include "test/unit/host/test-image.h"

#include <gtest/gtest.h>

namespace dpa::host {
namespace {

class ProcessEndTest : public testing::Test {
protected:
  std::string describe(uint8_t status) {
    crash_.status = status;
    return describeEnd(status, crash_, *elf_);
  }

  std::vector<std::byte> image_ =
      test::makeImage({{"outer", 0x40000100}, {"inner", 0x40000200}});
  Result<image::DeviceElf> elf_ = image::DeviceElf::open(image_);
  Crash crash_ = [] {
    Crash made;
    made.pc = 0x40000208;
    made.address = 0x13;
    made.eu = 5;
    made.thread = 9;
    return made;
  }();
};

TEST_F(ProcessEndTest, reports_the_fault_its_place_and_the_unit) {
  EXPECT_EQ(describe(DPA_STATUS_LOAD_FAULT),
            "load access fault at address 0x13, pc 0x40000208 (inner+0x8), EU "
            "5, thread 9");
  EXPECT_EQ(describe(DPA_STATUS_STORE_MISALIGNED),
            "misaligned store at address 0x13, pc 0x40000208 (inner+0x8), EU "
            "5, thread 9");
  EXPECT_EQ(
      describe(DPA_STATUS_ILLEGAL_INSTRUCTION),
      "illegal instruction 0x13, pc 0x40000208 (inner+0x8), EU 5, thread 9");
  EXPECT_EQ(
      describe(DPA_STATUS_WATCHDOG),
      "watchdog: ran too long, pc 0x40000208 (inner+0x8), EU 5, thread 9");
}

TEST_F(ProcessEndTest, names_the_caller_if_it_is_known) {
  crash_.x[1] = 0x4000010c;
  EXPECT_EQ(describe(DPA_STATUS_BREAKPOINT),
            "breakpoint, pc 0x40000208 (inner+0x8), called from 0x4000010c "
            "(outer+0xc), EU 5, thread 9");
}

TEST_F(ProcessEndTest, a_call_that_ends_its_function_is_of_that_function) {
  crash_.x[1] = 0x40000200;
  EXPECT_EQ(describe(DPA_STATUS_BREAKPOINT),
            "breakpoint, pc 0x40000208 (inner+0x8), called from 0x40000200 "
            "(outer+0x100), EU 5, thread 9");
}

TEST_F(ProcessEndTest, a_leftover_return_address_names_no_caller) {
  crash_.x[1] = 0x40000204;
  EXPECT_EQ(describe(DPA_STATUS_BREAKPOINT),
            "breakpoint, pc 0x40000208 (inner+0x8), EU 5, thread 9");
}

TEST_F(ProcessEndTest, a_place_without_symbol_is_a_number) {
  crash_.pc = 0x10;
  EXPECT_EQ(
      describe(DPA_STATUS_FETCH_FAULT),
      "instruction access fault at address 0x13, pc 0x10, EU 5, thread 9");
}

TEST_F(ProcessEndTest, stack_overflow_reports_the_stack_pointer) {
  crash_.x[2] = 0xbe001000;
  crash_.address = 0xbe000ff0;
  EXPECT_EQ(
      describe(DPA_STATUS_STACK_OVERFLOW),
      "stack overflow at sp 0xbe001000, which would become 0xbe000ff0, pc "
      "0x40000208 (inner+0x8), EU 5, thread 9");
}

TEST_F(ProcessEndTest, codes_that_the_status_lacks_are_named) {
  crash_.address = 5;
  EXPECT_EQ(describe(DPA_STATUS_ABORTED),
            "the program called exit(5), pc 0x40000208 (inner+0x8), EU 5, "
            "thread 9");
  EXPECT_EQ(describe(DPA_STATUS_ILLEGAL_USER_ERROR),
            "the program reported error 5, which is out of range (expected 128 "
            "to 255), pc 0x40000208 (inner+0x8), EU 5, thread 9");
  crash_.address = static_cast<uint64_t>(-1);
  EXPECT_EQ(describe(DPA_STATUS_ABORTED),
            "the program called exit(-1), pc 0x40000208 (inner+0x8), EU 5, "
            "thread 9");
  crash_.address = 0;
  EXPECT_EQ(describe(DPA_STATUS_ABORTED),
            "the program aborted (abort, exit or a failed assertion), pc "
            "0x40000208 (inner+0x8), EU 5, thread 9");
}

TEST_F(ProcessEndTest, without_a_fault_there_is_only_the_reason) {
  EXPECT_EQ(describeEnd(DPA_STATUS_PROCESS_FINISHED, std::nullopt, *elf_),
            "the program finished its process");
  EXPECT_EQ(describeEnd(DPA_STATUS_USER_FIRST, std::nullopt, *elf_),
            "the program reported error 128");
  EXPECT_EQ(describeEnd(17, std::nullopt, *elf_), "status 17");
}

TEST_F(ProcessEndTest, reports_why_the_emulator_ended_the_process) {
  for (auto [status, text] :
       {std::pair(DPA_STATUS_LEFT_RECORDING, "the run has left the recording"),
        std::pair(DPA_STATUS_HOST_MEMORY, "out of host memory")})
    EXPECT_EQ(describeEnd(static_cast<uint8_t>(status), std::nullopt, *elf_),
              text);
}

TEST_F(ProcessEndTest, firmware_is_marked) {
  crash_.machineMode = true;
  crash_.cause = 5;
  EXPECT_EQ(describe(DPA_STATUS_FIRMWARE_FAULT),
            "fault of the device's operating system, cause 5, value 0x13, pc "
            "0x40000208 (inner+0x8), EU 5, thread 9, machine mode");
}

} // namespace
} // namespace dpa::host
