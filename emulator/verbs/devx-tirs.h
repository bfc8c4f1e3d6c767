// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// DevX commands about receive queue tables (RQT), TIRs, TISs and transport domains.
// Their contents are bytes of the program: all are checked.
#ifndef DPA_EMULATOR_VERBS_DEVX_TIRS_H
#define DPA_EMULATOR_VERBS_DEVX_TIRS_H

#include "emulator/verbs/devx-objects.h"

namespace dpa::verbs::devx {

/// Null, with errno.
ObjectPointer createQueueTable(ibv_context *context, Device &device, Command in,
                               Answer out);
ObjectPointer createTir(ibv_context *context,
                        const std::shared_ptr<Device> &device, Command in,
                        Answer out);
ObjectPointer createTis(ibv_context *context, Command in, Answer out);
ObjectPointer allocTransportDomain(ibv_context *context, Answer out);

/// 0 or an errno.
int modifyQueueTable(mlx5dv_devx_obj &object, Device &device, Command in,
                     Answer out);
int modifyTir(mlx5dv_devx_obj &object, Device &device, Command in, Answer out);

} // namespace dpa::verbs::devx

#endif
