// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every public function with NULL, garbage and destroyed objects: the
#include "runtime/host/support/handles.h"
#include "test/unit/host/fake-device.h"

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace dpa::test {
namespace {

class HandleTest : public HostTest {
protected:
  HandleTest() {
    destroyed_ = makeProcess();
    flexio_msg_stream_attr_t attributes{};
    attributes.data_bsize = 2048;
    EXPECT_EQ(flexio_msg_stream_create(destroyed_, &attributes, stdout, nullptr,
                                       &destroyedStream_),
              FLEXIO_STATUS_SUCCESS);
    flexio_process_destroy(destroyed_);
    destroyedApp_ = makeApp("gone");
    flexio_app_destroy(destroyedApp_);
  }

  flexio_process *destroyed_ = nullptr;
  flexio_msg_stream *destroyedStream_ = nullptr;
  flexio_app *destroyedApp_ = nullptr;
};

TEST_F(HandleTest, processes) {
  char bytes[8] = "";
  flexio_uintptr_t address = 0;
  flexio_heap_mem_info info{};
  flexio_mem memory{};
  for (flexio_process *bad :
       {static_cast<flexio_process *>(nullptr), destroyed_,
        reinterpret_cast<flexio_process *>(bytes)}) {
    EXPECT_EQ(
        flexio_process_call(bad, addStub, nullptr, uint64_t{0}, uint64_t{0}),
        FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_process_get_pd(bad), nullptr);
    EXPECT_EQ(flexio_process_mem_info_get(bad, &info), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_process_udbg_token_get(bad), 0u);
    EXPECT_EQ(flexio_err_handler_fd(bad), -1);
    EXPECT_EQ(flexio_err_status_get(bad), bad ? -1 : 0);
    EXPECT_EQ(flexio_buf_dev_alloc(bad, 8, &address), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_buf_dev_free(bad, 64), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_buf_dev_memset(bad, 0, 8, 64), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_copy_from_host(bad, bytes, 8, &address),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_host2dev_memcpy(bad, bytes, 8, 64), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_memcpy(bad, &memory, &memory, 8), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_log_dev_flush(bad), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_log_dev_destroy(bad), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_process_destroy(bad),
              bad ? FLEXIO_STATUS_FAILED : FLEXIO_STATUS_SUCCESS);
  }
}

TEST_F(HandleTest, apps) {
  char bytes[8] = "";
  uint64_t buffer = 0;
  flexio_func_t *function = nullptr;
  for (flexio_app *bad : {static_cast<flexio_app *>(nullptr), destroyedApp_,
                          reinterpret_cast<flexio_app *>(bytes)}) {
    EXPECT_EQ(flexio_app_get_name(bad), nullptr);
    EXPECT_EQ(flexio_app_get_elf_size(bad), 0u);
    EXPECT_EQ(flexio_app_get_elf(bad, &buffer, 8), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_app_hw_model_register(bad, FLEXIO_HW_MODEL_BF3),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_func_register(bad, "add", &function),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_app_destroy(bad),
              bad ? FLEXIO_STATUS_FAILED : FLEXIO_STATUS_SUCCESS);
  }
}

TEST_F(HandleTest, streams) {
  char bytes[8] = "";
  for (flexio_msg_stream *bad :
       {static_cast<flexio_msg_stream *>(nullptr), destroyedStream_,
        reinterpret_cast<flexio_msg_stream *>(bytes)}) {
    EXPECT_EQ(flexio_msg_stream_get_id(bad), -1);
    EXPECT_EQ(flexio_msg_stream_flush(bad), FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_msg_stream_level_set(bad, FLEXIO_MSG_DEV_DEBUG),
              FLEXIO_STATUS_FAILED);
    EXPECT_EQ(flexio_msg_stream_destroy(bad),
              bad ? FLEXIO_STATUS_FAILED : FLEXIO_STATUS_SUCCESS);
  }
}

/// The child is forked while another thread searches the table. Objects of the parent are not found
/// in the child.
TEST(Handles, canBeUsedInTheChildOfAFork) {
  host::Handles<int> table("number");
  table.add(&table, std::make_shared<int>(1));
  std::atomic<bool> isLooking = false;
  std::atomic<bool> hasForked = false;
  std::thread other([&] {
    table.findIf([&](int) {
      isLooking = true;
      // If the fork waits for this thread, the child is created afterwards.
      for (int i = 0; i < 1000 && !hasForked; ++i)
        std::this_thread::yield();
      return false;
    });
  });
  while (!isLooking)
    std::this_thread::yield();
  pid_t child = fork();
  if (child == 0) {
    alarm(60); // ends a child that waits for ever
    auto own = std::make_shared<int>(2);
    table.add(&child, own);
    bool isOwn = table.find(&child) == own && !table.isInherited(&child);
    bool isLost = !table.find(&table) && !table.remove(&table);
    table.removeIf([&](int value) { return isLost &= value != 1; });
    _exit(isOwn && isLost && table.isInherited(&table) ? 0 : 1);
  }
  hasForked = true;
  other.join();
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TEST(Handles, removeIfLooksAtEachObjectOnce) {
  host::Handles<int> table("number");
  for (int i = 0; i < 100; i++) {
    auto number = std::make_shared<int>(i);
    table.add(number.get(), number);
  }
  int looks = 0;
  auto isOdd = [&](int number) {
    looks++;
    return number % 2 != 0;
  };
  EXPECT_EQ(table.removeIf(isOdd).size(), 50u);
  EXPECT_EQ(looks, 100);
  EXPECT_EQ(table.removeIf(isOdd).size(), 0u);
}

TEST(Handles, nothingIsAddedForAnOwnerThatIsGone) {
  host::Handles<int> owners("owner");
  host::Handles<int> table("number");
  auto owner = std::make_shared<int>(0);
  owners.add(owner.get(), owner);
  EXPECT_TRUE(table.addFor(owners, *owner, &owners, owner));
  owners.remove(owner.get());
  EXPECT_FALSE(table.addFor(owners, *owner, &table, owner));
  EXPECT_TRUE(table.find(&owners));
  EXPECT_FALSE(table.find(&table));
}

} // namespace
} // namespace dpa::test
