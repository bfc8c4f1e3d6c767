/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The handwritten host side of flow-meter.c, without dpacc: pack functions,
 * host handles, and a constructor that registers them. The peer of the
 * compile-time benchmark compiles it together with the device source.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct flexio_app;
extern int flexio_func_pup_register(struct flexio_app *app, const char *name,
                                    const char *unpack, void (*stub)(void),
                                    size_t size, void (*pack)(void *, va_list));

struct limits {
  uint64_t rate_per_tick, burst;
  uint32_t packet_size_max;
  _Bool drop_unknown;
};

struct flexio_app *flow_meter_app;

#define ENTRY(name, size, body)                                                \
  void name(void) {}                                                           \
  static void pack_##name(void *buffer, va_list ap) {                          \
    unsigned char *b = buffer;                                                 \
    body(void) b;                                                              \
    (void)ap;                                                                  \
  }
#define ARGUMENT(offset, type, passed)                                         \
  {                                                                            \
    type value = (type)va_arg(ap, passed);                                     \
    memcpy(b + (offset), &value, sizeof value);                                \
  }

#define REGISTER(name, size)                                                   \
  flexio_func_pup_register(flow_meter_app, #name, "unpack_" #name, name, size, \
                           pack_##name)

/* ---- once for each source ---- */
ENTRY(meter_packet, 8, ARGUMENT(0, uint64_t, uint64_t))
ENTRY(meter_configure, 24, {
  struct limits value = va_arg(ap, struct limits);
  memcpy(b, &value, sizeof value);
})
ENTRY(meter_packet_address, 0, )
ENTRY(meter_flow_bytes, 16,
      ARGUMENT(0, uint32_t, uint32_t) ARGUMENT(4, uint32_t, uint32_t)
          ARGUMENT(8, uint16_t, int) ARGUMENT(10, uint16_t, int)
              ARGUMENT(12, uint8_t, int))
ENTRY(meter_total, 8, ARGUMENT(0, uint32_t, uint32_t) ARGUMENT(4, _Bool, int))
ENTRY(meter_histogram, 4, ARGUMENT(0, int, int))
ENTRY(meter_reset, 0, )

__attribute__((constructor)) static void registerAll(void) {
  REGISTER(meter_packet, 8);
  REGISTER(meter_configure, 24);
  REGISTER(meter_packet_address, 0);
  REGISTER(meter_flow_bytes, 16);
  REGISTER(meter_total, 8);
  REGISTER(meter_histogram, 4);
  REGISTER(meter_reset, 0);
}

/* ---- once ---- */
__asm__(".pushsection .dpa_bin_flow_meter_app,\"a\",@progbits\n"
        ".balign 8\n"
        ".incbin \"" IMAGE "\"\n"
        ".popsection\n");
