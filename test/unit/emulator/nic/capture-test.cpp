// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Captures of bursts: when frames are in the file, in which order, and how the file ends.
#include "port-fixture.h"

#include "emulator/nic/port/capture-burst.h"

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <numeric>
#include <sys/resource.h>
#include <sys/wait.h>

namespace dpa::test {
namespace {

constexpr size_t fileHeadSize = 24;
constexpr size_t recordHeadSize = 16;

constexpr uint64_t millisecond = 1'000'000;

/// Numbers of the frames of a capture. Fails unless it ends with a whole record.
std::vector<uint32_t> numbersIn(const std::string &file) {
  const std::string bytes = bytesOfFile(file);
  std::vector<uint32_t> numbers;
  size_t place = fileHeadSize;
  while (place + recordHeadSize <= bytes.size()) {
    uint32_t size = 0;
    std::memcpy(&size, bytes.data() + place + 8, sizeof size);
    place += recordHeadSize;
    if (place + size > bytes.size())
      break;
    numbers.push_back(
        numberOf(std::as_bytes(std::span(bytes.data() + place, size))));
    place += size;
  }
  EXPECT_EQ(place, bytes.size());
  return numbers;
}

std::vector<uint32_t> upTo(uint32_t count) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return numbers;
}

class CaptureTest : public PortTest {
protected:
  /// In a run that is not reproducible, whose captures write pieces of bursts.
  std::unique_ptr<Port> openParallel(const std::string &text) {
    PortSettings settings;
    std::string error;
    PortSurroundings parallel = surroundings();
    parallel.isReproducible = false;
    EXPECT_TRUE(parsePortText(text, settings, error)) << error;
    auto port = makePort(settings, parallel, error);
    EXPECT_TRUE(port && port->beginCapture(error) && port->start(error))
        << error;
    return port;
  }
  void passTime(uint64_t nanoseconds) {
    background.time += nanoseconds;
    background.run();
  }
};

/// Each thread is a queue; some bursts are longer than what a thread collects.
void sendFromThreads(Port &port, uint32_t threadCount, uint32_t framesEach) {
  constexpr uint32_t longBurst = 3000;
  std::vector<std::thread> threads;
  threads.reserve(threadCount);
  for (uint32_t i = 0; i < threadCount; ++i)
    threads.emplace_back([&, i] {
      CaptureBursts &bursts = CaptureBursts::ofThread();
      uint32_t done = 0;
      for (uint32_t size = 1; done < framesEach; size = 2 * size % longBurst) {
        const uint32_t count = std::min(size, framesEach - done);
        bursts.beginSending();
        for (uint32_t j = 0; j < count; ++j)
          port.send(frameOf(i * framesEach + done + j));
        bursts.endSending();
        done += count;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// All frames of each thread, in their order.
void expectOrders(const std::string &file, uint32_t threadCount,
                  uint32_t framesEach) {
  const std::vector<uint32_t> numbers = numbersIn(file);
  EXPECT_EQ(numbers.size(), threadCount * framesEach);
  std::vector<uint32_t> next(threadCount);
  for (const uint32_t number : numbers)
    EXPECT_EQ(number % framesEach, next.at(number / framesEach)++);
}

TEST_F(CaptureTest, FramesOfABurstAreWrittenAtItsEnd) {
  const ScratchFile file;
  const auto port = open("loopback,out=" + file.name);
  {
    const CaptureBurst outer;
    {
      const CaptureBurst burst;
      send(*port, 0, 3);
    }
    send(*port, 3, 1);
    EXPECT_TRUE(numbersIn(file.name).empty());
  }
  EXPECT_EQ(numbersIn(file.name), upTo(4));
  send(*port, 4, 1);
  EXPECT_EQ(numbersIn(file.name), upTo(5));
}

/// Other threads may send meanwhile, but not from the same queue.
TEST_F(CaptureTest, FramesOfASendQueueFollowEachOther) {
  const ScratchFile file;
  const auto port = open("up,out=" + file.name);
  CaptureBursts &bursts = CaptureBursts::ofThread();
  bursts.beginSending();
  send(*port, 1, 3);
  std::thread([&] { send(*port, 0, 1); }).join();
  EXPECT_EQ(numbersIn(file.name), upTo(1));
  bursts.endSending();
  EXPECT_EQ(numbersIn(file.name), upTo(4));
}

/// Those that are collected and those of the thread.
TEST_F(CaptureTest, FramesKeepTheirOrderInNestedBursts) {
  const ScratchFile file;
  const auto port = open("up,out=" + file.name);
  CaptureBursts &bursts = CaptureBursts::ofThread();
  bursts.begin();
  send(*port, 0, 2);
  bursts.beginSending();
  send(*port, 2, 2);
  bursts.endSending();
  send(*port, 4, 2);
  EXPECT_TRUE(numbersIn(file.name).empty());
  bursts.end();
  EXPECT_EQ(numbersIn(file.name), upTo(6));
}

TEST_F(CaptureTest, ThreadsThatSendKeepTheirOrders) {
  constexpr uint32_t threads = 4;
  constexpr uint32_t framesEach = 20'000;
  const ScratchFile file;
  const auto port = open("up,out=" + file.name);
  sendFromThreads(*port, threads, framesEach);
  expectOrders(file.name, threads, framesEach);
}

TEST_F(CaptureTest, ThreadsOfAParallelRunKeepTheirOrders) {
  constexpr uint32_t threads = 4;
  constexpr uint32_t framesEach = 50'000;
  const ScratchFile file;
  auto port = openParallel("up,out=" + file.name);
  sendFromThreads(*port, threads, framesEach);
  port.reset();
  expectOrders(file.name, threads, framesEach);
}

TEST_F(CaptureTest, FramesOfAParallelRunAreWrittenAfterAMoment) {
  const ScratchFile file;
  const auto port = openParallel("up,out=" + file.name);
  send(*port, 0, 3);
  passTime(millisecond - 1);
  EXPECT_TRUE(numbersIn(file.name).empty());
  passTime(1);
  EXPECT_EQ(numbersIn(file.name), upTo(3));
  send(*port, 3, 1);
  passTime(millisecond);
  EXPECT_EQ(numbersIn(file.name), upTo(4));
  EXPECT_TRUE(background.work.empty());
}

TEST_F(CaptureTest, WholePiecesAreWrittenAtOnce) {
  constexpr uint32_t count = 5000;
  const ScratchFile file;
  const auto port = openParallel("up,out=" + file.name);
  send(*port, 0, count);
  const size_t all = fileHeadSize + count * (recordHeadSize + 64);
  EXPECT_EQ(std::filesystem::file_size(file.name),
            all / CaptureRing::pieceSize * CaptureRing::pieceSize);
  passTime(millisecond); // since the first frame, which is written
  passTime(millisecond);
  EXPECT_EQ(numbersIn(file.name), upTo(count));
}

/// Those that were sent after the moment began, if all before them are written.
TEST_F(CaptureTest, YoungFramesWaitForOthers) {
  constexpr uint32_t count = 2000;
  const ScratchFile file;
  const auto port = openParallel("up,out=" + file.name);
  send(*port, 0, 1);
  passTime(millisecond / 2);
  send(*port, 1, count);
  passTime(millisecond / 2);
  EXPECT_EQ(std::filesystem::file_size(file.name), CaptureRing::pieceSize);
  passTime(millisecond);
  EXPECT_EQ(numbersIn(file.name), upTo(1 + count));
}

TEST_F(CaptureTest, PortOfAParallelRunLeavesAWholeFile) {
  const ScratchFile file;
  auto port = openParallel("up,out=" + file.name);
  send(*port, 0, 3);
  port.reset();
  EXPECT_EQ(numbersIn(file.name), upTo(3));
  passTime(millisecond);
  EXPECT_EQ(numbersIn(file.name), upTo(3));
  port = openParallel("up,out=" + file.name);
  send(*port, 0, 1);
  port.reset();
  EXPECT_EQ(numbersIn(file.name), upTo(1));
}

/// The disk is full in the middle of a record that has begun in the piece before.
TEST_F(CaptureTest, FullDiskBetweenPieces) {
  constexpr uint32_t count = 5000;
  const ScratchFile file;
  const auto port = openParallel("up,out=" + file.name);
  testing::internal::CaptureStderr(); // flushes, which the limit would forbid
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit = {CaptureRing::pieceSize + 10, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  send(*port, 0, count);
  passTime(millisecond);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dpa-emulator: error: " + file.name +
                ": File too large; the capture ends here, the run continues\n");
  EXPECT_EQ(numbersIn(file.name),
            upTo((CaptureRing::pieceSize + 10 - fileHeadSize) /
                 (recordHeadSize + 64)));
}

TEST_F(CaptureTest, FramesOfAPortThatEndsWithinABurstAreWritten) {
  const ScratchFile file;
  {
    const CaptureBurst burst;
    send(*open("loopback,out=" + file.name), 0, 3);
  }
  EXPECT_EQ(numbersIn(file.name), upTo(3));
}

/// The frames are in records of the thread's own when the port ends.
TEST_F(CaptureTest, FramesOfAPortThatEndsWhileAQueueIsServedAreWritten) {
  const ScratchFile file;
  CaptureBursts::ofThread().beginSending();
  send(*openParallel("up,out=" + file.name), 0, 3);
  CaptureBursts::ofThread().endSending();
  EXPECT_EQ(numbersIn(file.name), upTo(3));
}

/// Otherwise the child would keep the lock of the file.
TEST_F(CaptureTest, ChildOfForkDoesNotKeepTheFile) {
  const ScratchFile file;
  auto port = open("loopback,out=" + file.name);
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  char byte = 0;
  if (child == 0) {
    (void)!write(ends[1], &byte, 1);
    pause();
    _exit(0);
  }
  ASSERT_GT(child, 0);
  EXPECT_EQ(read(ends[0], &byte, 1), 1); // fork() has returned in the child
  port.reset();
  port = open("loopback,out=" + file.name);
  send(*port, 0, 2);
  EXPECT_EQ(numbersIn(file.name), upTo(2));
  EXPECT_EQ(kill(child, SIGKILL), 0);
  EXPECT_EQ(waitpid(child, nullptr, 0), child);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(CaptureTest, BurstOfTwoPortsIsInBothFiles) {
  const ScratchFile file;
  const std::string other = file.name + ".other";
  {
    const auto one = open("loopback,out=" + file.name);
    const auto two = open("loopback,out=" + other);
    const CaptureBurst burst;
    for (uint32_t i = 0; i < 5; ++i) {
      send(*one, i, 1);
      send(*two, i, 1);
    }
  }
  EXPECT_EQ(numbersIn(file.name), upTo(5));
  EXPECT_EQ(numbersIn(other), upTo(5));
  std::filesystem::remove(other);
}

TEST_F(CaptureTest, LongBurstIsComplete) {
  const ScratchFile file;
  const auto port = open("loopback,out=" + file.name);
  {
    const CaptureBurst burst;
    for (uint32_t i = 0; i < 100; ++i)
      port->send(frameOf(i, 9000 - i));
  }
  EXPECT_EQ(numbersIn(file.name), upTo(100));
}

TEST_F(CaptureTest, OlderContentsRemainIfTheHeadCannotBeWritten) {
  const ScratchFile old;
  const std::string created = old.name + ".new";
  writeFile(old.name, "older contents, longer than a head");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit = {0, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_EQ(openError("loopback,out=" + old.name),
            "test/1: out: " + old.name + ": File too large");
  EXPECT_EQ(openError("loopback,out=" + created),
            "test/1: out: " + created + ": File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(bytesOfFile(old.name), "older contents, longer than a head");
  EXPECT_FALSE(std::filesystem::exists(created));
}

TEST_F(CaptureTest, PartOfAHeadIsNotLeftBeforeOlderContents) {
  const ScratchFile old;
  writeFile(old.name, "older contents, longer than a head");
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit = {10, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  EXPECT_EQ(openError("loopback,out=" + old.name),
            "test/1: out: " + old.name + ": File too large");
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(bytesOfFile(old.name), "");
}

TEST_F(CaptureTest, OlderContentsAreReplaced) {
  const ScratchFile file;
  for (const size_t size : {0, 5, 24, 5000}) {
    writeFile(file.name, std::string(size, 'x'));
    send(*open("loopback,out=" + file.name), 0, 2);
    EXPECT_EQ(numbersIn(file.name), upTo(2));
  }
}

TEST_F(CaptureTest, FullDiskWithinABurst) {
  const ScratchFile file;
  const auto port = open("loopback,out=" + file.name);
  testing::internal::CaptureStderr(); // flushes, which the limit would forbid
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit = {fileHeadSize + size_t(3) * 80 + 30, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  {
    const CaptureBurst burst;
    send(*port, 0, 9);
  }
  send(*port, 9, 1);
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "dpa-emulator: error: " + file.name +
                ": File too large; the capture ends here, the run continues\n");
  EXPECT_EQ(numbersIn(file.name), upTo(3));
}

TEST_F(CaptureTest, BurstsOfThreads) {
  constexpr uint32_t threads = 4, bursts = 200, size = 16;
  const ScratchFile file;
  const auto port = open("up,out=" + file.name);
  std::vector<std::thread> senders;
  senders.reserve(threads);
  for (uint32_t thread = 0; thread < threads; ++thread)
    senders.emplace_back([&, thread] {
      for (uint32_t i = 0; i < bursts; ++i) {
        const CaptureBurst burst;
        send(*port, thread << 16 | i * size, size);
      }
    });
  for (std::thread &sender : senders)
    sender.join();
  std::array<uint32_t, threads> next{};
  for (const uint32_t number : numbersIn(file.name))
    EXPECT_EQ(number & 0xffff, next.at(number >> 16)++);
  for (const uint32_t count : next)
    EXPECT_EQ(count, bursts * size);
}

/// A thread still sends when the program calls exit().
TEST_F(CaptureTest, EndOfTheProgramLeavesWholeRecords) {
  const ScratchFile file;
  const pid_t child = fork();
  if (child == 0) {
    const auto port = open("up,out=" + file.name);
    std::atomic<uint32_t> sent = 0;
    std::thread([&] {
      for (;;) {
        const CaptureBurst burst;
        for (unsigned i = 0; i < 30; ++i)
          port->send(frameOf(sent++, 1500));
      }
    }).detach();
    while (sent < 2000)
      std::this_thread::yield();
    std::exit(0); // NOLINT(concurrency-mt-unsafe)
  }
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  const auto numbers = numbersIn(file.name);
  EXPECT_GE(numbers.size(), 1900u);
  EXPECT_EQ(numbers, upTo(static_cast<uint32_t>(numbers.size())));
}

} // namespace
} // namespace dpa::test
