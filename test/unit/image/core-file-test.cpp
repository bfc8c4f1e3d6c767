// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Core dumps: what is written is read again; damaged ones are errors.
#include "image/core-file.h"
#include "image/file.h"
#include "test/fuzz/image-readers.h"

#include <cerrno>
#include <elf.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <sys/stat.h>

namespace dpa::image {
namespace {

class CoreFileTest : public testing::Test {
protected:
  CoreFileTest() {
    core_.buildId = Bytes(20, std::byte{0x5a});
    core_.program = "a program with a name that is too long";
    core_.threads = {{.number = 0, .signal = 11, .pc = 0x40001000},
                     {.number = 300, .pc = 0x40002000}};
    core_.threads[0].x[31] = 99;
    core_.facts = {{"build-id", "5a"}, {"thread", "0 line\nbreak"}};
    memory_[5] = std::byte{7};
    core_.memory = {{.address = 0x40000000, .bytes = memory_}};
  }
  ~CoreFileTest() override { std::filesystem::remove(path_); }

  Bytes written() {
    const Result<void> done = writeCore(path_, core_);
    EXPECT_TRUE(done) << done.error().message;
    const Result<Bytes> bytes = readFile(path_);
    EXPECT_TRUE(bytes);
    return bytes ? *bytes : Bytes();
  }

  const std::string path_ =
      testing::TempDir() + "core-file-test." + std::to_string(::getpid());
  Bytes memory_ = Bytes(size_t{1} << 20);
  CoreContents core_;
};

TEST_F(CoreFileTest, ThreadsAndFactsAreReadAgain) {
  const Result<CoreSummary> summary = readCore(written());
  ASSERT_TRUE(summary) << summary.error().message;
  ASSERT_EQ(summary->threads.size(), 2u);
  EXPECT_EQ(summary->threads[0].signal, 11u);
  EXPECT_EQ(summary->threads[0].x[31], 99u);
  EXPECT_EQ(summary->threads[1].number, 300u);
  EXPECT_EQ(summary->threads[1].pc, 0x40002000u);
  EXPECT_EQ(summary->fact("build-id"), "5a");
  EXPECT_EQ(summary->fact("thread"), "0 line?break");
  EXPECT_EQ(summary->fact("missing"), "");
}

TEST_F(CoreFileTest, PagesOfZerosAreHoles) {
  const Bytes bytes = written();
  struct stat status;
  ASSERT_EQ(stat(path_.c_str(), &status), 0);
  EXPECT_GT(bytes.size(), memory_.size());
  EXPECT_LT(static_cast<uint64_t>(status.st_blocks) * 512, memory_.size() / 2);
}

TEST_F(CoreFileTest, AFileThatEndsWithinItsMemoryIsTruncated) {
  const size_t size = written().size();
  EXPECT_TRUE(readCoreFile(path_));
  std::filesystem::resize_file(path_, size - 1);
  const Result<CoreSummary> summary = readCoreFile(path_);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().message,
            path_ + ": truncated core dump (expected " + std::to_string(size) +
                " bytes, got " + std::to_string(size - 1) + ")");
}

TEST_F(CoreFileTest, AFailedWriteLeavesNoFile) {
  const Result<void> done = writeCore("/nonexistent/core", core_);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message,
            "/nonexistent/core: cannot create: No such file or directory");
}

TEST_F(CoreFileTest, ErrorsNameWhatIsWrong) {
  Bytes bytes = written();
  bytes[EI_CLASS] = std::byte{ELFCLASS32};
  EXPECT_EQ(readCore(bytes).error().message,
            "not for 64-bit RISC-V (expected a core dump of a device process)");
  EXPECT_EQ(readCore({}).error().message,
            "not an ELF file (expected a core dump)");
  EXPECT_FALSE(readCoreFile("/nonexistent/core"));
}

TEST_F(CoreFileTest, AnEmptyFileIsNotAMissingOne) {
  ASSERT_TRUE(writeFile(path_, {}));
  errno = ENOENT; // of an earlier call
  const Result<CoreSummary> empty = readCoreFile(path_);
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().message,
            path_ + ": not an ELF file (expected a core dump)");
}

TEST_F(CoreFileTest, AFolderIsNotAnEmptyFile) {
  const Result<CoreSummary> folder = readCoreFile("/");
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().message, "/: cannot read: Is a directory");
}

TEST_F(CoreFileTest, DamageIsNeverACrash) {
  const Bytes bytes = written();
  const size_t end = 2000; // headers and notes
  for (size_t i = 0; i < end; ++i) {
    Bytes damaged(bytes.begin(), bytes.begin() + 8192);
    damaged[i] ^= std::byte{0xff};
    test::exerciseCoreFile(damaged);
    test::exerciseCoreFile(ByteView(bytes).first(i));
  }
}

} // namespace
} // namespace dpa::image
