// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device memory through the public functions.
#include "test/unit/host/fake-device.h"

#include "base/bytes.h"

#include <cstring>
#include <numeric>
#include <sys/mman.h>
#include <unistd.h>

namespace dpa::test {
namespace {

class MemoryTest : public HostTest {
protected:
  MemoryTest() : process_(makeProcess()) {}
  ~MemoryTest() override { flexio_process_destroy(process_); }

  flexio_uintptr_t allocate(size_t size) {
    flexio_uintptr_t address = 0;
    EXPECT_EQ(flexio_buf_dev_alloc(process_, size, &address),
              FLEXIO_STATUS_SUCCESS);
    return address;
  }

  static flexio_mem onHost(const void *address) {
    flexio_mem memory{};
    memory.mem_type = FLEXIO_MEMTYPE_HOST;
    memory.haddr = reinterpret_cast<uintptr_t>(address);
    return memory;
  }

  static flexio_mem onDevice(flexio_uintptr_t address) {
    flexio_mem memory{};
    memory.daddr = address;
    return memory;
  }

  std::string readText(flexio_uintptr_t address, size_t size) {
    std::string text(size, '?');
    flexio_mem from = onDevice(address);
    flexio_mem to = onHost(text.data());
    EXPECT_EQ(flexio_memcpy(process_, &from, &to, size), FLEXIO_STATUS_SUCCESS);
    return text;
  }

  uint64_t usedHeap() {
    flexio_heap_mem_info info{};
    EXPECT_EQ(flexio_process_mem_info_get(process_, &info),
              FLEXIO_STATUS_SUCCESS);
    return info.allocated;
  }

  flexio_process *process_;
};

// A page that can be read, and one after it that cannot.
class HalfReadable {
public:
  HalfReadable()
      : size(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
        pages(
            static_cast<char *>(mmap(nullptr, 2 * size, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))) {
    mprotect(pages + size, size, PROT_NONE);
  }
  ~HalfReadable() { munmap(pages, 2 * size); }
  HalfReadable(const HalfReadable &) = delete;
  HalfReadable &operator=(const HalfReadable &) = delete;

  const size_t size;
  char *const pages;
};

TEST_F(MemoryTest, a_source_that_cannot_be_read_is_an_error) {
  HalfReadable memory;
  flexio_uintptr_t address = allocate(2 * memory.size);
  char *last = memory.pages + memory.size - 8;
  EXPECT_EQ(flexio_host2dev_memcpy(process_, last, 8, address),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, last, 9, address),
            FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find(": 9 bytes at host address " +
                           dpa::hex(reinterpret_cast<uintptr_t>(last)) +
                           " cannot all be read"),
            std::string::npos);
  flexio_uintptr_t other = 1;
  uint64_t used = usedHeap();
  EXPECT_EQ(
      flexio_copy_from_host(process_, memory.pages, 2 * memory.size, &other),
      FLEXIO_STATUS_FAILED);
  EXPECT_EQ(other, 0U);
  EXPECT_EQ(usedHeap(), used);
  std::string target(16, 'x');
  flexio_mem from = onHost(last);
  flexio_mem to = onHost(target.data());
  EXPECT_EQ(flexio_memcpy(process_, &from, &to, 16), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(target, std::string(16, 'x'));
}

TEST_F(MemoryTest, a_source_with_a_hole_is_an_error) {
  auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  void *memory = mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  flexio_uintptr_t address = allocate(3 * page);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, memory, 3 * page, address),
            FLEXIO_STATUS_SUCCESS);
  ASSERT_EQ(munmap(static_cast<char *>(memory) + page, page), 0);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, memory, 3 * page, address),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, memory, page, address),
            FLEXIO_STATUS_SUCCESS);
  munmap(memory, 3 * page);
}

TEST_F(MemoryTest, copies_to_the_device_and_back) {
  char text[] = "to the device";
  flexio_uintptr_t address = 0;
  ASSERT_EQ(flexio_copy_from_host(process_, text, sizeof text, &address),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(readText(address, 13), "to the device");
  char other[] = "TO";
  EXPECT_EQ(flexio_host2dev_memcpy(process_, other, 2, address),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_buf_dev_memset(process_, 'x' + 256, 3, address + 10),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(readText(address, 13), "TO the devxxx");
  EXPECT_EQ(flexio_buf_dev_free(process_, address), FLEXIO_STATUS_SUCCESS);
}

TEST_F(MemoryTest, a_copy_on_the_device_may_overlap) {
  constexpr size_t size = 700000;
  std::string pattern(size, 0);
  std::iota(pattern.begin(), pattern.end(), 0);
  for (int shift : {-1000, 1000}) {
    flexio_uintptr_t block = allocate(size + 1000);
    flexio_uintptr_t from = shift < 0 ? block + 1000 : block;
    ASSERT_EQ(flexio_host2dev_memcpy(process_, pattern.data(), size, from),
              FLEXIO_STATUS_SUCCESS);
    flexio_mem source = onDevice(from);
    flexio_mem target = onDevice(from + shift);
    ASSERT_EQ(flexio_memcpy(process_, &source, &target, size),
              FLEXIO_STATUS_SUCCESS);
    EXPECT_TRUE(readText(from + shift, size) == pattern);
    EXPECT_EQ(flexio_buf_dev_free(process_, block), FLEXIO_STATUS_SUCCESS);
  }
}

TEST_F(MemoryTest, a_destination_that_cannot_be_written_is_an_error) {
  HalfReadable memory;
  flexio_uintptr_t address = allocate(2 * memory.size);
  std::string text(16, 'x');
  char *last = memory.pages + memory.size - 8;
  for (flexio_mem from : {onDevice(address), onHost(text.data())}) {
    flexio_mem to = onHost(last);
    EXPECT_EQ(flexio_memcpy(process_, &from, &to, 8), FLEXIO_STATUS_SUCCESS);
    EXPECT_EQ(flexio_memcpy(process_, &from, &to, 9), FLEXIO_STATUS_FAILED);
    EXPECT_NE(takeLog().find(
                  "flexio_memcpy: process 'test_app' on 'mlx5_0': 9 bytes at "
                  "host address " +
                  dpa::hex(reinterpret_cast<uintptr_t>(last)) +
                  " cannot all be written"),
              std::string::npos);
    flexio_mem constant = onHost("text");
    EXPECT_EQ(flexio_memcpy(process_, &from, &constant, 4),
              FLEXIO_STATUS_FAILED);
  }
}

TEST_F(MemoryTest, large_copies_to_the_host) {
  constexpr size_t size = 700'001;
  flexio_uintptr_t address = allocate(size);
  std::string text(size, '?');
  for (size_t i = 0; i < size; ++i)
    text[i] = static_cast<char>(i * 7 / 5);
  ASSERT_EQ(flexio_host2dev_memcpy(process_, text.data(), size, address),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(readText(address, size), text);
  std::string copy = text + "tail";
  for (auto [from, to] : {std::pair{0, 4}, std::pair{4, 0}}) {
    std::string expected = copy;
    memmove(expected.data() + to, copy.data() + from, size);
    flexio_mem source = onHost(copy.data() + from);
    flexio_mem target = onHost(copy.data() + to);
    EXPECT_EQ(flexio_memcpy(process_, &source, &target, size),
              FLEXIO_STATUS_SUCCESS);
    EXPECT_EQ(copy, expected);
  }
  flexio_mem from = onDevice(dataBase);
  flexio_mem to = onHost(copy.data());
  std::string before = copy;
  EXPECT_EQ(flexio_memcpy(process_, &from, &to, SIZE_MAX),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(copy, before);
}

TEST_F(MemoryTest, host_to_host_works_too) {
  char from[] = "text";
  char to[5] = "";
  flexio_mem source = onHost(from);
  flexio_mem target = onHost(to);
  EXPECT_EQ(flexio_memcpy(process_, &source, &target, sizeof from),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_STREQ(to, "text");
}

TEST_F(MemoryTest, a_copy_that_leaves_its_buffer_fails_and_does_nothing) {
  flexio_uintptr_t first = allocate(64);
  flexio_uintptr_t second = allocate(64);
  ASSERT_EQ(second, first + 128); // with a guard between them
  std::string text(65, 'z');
  EXPECT_EQ(flexio_host2dev_memcpy(process_, text.data(), 65, first),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_buf_dev_memset(process_, 1, 65, first),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(readText(first, 64), std::string(64, '\0'));
  flexio_mem source = onDevice(first);
  flexio_mem target = onHost(text.data());
  EXPECT_EQ(flexio_memcpy(process_, &source, &target, 65),
            FLEXIO_STATUS_FAILED);
  EXPECT_NE(
      takeLog().find(
          "flexio_host2dev_memcpy: process 'test_app' on 'mlx5_0': 65 bytes at "
          "device address " +
          std::string("0x80010000 are not inside one buffer of the heap")),
      std::string::npos);
}

TEST_F(MemoryTest, the_images_data_can_be_written_but_nothing_outside) {
  uint64_t value = 5;
  EXPECT_EQ(flexio_host2dev_memcpy(process_, &value, 8, dataBase),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, &value, 8, dataBase - 4),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, &value, 8, 0),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_host2dev_memcpy(process_, &value, SIZE_MAX, dataBase),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_buf_dev_memset(process_, 0, 1, UINT64_MAX),
            FLEXIO_STATUS_FAILED);
}

TEST_F(MemoryTest, failed_allocations_give_address_0) {
  flexio_uintptr_t address = 1;
  EXPECT_EQ(flexio_buf_dev_alloc(process_, 0, &address), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(address, 0u);
  address = 1;
  EXPECT_EQ(flexio_buf_dev_alloc(process_, heapSize + 1, &address),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(address, 0u);
  address = 1;
  EXPECT_EQ(flexio_buf_dev_alloc(nullptr, 8, &address), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(address, 0u);
  address = 1;
  EXPECT_EQ(flexio_copy_from_host(process_, nullptr, 8, &address),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(address, 0u);
  EXPECT_EQ(flexio_buf_dev_alloc(process_, 8, nullptr), FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find("the heap has no free block of 1048577 bytes"),
            std::string::npos);
}

TEST_F(MemoryTest, freeing_checks_its_address) {
  flexio_uintptr_t address = allocate(100);
  EXPECT_EQ(flexio_buf_dev_free(process_, 0), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_buf_dev_free(process_, address + 64), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_buf_dev_free(process_, address), FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(flexio_buf_dev_free(process_, address), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_buf_dev_free(nullptr, address), FLEXIO_STATUS_FAILED);
  EXPECT_NE(takeLog().find("is not that of a buffer"), std::string::npos);
}

TEST_F(MemoryTest, bad_arguments_of_memcpy) {
  char byte = 0;
  flexio_mem host = onHost(&byte);
  flexio_mem nowhere = onHost(nullptr);
  flexio_mem odd = onHost(&byte);
  odd.mem_type = static_cast<flexio_memtype>(9);
  EXPECT_EQ(flexio_memcpy(process_, nullptr, &host, 1), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_memcpy(process_, &host, nullptr, 1), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_memcpy(process_, &nowhere, &host, 1), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_memcpy(process_, &host, &odd, 1), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_memcpy(nullptr, &host, &host, 1), FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_memcpy(process_, &nowhere, &host, 0), FLEXIO_STATUS_SUCCESS);
}

// PROVES: R-PROC-07
TEST_F(MemoryTest, the_heaps_figures) {
  flexio_heap_mem_info info{};
  flexio_uintptr_t address = allocate(100);
  ASSERT_EQ(flexio_process_mem_info_get(process_, &info),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(info.base_addr, heapBase);
  EXPECT_EQ(info.size, heapSize);
  EXPECT_EQ(info.requested, 100u);
  EXPECT_EQ(info.allocated, 128u);
  flexio_buf_dev_free(process_, address);
  ASSERT_EQ(flexio_process_mem_info_get(process_, &info),
            FLEXIO_STATUS_SUCCESS);
  EXPECT_EQ(info.requested, 0u);
  EXPECT_EQ(flexio_process_mem_info_get(process_, nullptr),
            FLEXIO_STATUS_FAILED);
  EXPECT_EQ(flexio_process_mem_info_get(nullptr, &info), FLEXIO_STATUS_FAILED);
}

} // namespace
} // namespace dpa::test
