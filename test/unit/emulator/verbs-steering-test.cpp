// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Steering of the libmlx5 stand-in with what C programs get from libflexio: TIRs of receive queues.
// Also the table of DevX objects.
#include "emulator/interface/device.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

namespace dpa::test {
namespace {

struct Parameters {
  size_t size = 64;
  uint64_t bytes[8] = {};
};

class VerbsSteeringTest : public testing::Test {
protected:
  VerbsSteeringTest() {
    ibv_device **list = ibv_get_device_list(nullptr);
    context_ = ibv_open_device(list[0]);
    ibv_free_device_list(list);
    device_ = deviceOfContext(context_);
  }
  ~VerbsSteeringTest() override {
    unbindDevxObject(&name_);
    ibv_close_device(context_);
  }
  mlx5dv_devx_obj *tir(DevxObject::Kind kind, uint32_t number) {
    bindDevxObject(&name_, {kind, number, device_});
    return reinterpret_cast<mlx5dv_devx_obj *>(&name_);
  }
  mlx5dv_flow_match_parameters *everything() {
    return reinterpret_cast<mlx5dv_flow_match_parameters *>(&parameters_);
  }

  ibv_context *context_;
  std::shared_ptr<Device> device_;
  int name_ = 0;
  Parameters parameters_;
};

TEST_F(VerbsSteeringTest, DevxObjectsAreFoundByName) {
  EXPECT_FALSE(findDevxObject(&name_));
  bindDevxObject(&name_, {DevxObject::Kind::CompletionQueue, 5, device_});
  auto found = findDevxObject(&name_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, DevxObject::Kind::CompletionQueue);
  EXPECT_EQ(found->number, 5u);
  EXPECT_EQ(found->device, device_);
  EXPECT_FALSE(findDevxObject(&parameters_));
  bindDevxObject(&name_, {DevxObject::Kind::ReceiveQueueTir, 6, device_});
  EXPECT_EQ(findDevxObject(&name_)->number, 6u);
  unbindDevxObject(&name_);
  unbindDevxObject(&name_);
  EXPECT_FALSE(findDevxObject(&name_));
}

TEST_F(VerbsSteeringTest, TirsAreDestinations) {
  mlx5dv_dr_action *queue = mlx5dv_dr_action_create_dest_devx_tir(
      tir(DevxObject::Kind::ReceiveQueueTir, 7));
  ASSERT_TRUE(queue);
  mlx5dv_dr_domain *domain =
      mlx5dv_dr_domain_create(context_, MLX5DV_DR_DOMAIN_TYPE_NIC_RX);
  mlx5dv_dr_table *root = mlx5dv_dr_table_create(domain, 0);
  mlx5dv_dr_matcher *all = mlx5dv_dr_matcher_create(root, 0, 0, everything());
  mlx5dv_dr_rule *rule = mlx5dv_dr_rule_create(all, everything(), 1, &queue);
  ASSERT_TRUE(rule);
  EXPECT_EQ(mlx5dv_dr_action_destroy(queue), EBUSY);
  EXPECT_EQ(mlx5dv_dr_rule_destroy(rule), 0);

  mlx5dv_dr_action_dest_attr part{};
  part.type = MLX5DV_DR_ACTION_DEST;
  part.dest = queue;
  mlx5dv_dr_action_dest_attr *parts[] = {&part, &part};
  mlx5dv_dr_action *both = mlx5dv_dr_action_create_dest_array(domain, 2, parts);
  ASSERT_TRUE(both);
  EXPECT_EQ(mlx5dv_dr_action_destroy(queue), EBUSY);
  rule = mlx5dv_dr_rule_create(all, everything(), 1, &both);
  EXPECT_TRUE(rule);
  EXPECT_EQ(mlx5dv_dr_action_create_dest_array(domain, 1, parts), nullptr);
  EXPECT_EQ(errno, EINVAL);
  part.type = MLX5DV_DR_ACTION_DEST_REFORMAT;
  EXPECT_EQ(mlx5dv_dr_action_create_dest_array(domain, 2, parts), nullptr);
  EXPECT_EQ(errno, EOPNOTSUPP);

  EXPECT_EQ(mlx5dv_dr_rule_destroy(rule), 0);
  EXPECT_EQ(mlx5dv_dr_action_destroy(both), 0);
  EXPECT_EQ(mlx5dv_dr_action_destroy(queue), 0);
  EXPECT_EQ(mlx5dv_dr_matcher_destroy(all), 0);
  EXPECT_EQ(mlx5dv_dr_table_destroy(root), 0);
  EXPECT_EQ(mlx5dv_dr_domain_destroy(domain), 0);
}

TEST_F(VerbsSteeringTest, OtherDevxObjectsAreNot) {
  EXPECT_EQ(mlx5dv_dr_action_create_dest_devx_tir(
                tir(DevxObject::Kind::CompletionQueue, 7)),
            nullptr);
  EXPECT_EQ(errno, EINVAL);
}

TEST_F(VerbsSteeringTest, NullIsRefused) {
  EXPECT_EQ(mlx5dv_dr_table_create(nullptr, 0), nullptr);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_EQ(mlx5dv_dr_matcher_create(nullptr, 0, 0, everything()), nullptr);
  EXPECT_EQ(mlx5dv_dr_rule_create(nullptr, everything(), 0, nullptr), nullptr);
  EXPECT_EQ(mlx5dv_dr_action_create_dest_table(nullptr), nullptr);
  EXPECT_EQ(mlx5dv_dr_action_create_dest_vport(nullptr, 0), nullptr);
  EXPECT_EQ(mlx5dv_dr_action_create_dest_array(nullptr, 0, nullptr), nullptr);
  EXPECT_EQ(mlx5dv_dr_domain_destroy(nullptr), EINVAL);
  EXPECT_EQ(mlx5dv_dr_action_destroy(nullptr), EINVAL);
  EXPECT_EQ(mlx5dv_dr_domain_sync(nullptr, 0), EINVAL);
}

} // namespace
} // namespace dpa::test
