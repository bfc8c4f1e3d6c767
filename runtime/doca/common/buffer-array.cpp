// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of doca_buf_array.h. Those of DOCA 2.5 whose parameters are
// others have link names of their own. On the device an array is a pointer to its
// elements; both are structs of doca_dpa_dev_buf.h, which is for the device only.
#include "runtime/include/doca/doca_buf_array.h"

#include "runtime/doca/common/device-memory.h"
#include "runtime/doca/common/memory-map.h"

#include <vector>

using namespace dpa::doca;

struct doca_buf_arr : Object {
  static constexpr const char *kind = "buffer array";

  doca_mmap *map = nullptr;
  Use mapUse;
  DpaContext *dpa = nullptr;
  Use dpaUse;
  uint64_t count = 0;
  uint64_t elementSize = 0;
  uint64_t startOffset = 0;
  std::unique_ptr<DeviceMemory> elements;
  std::unique_ptr<DeviceMemory> head;

  void setMap(doca_mmap &of) {
    map = &of;
    mapUse = Use(of, kind);
  }
  bool fits() const {
    uint64_t size = 0;
    uint64_t end = 0;
    return elementSize && !__builtin_mul_overflow(count, elementSize, &size) &&
           !__builtin_add_overflow(size, startOffset, &end) &&
           end <= map->length;
  }
};

namespace {

/// struct doca_dpa_dev_buf
struct DeviceBuffer {
  uint64_t addr;
  uint64_t len;
  uint32_t mmap;
  uint8_t reserved[12];
};
static_assert(sizeof(DeviceBuffer) == 32);

/// struct doca_dpa_dev_buf_arr
struct DeviceBufferArray {
  uint64_t bufs;
  uint8_t reserved[56];
};
static_assert(sizeof(DeviceBufferArray) == 64);

doca_error_t startArray(doca_buf_arr &array) {
  uint32_t key = array.map->find(array.dpa->dev)->key->key();
  std::vector<DeviceBuffer> elements(array.count);
  for (uint64_t i = 0; i < array.count; ++i) {
    elements[i].addr =
        array.map->address + array.startOffset + i * array.elementSize;
    elements[i].len = array.elementSize;
    elements[i].mmap = key;
  }
  auto memory = std::make_unique<DeviceMemory>(doca_buf_arr::kind);
  if (doca_error_t status =
          memory->allocate(*array.dpa, elements.data(),
                           elements.size() * sizeof elements.front()))
    return status;
  DeviceBufferArray head = {memory->address(), {}};
  auto headMemory = std::make_unique<DeviceMemory>(doca_buf_arr::kind);
  if (doca_error_t status = headMemory->copy(*array.dpa, head))
    return status;
  array.elements = std::move(memory);
  array.head = std::move(headMemory);
  array.isStarted = true;
  return DOCA_SUCCESS;
}

doca_error_t createArray(const char *call, uint64_t count, doca_mmap *map,
                         doca_buf_arr **array) {
  return apiCall(
      call,
      [&] {
        auto made = std::make_unique<doca_buf_arr>();
        made->count = count;
        if (map)
          made->setMap(*map);
        *array = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(array, "buf_arr"));
}

doca_error_t arrayHandle(const char *call, const doca_buf_arr *array,
                         uint64_t *handle) {
  return apiCall(
      call,
      [&] {
        *handle = array->head->address();
        return DOCA_SUCCESS;
      },
      live(array), result(handle, "dpa_buf_arr"), started(array));
}

} // namespace

doca_error_t doca_buf_arr_create(size_t num_elem,
                                 struct doca_buf_arr **buf_arr) {
  if (!num_elem)
    return DOCA_ERROR_INVALID_VALUE;
  return createArray(__func__, num_elem, nullptr, buf_arr);
}

doca_error_t doca_buf_arr_set_params(struct doca_buf_arr *buf_arr,
                                     struct doca_mmap *mmap, size_t elem_size,
                                     uint64_t start_offset) {
  return apiCall(
      __func__,
      [&] {
        buf_arr->setMap(*mmap);
        buf_arr->elementSize = elem_size;
        buf_arr->startOffset = start_offset;
        return DOCA_SUCCESS;
      },
      live(buf_arr), live(mmap), stopped(buf_arr),
      require([=] { return elem_size != 0; }, DOCA_ERROR_INVALID_VALUE,
              "elem_size is 0"));
}

doca_error_t doca_buf_arr_get_dpa_handle(const struct doca_buf_arr *buf_arr,
                                         doca_dpa_dev_buf_arr_t *dpa_buf_arr) {
  return arrayHandle(__func__, buf_arr, dpa_buf_arr);
}

// NOLINTBEGIN(readability-identifier-naming): link names
extern "C" {
DOCA_INTERNAL doca_error_t doca_buf_arr_create_v205(doca_mmap *mmap,
                                                    doca_buf_arr **buf_arr) {
  doca_error_t status =
      apiCall("doca_buf_arr_create", [] { return DOCA_SUCCESS; }, live(mmap));
  return status ? status : createArray("doca_buf_arr_create", 0, mmap, buf_arr);
}

DOCA_INTERNAL doca_error_t doca_buf_arr_set_params_v205(doca_buf_arr *buf_arr,
                                                        size_t size,
                                                        uint32_t num_elem,
                                                        uint32_t start_offset) {
  return apiCall(
      "doca_buf_arr_set_params",
      [&] {
        buf_arr->elementSize = size;
        buf_arr->count = num_elem;
        buf_arr->startOffset = start_offset;
        return DOCA_SUCCESS;
      },
      live(buf_arr), stopped(buf_arr),
      require([=] { return size && num_elem; }, DOCA_ERROR_INVALID_VALUE,
              "size or num_elem is 0"));
}

DOCA_INTERNAL doca_error_t doca_buf_arr_get_dpa_handle_v205(
    const doca_buf_arr *buf_arr, uint64_t *handle) {
  return arrayHandle("doca_buf_arr_get_dpa_handle", buf_arr, handle);
}
}
// NOLINTEND(readability-identifier-naming)

doca_error_t doca_buf_arr_destroy(struct doca_buf_arr *buf_arr) {
  return destroyUnused(__func__, buf_arr);
}

doca_error_t doca_buf_arr_set_target_dpa(struct doca_buf_arr *buf_arr,
                                         struct doca_dpa *dpa_handler) {
  return apiCall(
      __func__,
      [&] {
        buf_arr->dpa = contextOf(dpa_handler);
        buf_arr->dpaUse = Use(*buf_arr->dpa, doca_buf_arr::kind);
        return DOCA_SUCCESS;
      },
      live(buf_arr), liveDpa(dpa_handler), stopped(buf_arr));
}

doca_error_t doca_buf_arr_start(struct doca_buf_arr *buf_arr) {
  return apiCall(
      __func__, [&] { return startArray(*buf_arr); }, live(buf_arr),
      stopped(buf_arr),
      require([=] { return buf_arr->map && buf_arr->count && buf_arr->dpa; },
              DOCA_ERROR_BAD_STATE,
              "target, mmap or elements of the buffer array are not set"),
      require(
          [=] { return buf_arr->dpa->isStarted && !buf_arr->dpa->hasFailed; },
          DOCA_ERROR_BAD_STATE, "DPA context of the target is not running"),
      require([=] { return buf_arr->map->isStarted; }, DOCA_ERROR_NOT_PERMITTED,
              "mmap is not started"),
      require([=] { return buf_arr->map->find(buf_arr->dpa->dev) != nullptr; },
              DOCA_ERROR_NOT_FOUND,
              "device of the target is not in the mmap (doca_mmap_add_dev)"),
      require([=] { return buf_arr->fits(); }, DOCA_ERROR_INVALID_VALUE,
              "elements are out of bounds of the mmap"));
}

doca_error_t doca_buf_arr_stop(struct doca_buf_arr *buf_arr) {
  return apiCall(
      __func__,
      [&] {
        buf_arr->head.reset();
        buf_arr->elements.reset();
        buf_arr->isStarted = false;
        return DOCA_SUCCESS;
      },
      live(buf_arr), started(buf_arr));
}
