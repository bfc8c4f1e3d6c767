// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry code, firmware and device library on the emulated device, driven through emulator/device.h alone: what
// runtime/host will rely on. The device program is image/probes.c; its functions are found in the ELF's symbol table.
#include "emulator/device.h"
#include "runtime/abi/address-map.h"
#include "runtime/abi/message-streams.h"
#include "runtime/abi/process-status.h"
#include "runtime/abi/syscalls.h"

#include <gtest/gtest.h>

#include <elf.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <thread>

extern "C" int __dpa_fxp_log2(unsigned);
extern "C" int __dpa_fxp_rcp(int);

namespace {

std::vector<char> readFile(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Value of a symbol of an ELF file that we built ourselves; 0 if it has none of that name.
uint64_t symbolValue(const std::vector<char> &elf, std::string_view name) {
  auto *header = reinterpret_cast<const Elf64_Ehdr *>(elf.data());
  auto *sections =
      reinterpret_cast<const Elf64_Shdr *>(elf.data() + header->e_shoff);
  for (int i = 0; i < header->e_shnum; i++) {
    if (sections[i].sh_type != SHT_SYMTAB)
      continue;
    const char *names = elf.data() + sections[sections[i].sh_link].sh_offset;
    auto *symbols =
        reinterpret_cast<const Elf64_Sym *>(elf.data() + sections[i].sh_offset);
    for (size_t j = 0; j < sections[i].sh_size / sizeof(Elf64_Sym); j++)
      if (name == names + symbols[j].st_name)
        return symbols[j].st_value;
  }
  return 0;
}

struct Message {
  uint32_t stream;
  std::string text;
};

/// Keeps everything that a process tells.
class Recorder : public dpa::ProcessObserver {
public:
  void message(uint32_t stream, uint32_t,
               std::string_view text) noexcept override {
    std::lock_guard guard(mutex);
    messages.push_back({stream, std::string(text)});
  }
  void ended(uint8_t status, const dpa::Crash *crash) noexcept override {
    endings++;
    endStatus = status;
    hadCrash = crash != nullptr;
  }

  std::mutex mutex;
  std::vector<Message> messages;
  int endings = 0;
  uint8_t endStatus = 0;
  bool hadCrash = false;
};

class Firmware : public testing::Test {
protected:
  static void SetUpTestSuite() {
    image = readFile(DPA_PROBES_IMAGE);
    std::string error;
    device = dpa::openDevice("mlx5_0", error);
    ASSERT_TRUE(device) << error;
  }

  void SetUp() override {
    ASSERT_FALSE(image.empty()) << DPA_PROBES_IMAGE;
    startProcess();
  }

  void startProcess() { startProcess(*device); }

  void startProcess(dpa::Device &on) {
    std::string error;
    process.reset();
    process = on.createProcess({std::as_bytes(std::span(image)), "probes"},
                               recorder, error);
    ASSERT_TRUE(process) << error;
  }

  static uint64_t address(const std::string &name) {
    uint64_t value = symbolValue(image, name);
    EXPECT_NE(value, 0u) << name << ": not in the image";
    return value;
  }

  dpa::CallResult call(const std::string &name, uint64_t a, uint64_t b,
                       uint64_t &value) {
    return process->call(address("probe_" + name), a, b, {}, value);
  }

  uint64_t result(const std::string &name, uint64_t a = 0, uint64_t b = 0) {
    uint64_t value = 0;
    EXPECT_EQ(call(name, a, b, value), dpa::CallResult::Ok)
        << name << ", status " << int(process->status());
    return value;
  }

  /// The call ends the process; returns its crash, which names the status.
  dpa::Crash crash(const std::string &name, uint64_t a = 0, uint64_t b = 0) {
    uint64_t value = 0;
    EXPECT_EQ(call(name, a, b, value), dpa::CallResult::ProcessEnded) << name;
    auto record = process->crash();
    EXPECT_TRUE(record) << name;
    EXPECT_EQ(recorder.endings, 1);
    EXPECT_TRUE(recorder.hadCrash);
    EXPECT_EQ(recorder.endStatus, process->status());
    return record.value_or(dpa::Crash());
  }

  void expectCrash(const dpa::Crash &crash, int status, const char *function) {
    uint64_t begin = address(function);
    EXPECT_EQ(int(crash.status), status);
    EXPECT_EQ(int(process->status()), status);
    EXPECT_GE(crash.pc, begin);
    EXPECT_LT(crash.pc, begin + 128) << function;
    EXPECT_FALSE(crash.machineMode);
  }

  uint64_t configureStream(uint64_t stream, uint64_t level,
                           const char *stub = DPA_STREAM_CONFIGURE_STUB) {
    dpa_stream_arguments arguments = {stream, level};
    uint64_t buffer = process->heap().base;
    uint64_t value = ~0ull;
    EXPECT_TRUE(process->write(buffer, &arguments, sizeof arguments));
    EXPECT_EQ(process->call(address(stub), buffer, 0, {}, value),
              dpa::CallResult::Ok);
    return value;
  }

  static std::vector<char> image;
  static std::shared_ptr<dpa::Device> device;
  Recorder recorder;
  std::unique_ptr<dpa::Process> process;
};

std::vector<char> Firmware::image;
std::shared_ptr<dpa::Device> Firmware::device;

TEST_F(Firmware, CallsFunctionsAndReturnsTheirValues) {
  EXPECT_EQ(result("add", 44, 55), 99u);
  EXPECT_EQ(result("add", ~0ull, 1), 0u);
  EXPECT_EQ(process->status(), 0);
}

TEST_F(Firmware, ThreadLocalsStartAnewInEachActivation) {
  EXPECT_EQ(result("thread_locals", 5, 7), 1005000007u);
  EXPECT_EQ(result("thread_locals", 5, 7), 1005000007u);
}

TEST_F(Firmware, ThreadLocalsAreAlignedAsDeclared) {
  EXPECT_EQ(result("aligned_thread_locals", 5), 1u);
  EXPECT_EQ(result("aligned_thread_locals", 5), 1u);
}

TEST_F(Firmware, ErrnoLiesBehindTheThreadContext) {
  EXPECT_EQ(result("errno", 33), 1u);
}

// PROVES: R-DCTX-01
TEST_F(Firmware, ThreadContextAndItsErrorNumber) {
  EXPECT_EQ(result("context", 77), 0u);
}

TEST_F(Firmware, RegistersAreClearedBetweenActivations) {
  EXPECT_EQ(result("registers"), 0u);
  EXPECT_EQ(result("registers"), 0u);
  EXPECT_EQ(result("pointers"), 0u);
}

// PROVES: R-RTOS-07
TEST_F(Firmware, AllOfTheStackCanBeUsed) {
  for (uint64_t bytes : {0, 16, 8160, 8176, 8184})
    EXPECT_EQ(result("stack", bytes), bytes);
}

TEST_F(Firmware, OneByteMoreThanTheStackIsAnOverflow) {
  dpa::Crash record = crash("stack", 8185);
  expectCrash(record, DPA_STATUS_STACK_OVERFLOW, "probe_stack");
  EXPECT_EQ(record.x[2] - record.address, 8185u);
}

TEST_F(Firmware, EndlessRecursionIsAnOverflow) {
  EXPECT_EQ(result("recursion", 50, 0), 50u);
  expectCrash(crash("recursion", 100000), DPA_STATUS_STACK_OVERFLOW,
              "probe_recursion");
}

TEST_F(Firmware, NullPointer) {
  dpa::Crash record = crash("load", 8);
  expectCrash(record, DPA_STATUS_LOAD_FAULT, "probe_load");
  EXPECT_EQ(record.address, 8u);
  EXPECT_EQ(record.x[10], 8u);
}

// PROVES: R-MEM-03
TEST_F(Firmware, MisalignedLoad) {
  dpa::Crash record = crash("load", DPA_DATA_BASE + 1);
  expectCrash(record, DPA_STATUS_LOAD_MISALIGNED, "probe_load");
  EXPECT_EQ(record.address, DPA_DATA_BASE + 1);
}

TEST_F(Firmware, MisalignedStore) {
  dpa::Crash record = crash("store", DPA_DATA_BASE + 4);
  expectCrash(record, DPA_STATUS_STORE_MISALIGNED, "probe_store");
  EXPECT_EQ(record.address, DPA_DATA_BASE + 4);
}

// PROVES: R-MEM-17
TEST_F(Firmware, HostPointersAreNoDeviceAddresses) {
  uint64_t ours = 0;
  expectCrash(crash("store", reinterpret_cast<uint64_t>(&ours), 5),
              DPA_STATUS_STORE_FAULT, "probe_store");
  EXPECT_EQ(ours, 0u);
}

TEST_F(Firmware, TextIsNotWritable) {
  expectCrash(crash("store", DPA_TEXT_BASE), DPA_STATUS_STORE_FAULT,
              "probe_store");
}

TEST_F(Firmware, FirmwareMemoryIsNotForUsers) {
  expectCrash(crash("load", DPA_FIRMWARE_BASE), DPA_STATUS_LOAD_FAULT,
              "probe_load");
}

TEST_F(Firmware, MailboxesAreNotForUsers) {
  expectCrash(crash("store", DPA_MAILBOX_BASE), DPA_STATUS_STORE_FAULT,
              "probe_store");
}

TEST_F(Firmware, ControlRegistersAreNotForUsers) {
  expectCrash(crash("store", DPA_EU_CONTROL_BASE), DPA_STATUS_STORE_FAULT,
              "probe_store");
}

TEST_F(Firmware, DataIsNotExecutable) {
  dpa::Crash record = crash("jump", DPA_DATA_BASE);
  EXPECT_EQ(record.status, DPA_STATUS_FETCH_FAULT);
  EXPECT_EQ(record.pc, DPA_DATA_BASE);
}

TEST_F(Firmware, IllegalInstruction) {
  expectCrash(crash("illegal"), DPA_STATUS_ILLEGAL_INSTRUCTION,
              "probe_illegal");
}

TEST_F(Firmware, MachineRegistersAreIllegal) {
  expectCrash(crash("machine_register"), DPA_STATUS_ILLEGAL_INSTRUCTION,
              "probe_machine_register");
}

TEST_F(Firmware, Breakpoint) {
  expectCrash(crash("breakpoint"), DPA_STATUS_BREAKPOINT, "probe_breakpoint");
}

TEST_F(Firmware, CrashRecordHasAllRegisters) {
  dpa::Crash record =
      crash("crash_registers", 0x1234567890abcdef, 0xfedcba0987654321);
  EXPECT_EQ(record.x[21], 0x1234567890abcdefull); // s5
  EXPECT_EQ(record.x[31], 0xfedcba0987654321ull); // t6
  EXPECT_EQ(record.x[0], 0u);
  EXPECT_EQ(record.cause, 5u);
}

// On a device that ends activations by instruction count, not by time.
TEST_F(Firmware, EndlessLoopIsStopped) {
  setenv("DPA_DEVICES", "impatient", 1);
  setenv("DPA_BUDGET", "1000000", 1);
  std::string error;
  auto impatient = dpa::openDevice("impatient", error);
  unsetenv("DPA_DEVICES");
  unsetenv("DPA_BUDGET");
  ASSERT_TRUE(impatient) << error;
  startProcess(*impatient);
  expectCrash(crash("endless", 0, 0), DPA_STATUS_WATCHDOG, "probe_endless");
  process.reset();
}

TEST_F(Firmware, UnknownSystemCallIsIllegal) {
  dpa::Crash record = crash("system_call", 4711);
  expectCrash(record, DPA_STATUS_ILLEGAL_INSTRUCTION, "probe_system_call");
  EXPECT_EQ(record.cause, 2u);
}

TEST_F(Firmware, DeadProcessTakesNoCallsAndANewOneDoes) {
  crash("illegal");
  uint64_t value = 0;
  EXPECT_EQ(call("add", 1, 2, value), dpa::CallResult::ProcessEnded);
  recorder.endings = 0;
  startProcess();
  EXPECT_EQ(result("add", 1, 2), 3u);
}

// PROVES: R-MEM-04
TEST_F(Firmware, GlobalsKeepTheirValues) {
  EXPECT_EQ(result("global", 1), 101u);
  EXPECT_EQ(result("global", 2), 103u);
}

// PROVES: R-MEM-06
TEST_F(Firmware, HeapBelongsToHostAndDevice) {
  uint64_t value = 0x1122334455667788;
  uint64_t address = process->heap().base + 64;
  ASSERT_TRUE(process->write(address, &value, sizeof value));
  EXPECT_EQ(result("load", address), value);
  result("store", address, 99);
  EXPECT_EQ(result("load", address), 99u);
  ASSERT_TRUE(process->read(address, &value, sizeof value));
  EXPECT_EQ(value, 99u);
}

// PROVES: R-RTOS-05 R-RTOS-06
TEST_F(Firmware, ProcessesHaveTheirOwnMemoryAndFaults) {
  std::string error;
  Recorder otherRecorder;
  auto other = device->createProcess({std::as_bytes(std::span(image)), "other"},
                                     otherRecorder, error);
  ASSERT_TRUE(other) << error;
  EXPECT_EQ(result("global", 50), 150u);
  uint64_t value = 0;
  EXPECT_EQ(other->call(address("probe_global"), 1, 0, {}, value),
            dpa::CallResult::Ok);
  EXPECT_EQ(value, 101u);
  crash("illegal");
  EXPECT_EQ(other->call(address("probe_global"), 1, 0, {}, value),
            dpa::CallResult::Ok);
  EXPECT_EQ(value, 102u);
  EXPECT_EQ(other->status(), 0);
  EXPECT_EQ(otherRecorder.endings, 0);
}

TEST_F(Firmware, ThreadsThatFinishDoNotReturn) {
  uint64_t value = 0;
  EXPECT_EQ(call("finish", 0, 0, value), dpa::CallResult::NotReturned);
  EXPECT_EQ(call("reschedule", 0, 0, value), dpa::CallResult::NotReturned);
  EXPECT_EQ(call("retrigger", 0, 0, value), dpa::CallResult::NotReturned);
  EXPECT_EQ(process->status(), 0);
  EXPECT_EQ(result("add", 1, 1), 2u);
}

// PROVES: R-DERR-02
TEST_F(Firmware, UsersErrorCodesReachTheHost) {
  const int expected[][2] = {{128, 128},  {200, 200}, {255, 255},
                             {127, 0x42}, {1, 0x42},  {0, 0x42}};
  for (auto [code, status] : expected) {
    uint64_t value = 0;
    recorder.endings = 0;
    EXPECT_EQ(call("error", code, 0, value), dpa::CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), status) << code;
    EXPECT_EQ(recorder.endings, 1);
    EXPECT_FALSE(recorder.hadCrash);
    startProcess();
  }
}

TEST_F(Firmware, RawProcessEndCannotClaimAFault) {
  for (uint64_t claimed : {0ull, 6ull, 0x41ull, 0x43ull, 256ull, ~0ull}) {
    uint64_t value = 0;
    EXPECT_EQ(call("system_call", DPA_SYS_PROCESS_END, claimed, value),
              dpa::CallResult::ProcessEnded);
    EXPECT_EQ(process->status(), 0x42) << claimed;
    startProcess();
  }
}

TEST_F(Firmware, ProcessFinish) {
  uint64_t value = 0;
  EXPECT_EQ(call("process_finish", 0, 0, value), dpa::CallResult::ProcessEnded);
  EXPECT_EQ(process->status(), DPA_STATUS_PROCESS_FINISHED);
}

TEST_F(Firmware, MessagesWithoutAStreamVanish) {
  EXPECT_EQ(result("print", 1, 2), 0u);
  EXPECT_EQ(result("puts"), 8u);
  EXPECT_TRUE(recorder.messages.empty());
}

TEST_F(Firmware, PrintGoesToTheDefaultStream) {
  EXPECT_EQ(configureStream(0, DPA_STREAM_LEVEL_INFO), uint64_t(DPA_STREAM_OK));
  EXPECT_EQ(result("print", 44, 55), strlen("Calculate: 44 + 55 = 99\n"));
  ASSERT_EQ(recorder.messages.size(), 1u);
  EXPECT_EQ(recorder.messages[0].stream, 0u);
  EXPECT_EQ(recorder.messages[0].text, "Calculate: 44 + 55 = 99\n");
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

TEST_F(Firmware, BadStreamsAndLevelsAreRefused) {
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
TEST_F(Firmware, BroadcastReachesOpenStreamsThatLetItThrough) {
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

TEST_F(Firmware, MessagesFromBadAddressesAreRefused) {
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

// PROVES: R-RTOS-11
TEST_F(Firmware, SpinLocksExcludeThreads) {
  EXPECT_EQ(result("lock_init"), 1u);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back([this] { result("locked_increments", 2000); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(result("locked_increments", 0), 8000u);
}

// PROVES: R-MEM-15
TEST_F(Firmware, AtomicOperationsLoseNothing) {
  std::vector<std::thread> threads;
  for (int i = 1; i <= 4; i++)
    threads.emplace_back([this, i] { result("atomics", 5000, i); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(result("atomic_totals"), 20000ull << 32 | 20000);
  EXPECT_EQ(result("atomics", 10, 5), 10u);
}

// PROVES: R-INT-24
TEST_F(Firmware, FencedDataIsSeenWithItsFlag) {
  std::thread hearer([this] { EXPECT_EQ(result("hear"), 0u); });
  EXPECT_EQ(result("tell"), 4096u);
  hearer.join();
}

// PROVES: R-INT-13
// Two instructions a round, and the read of the counter itself.
TEST_F(Firmware, InstructionCounterIsExact) {
  EXPECT_EQ(result("counters", 1000) - result("counters", 1), 1998u);
}

TEST_F(Firmware, CyclesAndTimeAreOneClock) {
  for (int i = 0; i < 100; i++)
    EXPECT_EQ(result("clocks"), 0u);
}

// PROVES: R-INT-15
// Cycles are the host's nanoseconds times 9/5: two reads are apart by more than the host measured between them and by
// less than it measured around them. The wait makes the first bound more than 0; no speed is assumed.
TEST_F(Firmware, CyclesAdvanceWithRealTime) {
  auto now = [] { return std::chrono::steady_clock::now(); };
  auto inCycles = [](auto duration) {
    return std::chrono::nanoseconds(duration).count() * 9 / 5;
  };
  auto outerBegin = now();
  uint64_t first = result("cycles");
  auto innerBegin = now();
  while (now() - innerBegin < std::chrono::milliseconds(1))
    ;
  auto innerEnd = now();
  auto cycles = static_cast<int64_t>(result("cycles") - first);
  EXPECT_GE(cycles + 2, inCycles(innerEnd - innerBegin));
  EXPECT_LE(cycles - 2, inCycles(now() - outerBegin));
}

TEST_F(Firmware, MemoryFunctionsMakeNoMisalignedAccess) {
  EXPECT_EQ(result("memory_functions"), 0u);
}

TEST_F(Firmware, LibraryFormatsIntoMemory) {
  EXPECT_EQ(result("snprintf", 7, static_cast<uint64_t>(-8)), 0u);
}

// PROVES: R-LIBC-03 R-LIBC-05 R-LIBC-08
TEST_F(Firmware, StandardStreamsOfTheProgram) {
  EXPECT_EQ(result("stdio", 7), 0u);
}

TEST_F(Firmware, FixedPointAsOnTheHost) {
  for (uint64_t x :
       {1ull, 3ull, 1000ull, 65536ull, 0x7fffffffull, 0xffffffffull}) {
    uint64_t expected = uint64_t(uint32_t(__dpa_fxp_log2(x))) ^
                        uint64_t(uint32_t(__dpa_fxp_rcp(int(x)))) << 32;
    EXPECT_EQ(result("fixed_point", x, x), expected) << x;
  }
}

} // namespace
