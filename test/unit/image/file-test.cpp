// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whole files: reading, and writing that leaves the old file or the new one.
#include "image/file.h"
#include "test/unit/image/test-elf.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace dpa;
using namespace dpa::image;
using dpa::test::bytesOf;
namespace fs = std::filesystem;

namespace {

class FileTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "dpa-file-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const char *name) const { return folder_ / name; }
  size_t fileCount() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

} // namespace

TEST_F(FileTest, ReadsWhatItWrote) {
  const Bytes content(200000, std::byte{7});
  ASSERT_TRUE(writeFile(path("a"), content));
  const auto read = readFile(path("a"));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, content);
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(FileTest, ReplacesAndLeavesNoOtherFile) {
  ASSERT_TRUE(writeFile(path("a"), bytesOf("old and long")));
  ASSERT_TRUE(writeFile(path("a"), bytesOf("new")));
  EXPECT_EQ(*readFile(path("a")), bytesOf("new"));
  EXPECT_EQ(fileCount(), 1u);
}

TEST_F(FileTest, ModeFollowsTheUmask) {
  const mode_t before = ::umask(027);
  ASSERT_TRUE(writeFile(path("a"), {}));
  ::umask(before);
  struct stat status;
  ASSERT_EQ(::stat(path("a").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST_F(FileTest, WritesIntoPipes) {
  const std::string pipe = path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  Result<Bytes> read = Error{"not read"};
  std::thread reader([&] { read = readFile(pipe); });
  EXPECT_TRUE(writeFile(pipe, bytesOf("through a pipe")));
  reader.join();
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, bytesOf("through a pipe"));
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(FileTest, ReportsTheMissingFile) {
  const std::string missing = path("missing");
  EXPECT_EQ(readFile(missing).error().message,
            missing + ": cannot open: No such file or directory");
  const std::string deep = path("no/folder");
  EXPECT_EQ(writeFile(deep, {}).error().message,
            deep + ": cannot create: No such file or directory");
  EXPECT_EQ(readFile(folder_).error().message,
            folder_.string() + ": cannot read: Is a directory");
  EXPECT_FALSE(writeFile(folder_, {}));
  EXPECT_EQ(fileCount(), 0u);
}

TEST_F(FileTest, AChangedFileKeepsPermissionsAndLinks) {
  ASSERT_TRUE(writeFile(path("program"), bytesOf("old")));
  ASSERT_EQ(::chmod(path("program").c_str(), 0751), 0);
  fs::create_symlink("program", path("link"));
  ASSERT_TRUE(writeFileLike(path("link"), path("link"), bytesOf("new")));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(*readFile(path("program")), bytesOf("new"));
  ASSERT_TRUE(writeFileLike(path("program"), path("copy"), bytesOf("copy")));
  for (const char *name : {"program", "copy"}) {
    struct stat status;
    ASSERT_EQ(::stat(path(name).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0751u);
  }
  EXPECT_FALSE(writeFileLike(path("none"), path("copy"), {}));
  EXPECT_EQ(fileCount(), 3u);
}

/// A descriptor keeps its position, and its name is never replaced.
TEST_F(FileTest, DescriptorsAreWrittenToDirectly) {
  const int file =
      ::open(path("a").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(file, 0);
  ASSERT_EQ(::write(file, "one ", 4), 4);
  for (const char *folder : {"/dev/fd/", "/proc/self/fd/"})
    ASSERT_TRUE(writeFile(folder + std::to_string(file), bytesOf("two ")));
  EXPECT_EQ(*readFile(path("a")), bytesOf("one two two "));
  EXPECT_EQ(fileCount(), 1u);
  ::close(file);
  EXPECT_EQ(writeFile("/dev/fd/" + std::to_string(file), {}).error().message,
            "/dev/fd/" + std::to_string(file) +
                ": cannot open: Bad file descriptor");
}
