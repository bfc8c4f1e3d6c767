/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Rules of the samples that handle packets: which frames a receive queue gets,
 * and how sent frames reach the port. Frames match by the fields of their
 * Ethernet header. What an open function has created, also before it failed,
 * ends with the close function of its kind.
 */
#ifndef SAMPLE_STEERING_H
#define SAMPLE_STEERING_H

#include "sample.h"

#include <infiniband/mlx5dv.h>

/* The beginning of the match parameters of mlx5 hardware, in network order. A
 * mask or a value. */
struct sample_headers {
  uint8_t source[6];
  uint8_t type[2];
  uint8_t destination[6];
  uint8_t vlan[2];
};

/* A table whose rules match the same fields. */
struct sample_table {
  struct mlx5dv_dr_table *table;
  struct mlx5dv_dr_matcher *matcher;
};

/* What happens to frames with one value of these fields. */
struct sample_rule {
  struct mlx5dv_dr_action *action;
  struct mlx5dv_dr_rule *rule;
};

/* Sent frames: table 0 directs them to table 1, and that to the port. */
struct sample_transmit {
  struct mlx5dv_dr_domain *domain;
  struct sample_table tables[2];
  struct sample_rule rules[2];
};

/* Without a mask all frames match. */
bool sample_open_table(const struct sample *sample,
                       struct mlx5dv_dr_domain *domain, uint32_t level,
                       const struct sample_headers *mask,
                       struct sample_table *table);
bool sample_close_table(const struct sample *sample,
                        struct sample_table *table);

/* `action` is one that was just created; NULL fails. The rule owns it. `value`
 * is NULL for a table without a mask. */
bool sample_open_rule(const struct sample *sample,
                      const struct sample_table *table,
                      const struct sample_headers *value,
                      struct mlx5dv_dr_action *action,
                      struct sample_rule *rule);
bool sample_close_rule(const struct sample *sample, struct sample_rule *rule);

bool sample_open_domain(const struct sample *sample,
                        enum mlx5dv_dr_domain_type type,
                        struct mlx5dv_dr_domain **domain);
bool sample_close_domain(const struct sample *sample,
                         struct mlx5dv_dr_domain *domain);

/* Frames to this address, or all (NULL), leave by the port. Only the function that manages the
 * switch of its card may do this: a DPU, but not its host. */
bool sample_open_transmit(const struct sample *sample,
                          const uint8_t destination[6],
                          struct sample_transmit *transmit);
bool sample_close_transmit(const struct sample *sample,
                           struct sample_transmit *transmit);

#endif
