// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A struct mlx5dv_devx_obj that the library hands out: the verbs stand-ins know
// what it stands for while it lives, and reject it afterwards.
#ifndef DPA_RUNTIME_HOST_OBJECTS_DEVX_NAME_H
#define DPA_RUNTIME_HOST_OBJECTS_DEVX_NAME_H

#include "emulator/interface/device.h"

#include <infiniband/mlx5dv.h>

namespace dpa::host {

class DevxName {
public:
  explicit DevxName(DevxObject object) {
    bindDevxObject(this, std::move(object));
  }
  ~DevxName() { unbindDevxObject(this); }
  DevxName(const DevxName &) = delete;
  DevxName &operator=(const DevxName &) = delete;

  /// Never followed.
  mlx5dv_devx_obj *handle() {
    return reinterpret_cast<mlx5dv_devx_obj *>(this);
  }
};

} // namespace dpa::host

#endif
