// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Public functions about execution units (EUs), and the EU of a thread.
#include "runtime/doca/dpa/limits.h"
#include "runtime/doca/dpa/thread.h"

using namespace dpa::doca;

namespace {

/// Returns a number of the device's units.
template <typename Number>
doca_error_t unitNumber(const char *call, doca_dpa *dpa, unsigned *value,
                        Number number) {
  return apiCall(
      call,
      [&] {
        std::optional<DeviceLimits> limits = limitsOf(*dpa->dev);
        if (!limits)
          return DOCA_ERROR_DRIVER;
        *value = number(*limits);
        return DOCA_SUCCESS;
      },
      live(dpa), result(value, "value"));
}

doca_error_t setUnit(const char *call, doca_dpa_eu_affinity &affinity,
                     unsigned unit) {
  std::optional<DeviceLimits> limits = limitsOf(*affinity.dpa->dev);
  if (!limits)
    return DOCA_ERROR_DRIVER;
  if (unit >= limits->units) {
    sdkLog(DOCA_LOG_LEVEL_ERROR, call,
           "execution unit %u does not exist (expected 0 to %u)", unit,
           limits->units - 1);
    return DOCA_ERROR_INVALID_VALUE;
  }
  affinity.unit = unit;
  return DOCA_SUCCESS;
}

} // namespace

doca_error_t doca_dpa_get_core_num(struct doca_dpa *dpa,
                                   unsigned int *num_cores) {
  return unitNumber(__func__, dpa, num_cores,
                    [](const DeviceLimits &limits) { return limits.cores; });
}

doca_error_t doca_dpa_get_num_eus_per_core(struct doca_dpa *dpa,
                                           unsigned int *eus_per_core) {
  return unitNumber(
      __func__, dpa, eus_per_core,
      [](const DeviceLimits &limits) { return limits.unitsPerCore; });
}

doca_error_t doca_dpa_get_total_num_eus_available(struct doca_dpa *dpa,
                                                  unsigned int *total_num_eus) {
  return unitNumber(__func__, dpa, total_num_eus,
                    [](const DeviceLimits &limits) { return limits.units; });
}

doca_error_t
doca_dpa_eu_affinity_create(struct doca_dpa *dpa,
                            struct doca_dpa_eu_affinity **affinity) {
  return apiCall(
      __func__,
      [&] {
        auto made = std::make_unique<doca_dpa_eu_affinity>();
        made->dpa = dpa;
        made->dpaUse = Use(*dpa, made->kind);
        *affinity = publish(std::move(made));
        return DOCA_SUCCESS;
      },
      result(affinity, "affinity"), live(dpa));
}

doca_error_t
doca_dpa_eu_affinity_destroy(struct doca_dpa_eu_affinity *affinity) {
  return destroyUnused(__func__, affinity);
}

doca_error_t doca_dpa_eu_affinity_set(struct doca_dpa_eu_affinity *affinity,
                                      unsigned int eu_id) {
  const char *call = __func__;
  return apiCall(
      call, [&] { return setUnit(call, *affinity, eu_id); }, live(affinity),
      require([=] { return !affinity->unit; }, DOCA_ERROR_BAD_STATE,
              "EU affinity is set (doca_dpa_eu_affinity_clear)"));
}

doca_error_t doca_dpa_eu_affinity_clear(struct doca_dpa_eu_affinity *affinity) {
  return apiCall(
      __func__,
      [&] {
        affinity->unit.reset();
        return DOCA_SUCCESS;
      },
      live(affinity));
}

doca_error_t doca_dpa_eu_affinity_get(struct doca_dpa_eu_affinity *affinity,
                                      unsigned int *eu_id) {
  return apiCall(
      __func__,
      [&] {
        *eu_id = *affinity->unit;
        return DOCA_SUCCESS;
      },
      live(affinity), result(eu_id, "eu_id"),
      require([=] { return affinity->unit.has_value(); }, DOCA_ERROR_BAD_STATE,
              "EU affinity is not set (doca_dpa_eu_affinity_set)"));
}
