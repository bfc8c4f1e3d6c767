// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Long messages between queue pairs of one card, whose data is copied at once: what
// the ends see is what they see of single packets.
#include "test/unit/emulator/nic/queue-pair-fixture.h"

#include <sys/mman.h>
#include <unistd.h>

namespace dpa::test {
namespace {

constexpr auto reliable = QueuePairType::ReliableConnection;
constexpr uint32_t mtu = 1024;

/// Two halves of a mapping: the data to be sent, and where it goes.
class BurstTest : public QueuePairTest {
public:
  static constexpr uint32_t half = 1 << 18;

  BurstTest() { reopen("loopback"); }
  ~BurstTest() override {
    one.reset();
    other.reset();
    munmap(place_, size_t{2} * half);
  }
  void reopen(std::string_view port) {
    one.reset();
    other.reset();
    open(port);
    HostRegion region;
    region.domain = &domain;
    region.address = mapped;
    region.size = size_t{2} * half;
    region.mayWrite = true;
    region.remoteAccess = remoteAccess::write | remoteAccess::read;
    mappedKey = keys->addRegion(region);
    one = std::make_unique<HostEnd>(*queues, reliable, &domain);
    other = std::make_unique<HostEnd>(*queues, reliable, &domain);
    connect(HostEnd::usual());
    for (size_t i = 0; i < half; ++i) {
      mapped[i] = static_cast<std::byte>(i * 7 + i / 256 + 1);
      mapped[half + i] = std::byte{0};
    }
  }
  void connect(const QueuePairAttributes &others) {
    one->connect(*other, HostEnd::usual());
    other->connect(*one, others);
  }

  uint64_t addressOf(size_t offset) const {
    return reinterpret_cast<uintptr_t>(mapped) + offset;
  }
  /// Writes `size` bytes from `from` to `to`, and returns the syndrome.
  uint8_t write(size_t from, size_t to, uint32_t size) {
    WireBytes segments = one->remote(addressOf(to), mappedKey);
    segments.pointer(size, mappedKey, addressOf(from));
    one->post(DPA_WQE_RDMA_WRITE, segments);
    return one->cq.wait().syndrome;
  }
  /// How many bytes at `to` are those at `from`, and whether all behind are 0.
  size_t arrived(size_t from, size_t to, size_t size) const {
    size_t done = 0;
    while (done < size && mapped[to + done] == mapped[from + done])
      ++done;
    for (size_t i = done; i < size; ++i)
      if (mapped[to + i] != std::byte{0})
        ADD_FAILURE() << "byte " << i << " is neither";
    return done;
  }

  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  uint32_t mappedKey = 0;
  std::unique_ptr<HostEnd> one;
  std::unique_ptr<HostEnd> other;

private:
  void *const place_ = mmap(nullptr, size_t{2} * half, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

public:
  std::byte *const mapped = static_cast<std::byte *>(place_);
};

/// A packet by itself is acknowledged with every 8th one.
TEST_F(BurstTest, WritesCountTheirPackets) {
  constexpr uint32_t size = 100 * mtu + 17;
  EXPECT_EQ(write(0, half, size), 0);
  EXPECT_EQ(arrived(0, half, half), size);
  EXPECT_EQ(one->pair->counters().sentPackets, 101u);
  EXPECT_LE(other->pair->counters().sentPackets, 3u);
  EXPECT_EQ(write(8, half + size + 7, 8), 0); // the sequence goes on
  EXPECT_EQ(one->pair->counters().sentPackets, 102u);
  EXPECT_EQ(one->pair->counters().retransmissions, 0u);
}

TEST_F(BurstTest, FramesThatAreNeededAreSent) {
  reopen("loopback,delay=1us");
  EXPECT_EQ(write(0, half, 100 * mtu), 0);
  EXPECT_EQ(arrived(0, half, half), size_t{100} * mtu);
  EXPECT_GE(card->port(1).counters()->sentFrames.value(), 101u);
}

TEST_F(BurstTest, EachAlignmentAndOverlap) {
  for (size_t shift = 0; shift < 9; ++shift) {
    SCOPED_TRACE(shift);
    std::fill_n(mapped + half, half, std::byte{0});
    EXPECT_EQ(write(3, half + shift, 20 * mtu), 0);
    EXPECT_EQ(arrived(3, half + shift, size_t{20} * mtu), size_t{20} * mtu);
  }
  const std::vector<std::byte> before(mapped, mapped + mtu);
  EXPECT_EQ(write(0, size_t{8} * mtu, 16 * mtu), 0); // packet by packet
  EXPECT_TRUE(
      std::equal(before.begin(), before.end(), mapped + size_t{16} * mtu));
}

TEST_F(BurstTest, SendsFillSeveralSegments) {
  constexpr uint32_t size = 30 * mtu + 5;
  other->postReceive(addressOf(half), size, mappedKey);
  WireBytes segments;
  segments.pointer(10 * mtu + 100, mappedKey, addressOf(0));
  segments.pointer(size - 10 * mtu - 100, mappedKey, addressOf(10 * mtu + 100));
  one->post(DPA_WQE_SEND, segments);
  EXPECT_EQ(other->cq.wait().byteCount, size);
  EXPECT_EQ(one->cq.wait().syndrome, 0);
  EXPECT_EQ(arrived(0, half, half), size);
}

TEST_F(BurstTest, SendThatDoesNotFit) {
  other->postReceive(addressOf(half), 20 * mtu + 1, mappedKey);
  WireBytes segments;
  segments.pointer(30 * mtu, mappedKey, addressOf(0));
  one->post(DPA_WQE_SEND, segments);
  EXPECT_EQ(other->cq.wait().syndrome, DPA_SYNDROME_LOCAL_LENGTH);
  EXPECT_EQ(one->cq.wait().syndrome, DPA_SYNDROME_REMOTE_INVALID_REQUEST);
  EXPECT_EQ(arrived(0, half, half), size_t{20} * mtu);
}

TEST_F(BurstTest, DataThatIsNotMapped) {
  munmap(mapped + 5 * page, page);
  EXPECT_EQ(write(0, half, static_cast<uint32_t>(9 * page)),
            DPA_SYNDROME_LOCAL_PROTECTION);
  EXPECT_EQ(mapped[half + 5 * page - 1], mapped[5 * page - 1]);
  EXPECT_EQ(mapped[half + 5 * page], std::byte{0});
  EXPECT_EQ(one->pair->counters().sentPackets, 5 * page / mtu);
}

TEST_F(BurstTest, TargetThatIsNotWritable) {
  mprotect(mapped + half + 5 * page, page, PROT_READ);
  EXPECT_EQ(write(0, half, static_cast<uint32_t>(9 * page)),
            DPA_SYNDROME_REMOTE_OPERATION);
  EXPECT_EQ(arrived(0, half, 9 * page), 5 * page);
}

TEST_F(BurstTest, EndsThatDisagreeOnTheMtu) {
  one = std::make_unique<HostEnd>(*queues, reliable, &domain);
  other = std::make_unique<HostEnd>(*queues, reliable, &domain);
  QueuePairAttributes others = HostEnd::usual();
  others.pathMtu = 512;
  connect(others);
  EXPECT_EQ(write(0, half, 20 * mtu), DPA_SYNDROME_REMOTE_INVALID_REQUEST);
  EXPECT_EQ(arrived(0, half, half), 0u);
}

TEST_F(BurstTest, MemoryOfAFile) {
  const int file = memfd_create("burst", 0);
  ASSERT_EQ(ftruncate(file, half), 0);
  ASSERT_EQ(mmap(mapped + half, half, PROT_READ | PROT_WRITE,
                 MAP_SHARED | MAP_FIXED, file, 0),
            mapped + half);
  EXPECT_EQ(write(0, half, half), 0);
  EXPECT_EQ(arrived(0, half, half), half);
  std::fill_n(mapped + half, half, std::byte{0});
  ASSERT_EQ(ftruncate(file, static_cast<off_t>(8 * page)), 0);
  EXPECT_EQ(write(0, half, half), DPA_SYNDROME_REMOTE_OPERATION);
  EXPECT_EQ(arrived(0, half, 8 * page), 8 * page);
  close(file);
}

} // namespace
} // namespace dpa::test
