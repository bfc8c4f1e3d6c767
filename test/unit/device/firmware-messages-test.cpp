// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Messages of device programs: streams, levels, broadcasts, rejected arguments.
#include "runtime/abi/address-map.h"
#include "test/unit/device/firmware-fixture.h"

namespace {

using namespace dpa::test;

TEST_F(Firmware, MessagesWithoutAStreamAreDroppedAfterOneNotice) {
  EXPECT_EQ(result("message", 3, 0), 0u); // no print
  EXPECT_EQ(result("message", 256, 1), 0u);
  EXPECT_TRUE(recorder.messages.empty());
  EXPECT_EQ(result("print", 1, 2), 0u);
  EXPECT_EQ(result("puts"), 8u);
  ASSERT_EQ(recorder.messages.size(), 1u);
  EXPECT_EQ(recorder.messages[0].text, "");
}

TEST_F(Firmware, PrintGoesToTheDefaultStream) {
  EXPECT_EQ(configureStream(0, DPA_STREAM_LEVEL_INFO), uint64_t(DPA_STREAM_OK));
  EXPECT_EQ(result("print", 44, 55), strlen("Calculate: 44 + 55 = 99\n"));
  ASSERT_EQ(recorder.messages.size(), 1u);
  EXPECT_EQ(recorder.messages[0].stream, 0u);
  EXPECT_EQ(recorder.messages[0].text, "Calculate: 44 + 55 = 99\n");
}

// Only %s has an argument that has to be read before the message is formatted.
TEST_F(Firmware, LetterSInTheTextOfAMessageCostsNothing) {
  configureStream(0, DPA_STREAM_LEVEL_INFO);
  const uint64_t other = result("message_instructions", 'r', 12345);
  EXPECT_EQ(result("message_instructions", 's', 12345), other);
  ASSERT_EQ(recorder.messages.size(), 2u);
  EXPECT_EQ(recorder.messages[1].text, "s: 12345, and more text");
}

// PROVES: R-DMSG-03
TEST_F(Firmware, PutsSendsTheStringAsItIs) {
  configureStream(0, DPA_STREAM_LEVEL_INFO);
  EXPECT_EQ(result("puts"), 8u);
  ASSERT_EQ(recorder.messages.size(), 1u);
  EXPECT_EQ(recorder.messages[0].text, "put 100%");
}

// PROVES: R-STREAM-04
TEST_F(Firmware, StreamLevelFiltersMessages) {
  for (uint64_t streamLevel : {0, 2, 3, 4, 5}) {
    EXPECT_EQ(configureStream(7, streamLevel), uint64_t(DPA_STREAM_OK));
    for (uint64_t level = 0; level <= 5; level++) {
      recorder.messages.clear();
      result("message", 7, level);
      EXPECT_EQ(recorder.messages.size(), level >= 1 && level <= streamLevel)
          << level << " to " << streamLevel;
    }
  }
}

TEST_F(Firmware, BadStreamsAndLevelsAreRejected) {
  configureStream(0, 4);
  configureStream(0, 0, DPA_STREAM_CLOSE_STUB);
  EXPECT_EQ(configureStream(255, DPA_STREAM_LEVEL_INFO),
            uint64_t(DPA_STREAM_BAD_ARGUMENT));
  EXPECT_EQ(configureStream(0, DPA_STREAM_LEVEL_ALWAYS),
            uint64_t(DPA_STREAM_BAD_ARGUMENT));
  EXPECT_EQ(configureStream(0, 6), uint64_t(DPA_STREAM_BAD_ARGUMENT));
  EXPECT_EQ(configureStream(~0ull, 4, DPA_STREAM_CLOSE_STUB),
            uint64_t(DPA_STREAM_BAD_ARGUMENT));
  for (uint64_t stream : {0ull, 254ull, 256ull, ~0ull})
    EXPECT_EQ(result("message", stream, 1), 0u);
  EXPECT_TRUE(recorder.messages.empty());
}

// PROVES: R-STREAM-07
TEST_F(Firmware, BroadcastReachesOpenStreamsWhoseLevelAllowsIt) {
  configureStream(0, 5);
  configureStream(3, 2);
  configureStream(9, 3);
  configureStream(254, 4);
  configureStream(9, 0, DPA_STREAM_CLOSE_STUB);
  EXPECT_GT(result("message", DPA_STREAM_BROADCAST, 3), 0u);
  ASSERT_EQ(recorder.messages.size(), 2u);
  EXPECT_EQ(recorder.messages[0].stream, 0u);
  EXPECT_EQ(recorder.messages[1].stream, 254u);
}

// PROVES: R-DMSG-02
TEST_F(Firmware, MessageMacrosChooseStreamAndLevel) {
  configureStream(0, 4);
  configureStream(5, 2);
  EXPECT_EQ(result("message_macros", 5), 4u);
  std::string seen;
  for (const Message &message : recorder.messages)
    seen += std::to_string(message.stream) + message.text + " ";
  EXPECT_EQ(seen, "0default4 0all2 5all2 5err 0print ");
}

TEST_F(Firmware, LongMessagesAreCutVisibly) {
  configureStream(0, 5);
  EXPECT_EQ(result("long_message", 3000, 1), 6002u);
  ASSERT_EQ(recorder.messages.size(), 1u);
  const std::string &text = recorder.messages[0].text;
  ASSERT_EQ(text.size(), 4096u);
  EXPECT_EQ(text.substr(4092), "...\n");
  EXPECT_EQ(text[3000], '|');
}

TEST_F(Firmware, SystemCallsKeepRegisters) {
  EXPECT_EQ(result("message_keeps_registers", 123, 456), 1u);
  ASSERT_EQ(recorder.messages.size(), 1u);
  EXPECT_EQ(recorder.messages[0].text, "text");
}

TEST_F(Firmware, MessagesFromBadAddressesAreRejected) {
  EXPECT_EQ(result("raw_message", DPA_FIRMWARE_BASE, 4), ~0ull);
  EXPECT_EQ(result("raw_message", 0, 4), ~0ull);
  EXPECT_EQ(result("raw_message", DPA_DATA_BASE + DPA_DATA_SIZE - 4, 8), ~0ull);
  EXPECT_EQ(result("raw_message", DPA_TEXT_BASE, 4097), ~0ull);
  EXPECT_EQ(result("raw_message", DPA_TEXT_BASE, ~0ull), ~0ull);
  EXPECT_TRUE(recorder.messages.empty());
  EXPECT_EQ(process->status(), 0);
}

// PROVES: R-STREAM-19 R-DMSG-01
TEST_F(Firmware, MessagesOfThreadsNeverMix) {
  configureStream(0, 5);
  std::vector<std::thread> threads;
  for (char letter : {'a', 'b', 'c', 'd'})
    threads.emplace_back(
        [this, letter] { EXPECT_EQ(result("chatter", letter, 200), 200u); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(recorder.messages.size(), 800u);
  for (const Message &message : recorder.messages)
    EXPECT_EQ(message.text, std::string(8, message.text[0]));
}

} // namespace
