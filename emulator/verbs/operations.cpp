// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of operations of a context.
#include "emulator/verbs/operations.h"

#include "base/uncancelled.h"
#include "emulator/verbs/create-completion-queue.h"
#include "emulator/verbs/create-queue-pair.h"
#include "emulator/verbs/create-shared-receive-queue.h"
#include "emulator/verbs/memory-windows.h"
#include "emulator/verbs/poll.h"
#include "emulator/verbs/post-receive.h"
#include "emulator/verbs/post-send.h"
#include "emulator/verbs/queries.h"
#include "emulator/verbs/refusals.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <type_traits>

namespace dpa::verbs {
namespace {

/// The name of a function, as a template argument.
template <size_t Size> struct FunctionName {
  // NOLINTNEXTLINE(google-explicit-constructor): from a literal
  consteval FunctionName(const char (&name)[Size]) {
    std::copy_n(name, Size, text);
  }
  char text[Size];
};

/// A function of any type that fails.
template <typename Function> struct Refusal;
template <typename Result, typename... Arguments>
struct Refusal<Result (*)(Arguments...)> {
  template <FunctionName name> static Result refuse(Arguments...) {
    static std::atomic<bool> said;
    refuseOnce(said, name.text);
    if constexpr (std::is_pointer_v<Result>)
      return nullptr;
    else
      return EOPNOTSUPP;
  }
};

/// Makes an operation fail.
template <FunctionName name, typename Function>
void refuse(Function &operation) {
  operation = Refusal<Function>::template refuse<name>;
}

void setRefusals(verbs_context &all) {
  refuse<"ibv_advise_mr">(all.advise_mr);
  refuse<"ibv_alloc_null_mr">(all.alloc_null_mr);
  refuse<"ibv_read_counters">(all.read_counters);
  refuse<"ibv_attach_counters_point_flow">(all.attach_counters_point_flow);
  refuse<"ibv_create_counters">(all.create_counters);
  refuse<"ibv_destroy_counters">(all.destroy_counters);
  refuse<"ibv_reg_dm_mr">(all.reg_dm_mr);
  refuse<"ibv_alloc_dm">(all.alloc_dm);
  refuse<"ibv_free_dm">(all.free_dm);
  refuse<"ibv_modify_flow_action_esp">(all.modify_flow_action_esp);
  refuse<"ibv_destroy_flow_action">(all.destroy_flow_action);
  refuse<"ibv_create_flow_action_esp">(all.create_flow_action_esp);
  refuse<"ibv_modify_qp_rate_limit">(all.modify_qp_rate_limit);
  refuse<"ibv_alloc_parent_domain">(all.alloc_parent_domain);
  refuse<"ibv_dealloc_td">(all.dealloc_td);
  refuse<"ibv_alloc_td">(all.alloc_td);
  refuse<"ibv_post_srq_ops">(all.post_srq_ops);
  refuse<"ibv_destroy_rwq_ind_table">(all.destroy_rwq_ind_table);
  refuse<"ibv_create_rwq_ind_table">(all.create_rwq_ind_table);
  refuse<"ibv_destroy_wq">(all.destroy_wq);
  refuse<"ibv_modify_wq">(all.modify_wq);
  refuse<"ibv_create_wq">(all.create_wq);
  refuse<"ibv_query_rt_values_ex">(all.query_rt_values);
  refuse<"ibv_destroy_flow">(all.ibv_destroy_flow);
  refuse<"ibv_create_flow">(all.ibv_create_flow);
  refuse<"ibv_open_qp">(all.open_qp);
  refuse<"ibv_open_xrcd">(all.open_xrcd);
  refuse<"ibv_close_xrcd">(all.close_xrcd);
}

} // namespace

void setOperations(verbs_context &all) {
  setRefusals(all);
  all.sz = sizeof all;
  all.query_port = queryPort;
  all.query_device_ex = queryDeviceEx;
  all.create_cq_ex = createCqEx;
  all.modify_cq = modifyCq;
  all.create_qp_ex = createQpEx;
  all.create_srq_ex = createSrqEx;
  all.get_srq_num = numberOfSrq;
  ibv_context_ops &operations = all.context.ops;
  operations.poll_cq = pollCq;
  operations.req_notify_cq = requestNotification;
  operations.post_send = postSend;
  operations.post_recv = postReceive;
  operations.post_srq_recv = postSharedReceive;
  operations.alloc_mw = allocateWindow;
  operations.bind_mw = bindWindow;
  operations.dealloc_mw = freeWindow;
}

} // namespace dpa::verbs
