/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Steering rules of the samples: see sample_steering.h. */
#include "sample_steering.h"

#include <string.h>

enum {
  OUTER_HEADERS = 1,   /* the part of the parameters that matchers look at */
  UPLINK = 0xffff,     /* the port, as a destination */
  PARAMETERS_SIZE = 64 /* of the outer headers */
};

/* Match parameters as the calls take them. */
union parameters {
  struct mlx5dv_flow_match_parameters match;
  struct {
    size_t size;
    uint8_t bytes[PARAMETERS_SIZE];
  } content;
};

static union parameters parameters_of(const struct sample_headers *headers) {
  union parameters parameters;

  memset(&parameters, 0, sizeof parameters);
  parameters.content.size = PARAMETERS_SIZE;
  if (headers)
    memcpy(parameters.content.bytes, headers, sizeof *headers);
  return parameters;
}

/* `result` is that of a destroy call: 0 or an errno value. */
static bool is_gone(const struct sample *sample, const char *what, int result) {
  return result == 0 || sample_fail(sample, what);
}

bool sample_open_domain(const struct sample *sample,
                        enum mlx5dv_dr_domain_type type,
                        struct mlx5dv_dr_domain **domain) {
  *domain = mlx5dv_dr_domain_create(sample->device, type);
  return *domain || sample_fail(sample, "cannot create a steering domain");
}

bool sample_close_domain(const struct sample *sample,
                         struct mlx5dv_dr_domain *domain) {
  return !domain || is_gone(sample, "cannot destroy a steering domain",
                            mlx5dv_dr_domain_destroy(domain));
}

bool sample_open_table(const struct sample *sample,
                       struct mlx5dv_dr_domain *domain, uint32_t level,
                       const struct sample_headers *mask,
                       struct sample_table *table) {
  union parameters parameters = parameters_of(mask);

  table->table = mlx5dv_dr_table_create(domain, level);
  if (!table->table)
    return sample_fail(sample, "cannot create a steering table");
  table->matcher = mlx5dv_dr_matcher_create(
      table->table, 0, mask ? OUTER_HEADERS : 0, &parameters.match);
  return table->matcher || sample_fail(sample, "cannot create a matcher");
}

bool sample_close_table(const struct sample *sample,
                        struct sample_table *table) {
  bool is_fine = true;

  if (table->matcher)
    is_fine &= is_gone(sample, "cannot destroy a matcher",
                       mlx5dv_dr_matcher_destroy(table->matcher));
  if (table->table)
    is_fine &= is_gone(sample, "cannot destroy a steering table",
                       mlx5dv_dr_table_destroy(table->table));
  return is_fine;
}

bool sample_open_rule(const struct sample *sample,
                      const struct sample_table *table,
                      const struct sample_headers *value,
                      struct mlx5dv_dr_action *action,
                      struct sample_rule *rule) {
  union parameters parameters = parameters_of(value);

  rule->action = action;
  if (!action)
    return sample_fail(sample, "cannot create a steering action");
  rule->rule = mlx5dv_dr_rule_create(table->matcher, &parameters.match, 1,
                                     &rule->action);
  return rule->rule || sample_fail(sample, "cannot create a steering rule");
}

bool sample_close_rule(const struct sample *sample, struct sample_rule *rule) {
  bool is_fine = true;

  if (rule->rule)
    is_fine &= is_gone(sample, "cannot destroy a steering rule",
                       mlx5dv_dr_rule_destroy(rule->rule));
  if (rule->action)
    is_fine &= is_gone(sample, "cannot destroy a steering action",
                       mlx5dv_dr_action_destroy(rule->action));
  return is_fine;
}

bool sample_open_transmit(const struct sample *sample,
                          const uint8_t destination[6],
                          struct sample_transmit *transmit) {
  struct sample_headers mask = {0}, value = {0};

  memset(mask.destination, 0xff, sizeof mask.destination);
  if (destination)
    memcpy(value.destination, destination, sizeof value.destination);
  if (!sample_open_domain(sample, MLX5DV_DR_DOMAIN_TYPE_FDB, &transmit->domain))
    return false;
  for (uint32_t level = 0; level < 2; level++)
    if (!sample_open_table(sample, transmit->domain, level,
                           destination ? &mask : NULL,
                           &transmit->tables[level]))
      return false;
  return sample_open_rule(
             sample, &transmit->tables[1], &value,
             mlx5dv_dr_action_create_dest_vport(transmit->domain, UPLINK),
             &transmit->rules[1]) &&
         sample_open_rule(
             sample, &transmit->tables[0], &value,
             mlx5dv_dr_action_create_dest_table(transmit->tables[1].table),
             &transmit->rules[0]);
}

bool sample_close_transmit(const struct sample *sample,
                           struct sample_transmit *transmit) {
  bool is_fine = true;

  for (int level = 0; level < 2; level++)
    is_fine &= sample_close_rule(sample, &transmit->rules[level]);
  for (int level = 0; level < 2; level++)
    is_fine &= sample_close_table(sample, &transmit->tables[level]);
  return sample_close_domain(sample, transmit->domain) && is_fine;
}
