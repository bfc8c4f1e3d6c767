// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fuzz target (libFuzzer): any bytes as DevX commands of a program, which create, change, query and
// destroy objects, with answers of any size; commands for queues also begin as valid ones. Also of a
// queue pair of verbs and of a receive queue of libflexio. A command that fails has an errno; at the
// end, all objects can be destroyed, and steering, card and protection domains have none left.
#include "test/fuzz/devx-command.h"
#include "test/fuzz/devx-program.h"

#include <algorithm>
#include <cerrno>
#include <vector>

namespace {

using dpa::test::devxContext;
using dpa::test::devxProgram;
using dpa::test::require;

class Session {
public:
  explicit Session(dpa::test::Choices input) : input_(input) {}

  void run() {
    while (!input_.isAtEnd())
      step();
    // Each after those that use it, most of which are newer.
    std::ranges::reverse(objects_);
    while (!objects_.empty())
      require(std::erase_if(objects_, [](mlx5dv_devx_obj *each) {
                return mlx5dv_devx_obj_destroy(each) == 0;
              }) != 0);
    require(!devxProgram().device->rules.hasObjects(devxContext().id));
    require(devxProgram().device->queues.count == 0 &&
            devxProgram().device->memory.keys == 0 &&
            devxProgram().domains == 0);
  }

private:
  void step() {
    const unsigned what = input_.next() % 8;
    command_.read(input_, what == 1);
    if (what <= 1)
      create();
    else if (what == 2)
      check(mlx5dv_devx_obj_modify(object(), command_.in.data(),
                                   command_.in.size(), command_.out.data(),
                                   command_.out.size()));
    else if (what == 3)
      check(mlx5dv_devx_obj_query(object(), command_.in.data(),
                                  command_.in.size(), command_.out.data(),
                                  command_.out.size()));
    else if (what == 4)
      check(mlx5dv_devx_general_cmd(&devxContext().context, command_.in.data(),
                                    command_.in.size(), command_.out.data(),
                                    command_.out.size()));
    else if (what == 5)
      destroy();
    else if (what == 6)
      check(mlx5dv_devx_qp_modify(&devxProgram().queuePair, command_.in.data(),
                                  command_.in.size(), command_.out.data(),
                                  command_.out.size()));
    else
      check(mlx5dv_devx_qp_query(&devxProgram().queuePair, command_.in.data(),
                                 command_.in.size(), command_.out.data(),
                                 command_.out.size()));
  }

  void create() {
    errno = 0;
    mlx5dv_devx_obj *made = mlx5dv_devx_obj_create(
        &devxContext().context, command_.in.data(), command_.in.size(),
        command_.out.data(), command_.out.size());
    require(made || errno != 0);
    if (made)
      objects_.push_back(made);
  }

  void destroy() {
    if (objects_.empty())
      return;
    const auto place =
        objects_.begin() + input_.next() % static_cast<int>(objects_.size());
    const int failure = mlx5dv_devx_obj_destroy(*place);
    require(failure == 0 || failure == EBUSY);
    if (failure == 0)
      objects_.erase(place);
  }

  static void check(int failure) {
    require(failure == 0 || failure == EINVAL || failure == ENODEV ||
            failure == EOPNOTSUPP || failure == EREMOTEIO);
  }

  /// One of those that exist, that of libflexio, or a pointer to none.
  mlx5dv_devx_obj *object() {
    constexpr unsigned ofLibrary = 255;
    const unsigned index = input_.next();
    if (index == ofLibrary)
      return reinterpret_cast<mlx5dv_devx_obj *>(&devxProgram().receiveQueue);
    return index < objects_.size() ? objects_[index] : nullptr;
  }

  dpa::test::Choices input_;
  std::vector<mlx5dv_devx_obj *> objects_;
  dpa::test::DevxCommand command_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  devxProgram().device = std::make_shared<dpa::test::SteeredDevice>();
  devxProgram().queuePair = {};
  devxProgram().lastDomain = 0;
  Session({data, std::min<size_t>(size, 4096)}).run();
  devxProgram().device.reset();
  return 0;
}
