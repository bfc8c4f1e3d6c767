// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests of a debugger and the answers, without a process.
#include "emulator/gdb/resume-actions.h"
#include "emulator/gdb/session.h"
#include "emulator/gdb/target-description.h"
#include "test/unit/emulator/gdb/fake-target.h"

#include <gtest/gtest.h>

namespace dpa::gdb {
namespace {

class SessionTest : public testing::Test {
protected:
  /// The answer, without its frame.
  std::string ask(std::string_view text) {
    sent.clear();
    session.receive(packet(text));
    return unframed();
  }
  /// The last frame that was sent.
  std::string unframed() const {
    const size_t begin = sent.find_last_of("$%");
    return begin == sent.npos
               ? "nothing"
               : sent.substr(begin + 1, sent.rfind('#') - begin - 1);
  }

  FakeTarget target;
  std::string sent;
  Session session{&target, [this](std::string_view bytes) { sent += bytes; }};
};

TEST_F(SessionTest, StopsTheProcessAtTheFirstRequestOnly) {
  ask("qSupported:swbreak+");
  EXPECT_EQ(target.log, "");
  EXPECT_EQ(ask("?"), "T05thread:1;20:2001000000000000;");
  EXPECT_EQ(target.log, "attach ");
  EXPECT_TRUE(session.isAttached());
  EXPECT_FALSE(session.hasResumed());
}

TEST_F(SessionTest, ReadsAndWritesMemoryInParts) {
  target.memory[255] = std::byte{0xab};
  EXPECT_EQ(ask("m10ff,10"), "ab");
  EXPECT_EQ(ask("m2000,10"), "E14");
  EXPECT_EQ(ask("M1000,2:0102"), "OK");
  EXPECT_EQ(ask("M1000,3:0102"), "E01");
  EXPECT_EQ(ask("m1000,2"), "0102");
  EXPECT_EQ(ask("X1000,2:#}"), "OK"); // both are escaped
  EXPECT_EQ(ask("m1000,2"), "237d");
  EXPECT_EQ(ask("m1000,ffffffffffffffff").size(), 512u);
  EXPECT_EQ(ask("mfffffffffffffffff,1"), "E01");
}

TEST_F(SessionTest, ReadsRegistersOfTheSelectedThread) {
  EXPECT_EQ(ask("Hg14"), "OK");
  EXPECT_EQ(ask("p20"), "2014000000000000");
  EXPECT_EQ(ask("Hg15"), "E01");
  EXPECT_EQ(ask("g").size(), 16u * generalRegisters);
  EXPECT_EQ(ask("Pa=0100000000000000"), "OK");
  EXPECT_NE(target.log.find("x10=1 "), std::string::npos);
  EXPECT_EQ(ask("P21=0100000000000000"), "E01");
  EXPECT_EQ(ask("p1000"), "E01");
}

TEST_F(SessionTest, AnswersAResumeWhenAThreadStops) {
  ask("?");
  EXPECT_EQ(ask("vCont;s:14;c"), "nothing");
  EXPECT_EQ(target.log, "attach step20 all-1 ");
  session.handleEvents();
  EXPECT_EQ(unframed(), "nothing");
  target.events.push_back({20, {.signal = Signal::Trap, .isBreakpoint = true}});
  session.handleEvents();
  EXPECT_EQ(unframed(), "T05thread:14;swbreak:;20:2014000000000000;");
  EXPECT_EQ(ask("vCont;C0b"), "nothing");
  sent.clear();
  session.receive("\x03");
  EXPECT_EQ(unframed(), "T02thread:14;20:2014000000000000;");
}

TEST_F(SessionTest, ReportsWatchpointsWithTheirAddress) {
  ask("?");
  EXPECT_EQ(ask("Z2,1010,8"), "OK");
  ask("c");
  target.events.push_back({1,
                           {.signal = Signal::Trap,
                            .watch = WatchKind::Write,
                            .watchAddress = 0x1012}});
  session.handleEvents();
  EXPECT_EQ(unframed(), "T05thread:1;watch:1012;20:2001000000000000;");
}

TEST_F(SessionTest, NotifiesOnceUntilAllStopsAreTaken) {
  EXPECT_EQ(ask("QNonStop:1"), "OK");
  EXPECT_EQ(ask("?"), "T00thread:1;20:2001000000000000;");
  EXPECT_EQ(ask("vStopped"), "T00thread:14;20:2014000000000000;");
  EXPECT_EQ(ask("vStopped"), "OK");
  EXPECT_EQ(ask("vCont;c"), "OK");
  sent.clear();
  target.events.push_back({1, {.signal = Signal::Trap}});
  target.events.push_back({20, {.signal = Signal::Trap}});
  session.handleEvents();
  EXPECT_EQ(unframed(), "Stop:T05thread:1;20:2001000000000000;");
  EXPECT_EQ(ask("vStopped"), "T05thread:14;20:2014000000000000;");
  EXPECT_EQ(ask("vStopped"), "OK");
}

TEST_F(SessionTest, ReportsTheEndAfterStopsThatWereNotTaken) {
  ask("QNonStop:1");
  target.events.push_back({1, {.signal = Signal::Trap}});
  session.handleEvents();
  sent.clear();
  target.status = 7;
  session.handleEvents();
  EXPECT_EQ(sent, ""); // one notification at a time
  EXPECT_EQ(ask("vStopped"), "W07");
  EXPECT_FALSE(session.isOver());
  EXPECT_EQ(ask("vStopped"), "OK");
  EXPECT_TRUE(session.isOver());
}

TEST_F(SessionTest, NotifiesOfTheEndOnce) {
  ask("QNonStop:1");
  target.status = 7;
  session.handleEvents();
  EXPECT_EQ(unframed(), "Stop:W07");
  sent.clear();
  session.handleEvents();
  EXPECT_EQ(sent, "");
  EXPECT_EQ(ask("vStopped"), "OK");
  EXPECT_TRUE(session.isOver());
}

TEST_F(SessionTest, SearchesUpToAPosition) {
  target.place = 0x20;
  EXPECT_EQ(ask("qDpa.position"), "20");
  EXPECT_EQ(ask("vDpa.search:1f,14,10"), "nothing");
  EXPECT_EQ(target.log, "attach search31,20,16 ");
  target.events.push_back({20, {.signal = Signal::Trap}});
  session.handleEvents();
  EXPECT_EQ(unframed(), "T05thread:14;20:2014000000000000;");
  EXPECT_EQ(ask("qDpa.stop"), "");
  target.finds = {.stop = StopEvent{1, {.signal = Signal::Trap}},
                  .stopPosition = 0x1a,
                  .instructions = {0x1c, 0x1e}};
  EXPECT_EQ(ask("qDpa.stop"), "1a;T05thread:1;");
  EXPECT_EQ(ask("qDpa.instructions"), "1c;1e;");
}

TEST_F(SessionTest, SearchesOnlyWhereRunsCanBeRepeated) {
  EXPECT_EQ(ask("qDpa.position"), "");
  EXPECT_EQ(ask("vDpa.search:1f,0,0"), "E01");
  target.place = 1;
  for (const char *wrong :
       {"vDpa.search:", "vDpa.search:1", "vDpa.search:1,2", "vDpa.search:x,2,3",
        "vDpa.search:1,2,3,4", "vDpa.search:1,100000000,3"})
    EXPECT_EQ(ask(wrong), "E01") << wrong;
  EXPECT_EQ(target.log, "attach ");
}

TEST_F(SessionTest, RefusesToGoBackByItself) {
  ask("?");
  EXPECT_EQ(ask("bs"), "T05replaylog:begin;thread:1;");
  EXPECT_NE(sent.find(hexOf("reverse execution needs a replay")),
            std::string::npos);
}

TEST_F(SessionTest, TransfersDocumentsInPieces) {
  const std::string begin = ask("qXfer:features:read:target.xml:0,10");
  EXPECT_EQ(begin, "m" + targetDescription().substr(0, 16));
  EXPECT_EQ(ask("qXfer:features:read:target.xml:ffff,10"), "E01");
  const std::string threads = ask("qXfer:threads:read::0,1000");
  EXPECT_NE(threads.find(R"(<thread id="14" name="&lt;20&gt;"/>)"),
            std::string::npos);
}

TEST_F(SessionTest, DetachesByItselfAndWhenAsked) {
  ask("?");
  EXPECT_EQ(ask("D"), "OK");
  EXPECT_TRUE(session.isOver());
  EXPECT_EQ(target.log, "attach detach ");
  {
    Session other(&target, [](std::string_view) {});
    other.receive(packet("?"));
  }
  EXPECT_EQ(target.log, "attach detach attach detach ");
}

TEST_F(SessionTest, ReportsTheEndOfTheProcess) {
  ask("?");
  ask("c");
  target.status = 7;
  session.handleEvents();
  EXPECT_EQ(unframed(), "W07");
}

TEST_F(SessionTest, GivesUpAfterGarbage) {
  session.receive(std::string(70000, 'x'));
  EXPECT_TRUE(session.isOver());
  EXPECT_FALSE(session.isAttached());
}

TEST_F(SessionTest, AsksForDamagedPacketsAgain) {
  session.receive("$?#00");
  EXPECT_EQ(sent, "-");
  sent.clear();
  session.receive("$cut off$?#3f");
  EXPECT_EQ(sent.front(), '+');
  const std::string first = sent.substr(1);
  sent.clear();
  session.receive("-");
  EXPECT_EQ(sent, first);
}

TEST(ResumeActions, AreParsedOrRefused) {
  const auto actions = parseResumeActions(";r10,20:p1.3;S05:-1;t:4;c:3");
  ASSERT_TRUE(actions.has_value());
  ASSERT_EQ(actions->size(), 3u);
  EXPECT_EQ(actions->front().thread, 3u);
  EXPECT_EQ(actions->front().how.to, 0x20u);
  EXPECT_TRUE((*actions)[1].how.passesSignal);
  EXPECT_TRUE((*actions)[2].stops);
  for (const char *wrong : {"", "c", ";", ";x", ";c:", ";c:0", ";r1", ";r1,2,3",
                            ";C", ";c:1:2", ";s:123456789"})
    EXPECT_FALSE(parseResumeActions(wrong).has_value()) << wrong;
}

} // namespace
} // namespace dpa::gdb
