// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Viewers: connections that send nothing, too little or wrong bytes, or do not read.
// PROVES: R-STAT-08
#include "emulator/statistics/viewers.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <sys/socket.h>

namespace dpa::test {
namespace {

/// The viewer's end of a connection; the other end is given to Viewers.
class StatisticsViewersTest : public testing::Test {
protected:
  StatisticsViewersTest() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    listener_ = Descriptor(ends[0]);
    EXPECT_EQ(::send(ends[1], "x", 1, 0), 1); // always ready
    other_ = Descriptor(ends[1]);
  }

  Descriptor connect() {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    viewers_.add(Descriptor(ends[0]));
    return Descriptor(ends[1]);
  }
  static void send(const Descriptor &viewer, const StatisticsRequest &request,
                   size_t size = sizeof(StatisticsRequest)) {
    EXPECT_EQ(::send(viewer.number(), &request, size, 0),
              static_cast<ssize_t>(size));
  }
  static StatisticsReply receive(const Descriptor &viewer) {
    StatisticsReply reply{.magic = 0};
    EXPECT_EQ(recv(viewer.number(), &reply, sizeof reply, 0),
              static_cast<ssize_t>(sizeof reply));
    return reply;
  }
  static bool isOpen(const Descriptor &viewer) {
    char byte = 0;
    return recv(viewer.number(), &byte, 1, MSG_PEEK) < 0 && errno == EAGAIN;
  }

  Viewers viewers_;
  Descriptor listener_;
  Descriptor other_;
};

TEST_F(StatisticsViewersTest, SilentViewersDelayNoOther) {
  std::vector<Descriptor> silent;
  for (int i = 0; i < 12; ++i)
    silent.push_back(connect());
  const Descriptor viewer = connect();
  send(viewer, {});
  ASSERT_TRUE(viewers_.wait(listener_.number()));
  EXPECT_EQ(receive(viewer).magic, statisticsMagic);
  for (const Descriptor &each : silent)
    EXPECT_TRUE(isOpen(each));
  EXPECT_FALSE(isOpen(viewer)) << "one request, one reply";
}

TEST_F(StatisticsViewersTest, RequestsMayArriveInPieces) {
  const Descriptor viewer = connect();
  const StatisticsRequest request;
  send(viewer, request, 3);
  ASSERT_TRUE(viewers_.wait(listener_.number()));
  EXPECT_TRUE(isOpen(viewer));
  const auto *rest = reinterpret_cast<const char *>(&request) + 3;
  ASSERT_EQ(::send(viewer.number(), rest, sizeof request - 3, 0),
            static_cast<ssize_t>(sizeof request - 3));
  ASSERT_TRUE(viewers_.wait(listener_.number()));
  EXPECT_EQ(receive(viewer).answer,
            static_cast<uint16_t>(StatisticsAnswer::Ok));
}

TEST_F(StatisticsViewersTest, ShortAndWrongRequestsAreAnswered) {
  const Descriptor shortened = connect();
  send(shortened, {}, 10);
  shutdown(shortened.number(), SHUT_WR);
  const Descriptor wrong = connect();
  send(wrong, {.magic = 1});
  ASSERT_TRUE(viewers_.wait(listener_.number()));
  ASSERT_TRUE(viewers_.wait(listener_.number())); // the end of the first
  for (const Descriptor *each : {&shortened, &wrong})
    EXPECT_NE(receive(*each).answer,
              static_cast<uint16_t>(StatisticsAnswer::Ok));
}

TEST_F(StatisticsViewersTest, TheOldestIsClosedWhenTooManyWait) {
  std::vector<Descriptor> silent;
  for (int i = 0; i < 65; ++i)
    silent.push_back(connect());
  EXPECT_FALSE(isOpen(silent.front()));
  EXPECT_TRUE(isOpen(silent[1]));
  const Descriptor gone = std::move(silent[1]);
  shutdown(gone.number(), SHUT_RDWR);
  EXPECT_TRUE(viewers_.wait(listener_.number()));
}

} // namespace
} // namespace dpa::test
