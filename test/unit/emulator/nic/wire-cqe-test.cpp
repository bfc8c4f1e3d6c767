// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The writer of CQEs: each kind as bytes, at the offsets of mlx5_cqe64.
#include "emulator/nic/wire/big-endian.h"
#include "emulator/nic/wire/cqe.h"

#include <gtest/gtest.h>

#include <infiniband/mlx5dv.h>

#include <cstring>

namespace dpa::test {
namespace {

static_assert(sizeof(mlx5_cqe64) == DPA_CQE_SIZE);

mlx5_cqe64 seen(const Completion &completion) {
  CqeBytes bytes = writeCqe(completion);
  mlx5_cqe64 cqe;
  std::memcpy(&cqe, bytes.data(), sizeof cqe);
  return cqe;
}

Completion received() {
  Completion completion;
  completion.kind = Completion::Kind::Receive;
  completion.queueNumber = 0xabcdef;
  completion.userIndex = 0x123456;
  completion.wqeIndex = 0x0102;
  completion.byteCount = 1500;
  completion.timestamp = 0x1122334455667788;
  return completion;
}

TEST(WireCqeTest, ZeroIsZero) {
  EXPECT_EQ(writeCqe(Completion()), CqeBytes());
}

TEST(WireCqeTest, SendThatIsDone) {
  Completion completion;
  completion.kind = Completion::Kind::Send;
  completion.queueNumber = 0x345678;
  completion.userIndex = 0x9abcde;
  completion.wqeIndex = 0xfffe;
  completion.wqeOpcode = DPA_WQE_RDMA_READ;
  completion.byteCount = 4096;
  mlx5_cqe64 cqe = seen(completion);
  EXPECT_EQ(mlx5dv_get_cqe_opcode(&cqe), MLX5_CQE_REQ);
  EXPECT_EQ(mlx5dv_get_cqe_owner(&cqe), 0);
  EXPECT_EQ(mlx5dv_get_cqe_se(&cqe), 0);
  EXPECT_EQ(mlx5dv_get_cqe_format(&cqe), 0);
  EXPECT_EQ(be32toh(cqe.sop_drop_qpn), 0x10345678u);
  EXPECT_EQ(be32toh(cqe.srqn_uidx), 0x9abcdeu);
  EXPECT_EQ(be16toh(cqe.wqe_counter), 0xfffe);
  EXPECT_EQ(be32toh(cqe.byte_cnt), 4096u);
}

TEST(WireCqeTest, ReceivedFrame) {
  Completion completion = received();
  completion.checksums = DPA_CQE_L2_OK | DPA_CQE_L4_OK;
  completion.l3Type = DPA_CQE_L3_IPV4;
  completion.l4Type = DPA_CQE_L4_TCP_ACK;
  completion.vlan = 0x2064;
  completion.hash = 0xdeadbeef;
  mlx5_cqe64 cqe = seen(completion);
  EXPECT_EQ(mlx5dv_get_cqe_opcode(&cqe), MLX5_CQE_RESP_SEND);
  EXPECT_EQ(be32toh(cqe.sop_drop_qpn), 0xabcdefu);
  EXPECT_EQ(be32toh(cqe.byte_cnt), 1500u);
  EXPECT_EQ(be64toh(cqe.timestamp), 0x1122334455667788u);
  EXPECT_EQ(cqe.hds_ip_ext, 5);
  EXPECT_EQ(cqe.l4_hdr_type_etc, 4 << 4 | 2 << 2 | 1);
  EXPECT_EQ(be16toh(cqe.vlan_info), 0x2064);
  // The device's view: csum_ok at 0x14; the hash at 0x0c.
  CqeBytes bytes = writeCqe(completion);
  EXPECT_EQ(loadBig16(&bytes[0x14]), 5);
  EXPECT_EQ(loadBig32(&bytes[0x0c]), 0xdeadbeefu);
}

TEST(WireCqeTest, FlowTagReplacesTheQueueNumber) {
  Completion completion = received();
  completion.flowTag = 0x42;
  EXPECT_EQ(be32toh(seen(completion).sop_drop_qpn), 0x42u);
}

TEST(WireCqeTest, ReceivedMessages) {
  using Message = Completion::Message;
  const std::pair<Message, uint8_t> opcodes[] = {
      {Message::Send, MLX5_CQE_RESP_SEND},
      {Message::SendImmediate, MLX5_CQE_RESP_SEND_IMM},
      {Message::SendInvalidate, MLX5_CQE_RESP_SEND_INV},
      {Message::WriteImmediate, MLX5_CQE_RESP_WR_IMM}};
  for (auto [message, opcode] : opcodes) {
    Completion completion = received();
    completion.message = message;
    completion.immediate = 0xcafebabe;
    completion.isSolicited = true;
    completion.sourceQp = 0x010203;
    completion.hasGrh = true;
    mlx5_cqe64 cqe = seen(completion);
    EXPECT_EQ(mlx5dv_get_cqe_opcode(&cqe), opcode);
    EXPECT_EQ(mlx5dv_get_cqe_se(&cqe), 1);
    EXPECT_EQ(be32toh(cqe.imm_inval_pkey), 0xcafebabeu);
    EXPECT_EQ(be32toh(cqe.flags_rqpn), 0x10010203u);
  }
}

TEST(WireCqeTest, Errors) {
  Completion completion;
  completion.kind = Completion::Kind::SendError;
  completion.queueNumber = 7;
  completion.wqeOpcode = DPA_WQE_SEND;
  completion.wqeIndex = 9;
  completion.byteCount = 0xffffffff;   // not in an error
  completion.timestamp = ~UINT64_C(0); // not in an error
  completion.syndrome = DPA_SYNDROME_LOCAL_PROTECTION;
  completion.vendorSyndrome = 0x93;
  CqeBytes bytes = writeCqe(completion);
  EXPECT_EQ(loadBig32(&bytes[0x2c]), 0u);
  EXPECT_EQ(loadBig32(&bytes[0x30]), 0u);
  EXPECT_EQ(loadBig32(&bytes[0x34]), 0x9304u);
  EXPECT_EQ(loadBig32(&bytes[0x38]), 0x0a000007u);
  EXPECT_EQ(loadBig16(&bytes[0x3c]), 9);
  EXPECT_EQ(bytes[0x3f], std::byte{MLX5_CQE_REQ_ERR << 4});
  completion.kind = Completion::Kind::ReceiveError;
  bytes = writeCqe(completion);
  EXPECT_EQ(bytes[0x3f], std::byte{MLX5_CQE_RESP_ERR << 4});
  EXPECT_EQ(loadBig32(&bytes[0x38]), 7u);
}

TEST(WireCqeTest, ValidityIsInItsByteOnly) {
  Completion completion = received();
  CqeBytes with = writeCqe(completion, 0xab);
  EXPECT_EQ(with[0x3e], std::byte{0xab});
  with[0x3e] = std::byte{0};
  EXPECT_EQ(with, writeCqe(completion));
}

TEST(WireCqeTest, CompressedCompletions) {
  Completion first = received();
  first.hash = 0x11223344;
  first.checksums = 3;
  Completion second = first;
  second.hash = 0x55667788;
  second.checksums = 7;
  second.byteCount = 64;
  const Completion both[] = {first, second};
  CqeBytes hashes = writeMiniCqes(both, MiniCqeFormat::ByteCountHash, 0x17);
  EXPECT_EQ(loadBig64(&hashes[0]), 0x11223344000005dcu);
  EXPECT_EQ(loadBig64(&hashes[8]), 0x5566778800000040u);
  EXPECT_EQ(loadBig64(&hashes[16]), 0u);
  EXPECT_EQ(hashes[0x3e], std::byte{0x17});
  EXPECT_EQ(hashes[0x3f], std::byte{1 << 4 | 3 << 2});
  CqeBytes sums = writeMiniCqes(both, MiniCqeFormat::ByteCountChecksum, 0);
  EXPECT_EQ(loadBig64(&sums[0]), 0x00030000000005dcu);
  EXPECT_EQ(loadBig64(&sums[8]), 0x0007000000000040u);
  const std::array<Completion, DPA_MINI_CQES_MAX> all{};
  EXPECT_EQ(writeMiniCqes(all, MiniCqeFormat::ByteCountHash, 0)[0x3f],
            std::byte{6 << 4 | 3 << 2});
}

TEST(WireCqeTest, CompletionsThatFitTheirTitle) {
  Completion title = received();
  Completion next = title;
  next.wqeIndex = 0x0105;
  next.byteCount = 1;
  next.timestamp = 1;
  EXPECT_TRUE(fitsTitle(title, next, 3, MiniCqeFormat::ByteCountHash));
  EXPECT_FALSE(fitsTitle(title, next, 2, MiniCqeFormat::ByteCountHash));
  next.hash = 1;
  EXPECT_TRUE(fitsTitle(title, next, 3, MiniCqeFormat::ByteCountHash));
  EXPECT_FALSE(fitsTitle(title, next, 3, MiniCqeFormat::ByteCountChecksum));
  next.hash = 0;
  next.checksums = 7;
  EXPECT_FALSE(fitsTitle(title, next, 3, MiniCqeFormat::ByteCountHash));
  EXPECT_TRUE(fitsTitle(title, next, 3, MiniCqeFormat::ByteCountChecksum));
  next.vlan = 1;
  EXPECT_FALSE(fitsTitle(title, next, 3, MiniCqeFormat::ByteCountChecksum));
  next = title;
  next.kind = Completion::Kind::ReceiveError;
  EXPECT_FALSE(fitsTitle(title, next, 0, MiniCqeFormat::ByteCountHash));
}

} // namespace
} // namespace dpa::test
