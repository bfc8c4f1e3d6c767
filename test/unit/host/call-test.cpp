// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flexio_process_call with a scripted device: packing, results, every kind of
// failure. PROVES: R-RPC-05 R-PROC-09
#include "test/unit/host/fake-device.h"

#include "runtime/abi/process-status.h"

#include <poll.h>

namespace dpa::test {
namespace {

bool isReadable(int fd) {
  pollfd entry{fd, POLLIN, 0};
  return poll(&entry, 1, 0) == 1;
}

class CallTest : public HostTest {
protected:
  CallTest() : process_(makeProcess()) {
    device_->script = [](FakeProcess &machine, uint64_t function, uint64_t arg0,
                         uint64_t arg1, uint64_t &value) {
      EXPECT_EQ(function, addUnpack);
      EXPECT_EQ(arg1, addFunction);
      uint64_t numbers[2];
      EXPECT_TRUE(machine.read(arg0, numbers, sizeof numbers));
      value = numbers[0] + numbers[1];
      return CallResult::Ok;
    };
  }
  ~CallTest() override { flexio_process_destroy(process_); }

  flexio_status add(uint64_t a, uint64_t b, uint64_t *result) {
    return flexio_process_call(process_, addStub, result, a, b);
  }

  flexio_process *process_;
};

TEST_F(CallTest, passes_arguments_and_returns_the_result) {
  uint64_t result = 0;
  EXPECT_EQ(add(UINT64_MAX - 1, 1, &result), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(result, UINT64_MAX);
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_SUCCESS);
}

TEST_F(CallTest, a_raw_function_gets_its_first_argument) {
  flexio_func_t *raw = nullptr;
  ASSERT_EQ(flexio_func_register(app_, "add", &raw), FLEXIO_STATUS_SUCCESS);
  device_->script = [](FakeProcess &, uint64_t function, uint64_t arg0,
                       uint64_t, uint64_t &value) {
    EXPECT_EQ(function, addFunction);
    value = arg0 * 2;
    return CallResult::Ok;
  };
  uint64_t result = 0;
  EXPECT_EQ(flexio_process_call(process_, raw, &result, uint64_t{21}),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(result, 42u);
}

TEST_F(CallTest, bad_handles_are_not_dereferenced) {
  uint64_t result = 77;
  auto *garbage = reinterpret_cast<flexio_process *>(0x1234);
  EXPECT_EQ(
      flexio_process_call(nullptr, addStub, &result, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(
      flexio_process_call(garbage, addStub, &result, uint64_t{1}, uint64_t{2}),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_call(process_, nullptr, &result),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_call(
                process_, reinterpret_cast<flexio_func_t *>(0x99), &result),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(result, 77u);
  std::string log = takeLog();
  EXPECT_NE(log.find("flexio: error: flexio_process_call: the process is NULL"),
            std::string::npos);
  EXPECT_NE(log.find("flexio: error: flexio_process_call: 0x1234 is not a live "
                     "process handle"),
            std::string::npos);
  EXPECT_NE(log.find("process 'test_app' on 'mlx5_0': the function is NULL"),
            std::string::npos);
  EXPECT_NE(log.find("app 'test_app' has no function with the host stub 0x99"),
            std::string::npos);
}

TEST_F(CallTest, a_crash_is_reported_and_the_process_is_dead) {
  device_->script = [](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                       uint64_t &) {
    Crash crash;
    crash.status = DPA_STATUS_LOAD_FAULT;
    crash.pc = addFunction + 8;
    crash.address = 0x10;
    crash.eu = 3;
    machine.end(DPA_STATUS_LOAD_FAULT, crash);
    return CallResult::ProcessEnded;
  };
  EXPECT_FALSE(isReadable(flexio_err_handler_fd(process_)));
  EXPECT_EQ(flexio_err_status_get(process_), 0);
  uint64_t result = 77;
  EXPECT_EQ(add(1, 2, &result), FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(result, 77u);
  EXPECT_EQ(flexio_err_status_get(process_), DPA_STATUS_LOAD_FAULT);
  EXPECT_TRUE(isReadable(flexio_err_handler_fd(process_)));
  EXPECT_EQ(takeLog(), "flexio: error: flexio_process_call: 'add' in process "
                       "'test_app' on 'mlx5_0' did not return: "
                       "load access fault at address 0x10, pc 0x40000108 "
                       "(add+0x8), EU 3, thread 0\n");

  EXPECT_EQ(add(1, 2, &result), FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_process_call: 'add': process "
                       "'test_app' on 'mlx5_0' is dead: load access "
                       "fault\n");
}

TEST_F(CallTest, reports_that_the_process_ended_meanwhile) {
  device_->callsAreEndedByOthers = true;
  device_->script = [](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                       uint64_t &) {
    machine.end(DPA_STATUS_LOAD_FAULT, Crash());
    return CallResult::ProcessEnded;
  };
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_process_call: 'add' in process "
                       "'test_app' on 'mlx5_0' did not return: the process "
                       "ended meanwhile: load access fault at address 0x0, pc "
                       "0x0, EU 0, thread 0\n");
}

TEST_F(CallTest, reports_that_the_process_was_destroyed) {
  device_->script = [](auto &&...) { return CallResult::ProcessEnded; };
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(takeLog(), "flexio: error: flexio_process_call: 'add' in process "
                       "'test_app' on 'mlx5_0' did not return: the process was "
                       "destroyed\n");
}

TEST_F(CallTest, an_end_between_calls_is_reported_at_once) {
  FakeProcess *inside = nullptr;
  device_->script = [&](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                        uint64_t &) {
    inside = &machine;
    return CallResult::Ok;
  };
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_SUCCESS);
  inside->end(200);
  EXPECT_TRUE(isReadable(flexio_err_handler_fd(process_)));
  EXPECT_EQ(takeLog(), "flexio: error: process: 'test_app' on 'mlx5_0' ended: "
                       "the program reported error 200\n");
}

TEST_F(CallTest, a_program_may_finish_its_process) {
  device_->script = [](FakeProcess &machine, uint64_t, uint64_t, uint64_t,
                       uint64_t &) {
    machine.end(DPA_STATUS_PROCESS_FINISHED);
    return CallResult::ProcessEnded;
  };
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_FATAL_ERR);
  EXPECT_EQ(flexio_err_status_get(process_), DPA_STATUS_PROCESS_FINISHED);
  EXPECT_FALSE(isReadable(flexio_err_handler_fd(process_)));
}

TEST_F(CallTest, a_function_that_finishes_its_thread_fails) {
  device_->script = [](FakeProcess &, uint64_t, uint64_t, uint64_t,
                       uint64_t &) { return CallResult::NotReturned; };
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find("finished its thread instead of returning a value"),
            std::string::npos);
  EXPECT_EQ(flexio_err_status_get(process_), 0);
}

void bigStub(void) {}
void packBig(void *argbuf, va_list) {
  memset(argbuf, 0x5a, 100000);
}
void packTooBig(void *, va_list) {}
void tooBigStub(void) {}
void noArgumentsStub(void) {}

TEST_F(CallTest, argument_buffers_of_any_size) {
  ASSERT_EQ(flexio_func_pup_register(app_, "add", "unpack_add", bigStub, 100000,
                                     packBig),
            FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(flexio_func_pup_register(app_, "add", "unpack_add", tooBigStub,
                                     heapSize, packTooBig),
            FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(flexio_func_pup_register(app_, "add", "unpack_add", noArgumentsStub,
                                     0, packTooBig),
            FLEXIO_STATUS_SUCCESS);
  device_->script = [](FakeProcess &machine, uint64_t, uint64_t arg0, uint64_t,
                       uint64_t &) {
    std::vector<uint8_t> all(100000);
    EXPECT_TRUE(machine.read(arg0, all.data(), all.size()));
    EXPECT_EQ(all, std::vector<uint8_t>(100000, 0x5a));
    EXPECT_EQ(arg0 % 64, 0u);
    return CallResult::Ok;
  };
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(flexio_process_call(process_, bigStub, nullptr),
              FLEXIO_STATUS_SUCCESS);
  device_->script = nullptr;
  EXPECT_EQ(flexio_process_call(process_, noArgumentsStub, nullptr),
            FLEXIO_STATUS_SUCCESS);

  flexio_uintptr_t block = 0;
  ASSERT_EQ(flexio_buf_dev_alloc(process_, heapSize / 2, &block),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_call(process_, tooBigStub, nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_NE(
      takeLog().find("the heap has no room for 1048576 bytes of arguments"),
      std::string::npos);
}

void impossibleStub(void) {}

TEST_F(CallTest, an_impossible_size_of_arguments_fails) {
  ASSERT_EQ(flexio_func_pup_register(app_, "add", "unpack_add", impossibleStub,
                                     SIZE_MAX, packTooBig),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_process_call(process_, impossibleStub, nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find("the heap has no room for 18446744073709551615 "
                           "bytes of arguments"),
            std::string::npos);
}

TEST_F(CallTest, calls_leave_the_heaps_figures_alone) {
  flexio_heap_mem_info info{};
  EXPECT_EQ(add(1, 2, nullptr), FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(flexio_process_mem_info_get(process_, &info),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(info.requested, 0u);
  EXPECT_EQ(info.allocated, 0u);
}

TEST_F(CallTest, calls_may_be_nested) {
  int depth = 0;
  std::function<void()> nested = [&] {
    EXPECT_EQ(add(3, 4, nullptr), FLEXIO_STATUS_SUCCESS);
  };
  device_->script = [&](FakeProcess &machine, uint64_t, uint64_t arg0, uint64_t,
                        uint64_t &value) {
    if (++depth == 1)
      nested();
    uint64_t numbers[2];
    machine.read(arg0, numbers, sizeof numbers);
    value = numbers[0];
    return CallResult::Ok;
  };
  uint64_t result = 0;
  EXPECT_EQ(add(1, 2, &result), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(result, 1u);
}

} // namespace
} // namespace dpa::test
