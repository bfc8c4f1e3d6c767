/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Host side of the typed calls sample in C++: the header that dpacc has written
 * also has the calls as functions of a namespace, whose result is a reference.
 */
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include <infiniband/verbs.h>

#include "shape.h"
/* The app, and the namespace areas_calls. */
#include "areas.h"

namespace {

bool compare(flexio_process *process) {
  uint64_t first = 0;
  uint64_t second = 0;
  uint64_t largest = 0;
  if (areas_calls::area(process, first, shape{RECTANGLE, 6, 7}) ||
      areas_calls::area(process, second, shape{TRIANGLE, 9, 10}) ||
      areas_calls::larger(process, largest, first, second))
    return false; // libflexio has logged why
  std::cout << "Rectangle: " << first << ", triangle: " << second
            << ", larger: " << largest << "\n";
  return true;
}

} // namespace

int main() {
  ibv_device **devices = ibv_get_device_list(nullptr);
  ibv_context *device =
      devices && devices[0] ? ibv_open_device(devices[0]) : nullptr;
  if (!device) {
    std::cerr << "typed_calls: error: no device (start with dpa-run)\n";
    return EXIT_FAILURE;
  }
  flexio_process *process = nullptr;
  const bool isFine =
      !flexio_process_create(device, areas_app, nullptr, &process) &&
      compare(process);

  flexio_process_destroy(process);
  ibv_close_device(device);
  ibv_free_device_list(devices);
  return isFine ? EXIT_SUCCESS : EXIT_FAILURE;
}
