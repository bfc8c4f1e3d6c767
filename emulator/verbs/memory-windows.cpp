// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory windows are keys of the device without memory, until they are bound.
#include "emulator/verbs/memory-windows.h"

#include "base/uncancelled.h"
#include "emulator/verbs/post-send.h"
#include "emulator/verbs/window-requests.h"

#include <cerrno>
#include <new>

namespace dpa::verbs {
namespace {

ibv_mw *allocate(ibv_pd *pd, ibv_mw_type type) try {
  const std::shared_ptr<Device> device =
      deviceOf(*static_cast<VerbsDomain *>(pd));
  bool isKnown = type == IBV_MW_TYPE_1 || type == IBV_MW_TYPE_2;
  if (!device || !isKnown) {
    errno = device ? EINVAL : ENODEV;
    return nullptr;
  }
  auto window = std::make_unique<VerbsMw>(pd->context);
  window->pd = pd;
  window->type = type;
  window->key =
      device->hostMemory().addRegion({.domain = pd, .isWindow = true});
  window->rkey = window->key;
  if (window->key == 0) {
    errno = ENOMEM;
    return nullptr;
  }
  return window.release();
} catch (const std::bad_alloc &) {
  errno = ENOMEM;
  return nullptr;
}

int release(VerbsMw *window) {
  if (std::shared_ptr<Device> device = deviceOf(*window))
    device->hostMemory().removeRegion(window->key);
  delete window;
  return 0;
}

int bind(ibv_qp *qp, ibv_mw *window, const ibv_mw_bind &binding) {
  ibv_send_wr request{};
  request.wr_id = binding.wr_id;
  request.opcode = IBV_WR_BIND_MW;
  request.send_flags = binding.send_flags;
  request.bind_mw.mw = window;
  request.bind_mw.rkey = ibv_inc_rkey(window->rkey);
  request.bind_mw.bind_info = binding.bind_info;
  ibv_send_wr *bad = nullptr;
  int status = postSend(qp, &request, &bad);
  if (status == 0)
    window->rkey = request.bind_mw.rkey;
  return status;
}

} // namespace

ibv_mw *allocateWindow(ibv_pd *pd, ibv_mw_type type) {
  return uncancelled([&] { return allocate(pd, type); });
}

int freeWindow(ibv_mw *window) {
  return uncancelled([&] { return release(static_cast<VerbsMw *>(window)); });
}

int bindWindow(ibv_qp *qp, ibv_mw *window, ibv_mw_bind *binding) {
  return uncancelled([&] { return bind(qp, window, *binding); });
}

} // namespace dpa::verbs
