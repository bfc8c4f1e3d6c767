// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unique file name for the running test; the file is removed at the end of its lifetime.
#ifndef DPA_TEST_EMULATOR_SCRATCH_FILE_H
#define DPA_TEST_EMULATOR_SCRATCH_FILE_H

#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace dpa::test {

struct ScratchFile {
  ScratchFile() {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    name = testing::TempDir() + test->name() + std::to_string(getpid());
  }
  ~ScratchFile() { std::filesystem::remove(name); }
  ScratchFile(const ScratchFile &) = delete;
  ScratchFile &operator=(const ScratchFile &) = delete;

  std::string name;
};

} // namespace dpa::test

#endif
