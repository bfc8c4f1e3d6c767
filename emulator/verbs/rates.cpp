// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static rates as numbers, and back.
#include <array>
#include <infiniband/verbs.h>

namespace {

struct Rate {
  ibv_rate rate;
  int megabits;
  int multiple; ///< of 2.5 Gbit/s; -1: it has none
};

constexpr std::array rates = {
    Rate{IBV_RATE_2_5_GBPS, 2500, 1},
    Rate{IBV_RATE_5_GBPS, 5000, 2},
    Rate{IBV_RATE_10_GBPS, 10000, 4},
    Rate{IBV_RATE_20_GBPS, 20000, 8},
    Rate{IBV_RATE_30_GBPS, 30000, 12},
    Rate{IBV_RATE_40_GBPS, 40000, 16},
    Rate{IBV_RATE_60_GBPS, 60000, 24},
    Rate{IBV_RATE_80_GBPS, 80000, 32},
    Rate{IBV_RATE_120_GBPS, 120000, 48},
    Rate{IBV_RATE_14_GBPS, 14062, -1},
    Rate{IBV_RATE_56_GBPS, 56250, -1},
    Rate{IBV_RATE_112_GBPS, 112500, -1},
    Rate{IBV_RATE_168_GBPS, 168750, -1},
    Rate{IBV_RATE_25_GBPS, 25781, -1},
    Rate{IBV_RATE_100_GBPS, 103125, -1},
    Rate{IBV_RATE_200_GBPS, 206250, -1},
    Rate{IBV_RATE_300_GBPS, 309375, -1},
    Rate{IBV_RATE_28_GBPS, 28125, 11},
    Rate{IBV_RATE_50_GBPS, 53125, 20},
    Rate{IBV_RATE_400_GBPS, 425000, 160},
    Rate{IBV_RATE_600_GBPS, 637500, 240},
    Rate{IBV_RATE_800_GBPS, 850000, 320},
    Rate{IBV_RATE_1200_GBPS, 1275000, 480},
};

} // namespace

extern "C" {

int ibv_rate_to_mult(ibv_rate rate) {
  for (const Rate &each : rates)
    if (each.rate == rate)
      return each.multiple;
  return -1;
}

ibv_rate mult_to_ibv_rate(int multiple) {
  for (const Rate &each : rates)
    if (each.multiple == multiple && multiple > 0)
      return each.rate;
  return IBV_RATE_MAX;
}

int ibv_rate_to_mbps(ibv_rate rate) {
  for (const Rate &each : rates)
    if (each.rate == rate)
      return each.megabits;
  return -1;
}

ibv_rate mbps_to_ibv_rate(int megabits) {
  for (const Rate &each : rates)
    if (each.megabits == megabits)
      return each.rate;
  return IBV_RATE_MAX;
}

} // extern "C"
