// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Children get their input and arguments, and each kind of failure has its own message.
#include "driver/processes/child-process.h"

#include <gtest/gtest.h>

#include <unistd.h>

namespace dpa::driver {
namespace {

ChildCommand shell(const std::string &script) {
  ChildCommand command;
  command.what = "test tool";
  command.path = "/bin/sh";
  command.name = "sh";
  command.arguments = {"-c", script};
  command.isOutputCollected = true;
  return command;
}

TEST(ChildProcess, collectsItsOutput) {
  ChildProcess child;
  EXPECT_EQ(child.start(shell("echo out; echo error >&2; cat"), "input\n"), "");
  EXPECT_EQ(child.wait(), "");
  EXPECT_EQ(child.collectedOutput(), "out\nerror\ninput\n");
  EXPECT_FALSE(child.isStarted());
}

TEST(ChildProcess, reportsTheExitCode) {
  ChildProcess child;
  EXPECT_EQ(child.start(shell("exit 7")), "");
  EXPECT_EQ(child.wait(), "test tool 'sh' failed with exit code 7");
}

TEST(ChildProcess, reportsTheSignal) {
  ChildProcess child;
  EXPECT_EQ(child.start(shell("kill -KILL $$")), "");
  EXPECT_EQ(child.wait(), "test tool 'sh' was ended by signal 9 (Killed)");
}

TEST(ChildProcess, reportsThatItCannotBeStarted) {
  ChildCommand command = shell("");
  command.path = "/nowhere/sh";
  ChildProcess child;
  EXPECT_EQ(child.start(command),
            "test tool 'sh' cannot be started: No such file or directory");
  EXPECT_FALSE(child.isStarted());
}

TEST(ChildProcess, hasItsOwnFolderForTemporaryFiles) {
  ChildCommand command = shell("echo $TMPDIR");
  command.temporaryFolder = "/a folder";
  ChildProcess child;
  EXPECT_EQ(child.start(command), "");
  EXPECT_EQ(child.wait(), "");
  EXPECT_EQ(child.collectedOutput(), "/a folder\n");
}

TEST(ChildProcess, severalRunAtATime) {
  ChildProcess waits;
  ChildProcess ends;
  // The process group of the first exists while the second starts and ends.
  EXPECT_EQ(waits.start(shell("exec sleep 1000")), "");
  EXPECT_EQ(ends.start(shell("exit 3")), "");
  EXPECT_EQ(ends.wait(), "test tool 'sh' failed with exit code 3");
  EXPECT_TRUE(waits.isStarted());
}

TEST(ChildProcess, endsWithItsObject) {
  // The child is the only other writer of the pipe: reading ends when the child has ended.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  {
    ChildProcess child;
    EXPECT_EQ(child.start(shell("exec sleep 1000")), "");
    close(ends[1]);
  }
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 0);
  close(ends[0]);
}

} // namespace
} // namespace dpa::driver
