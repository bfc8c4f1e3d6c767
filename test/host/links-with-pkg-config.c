// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program needs no other flags than pkg-config's, for the shared and for the static library; the
// SDK may have been moved and dpa-run finds the libraries. A sanitized static library does not link
// without the sanitizer.
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && split-file %s %t && cp -r %sdk %t/moved
// RUN: %t/moved/bin/dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app
// RUN: sh %t/build.sh %t %S/Inputs
// RUN: %t/moved/bin/dpa-run -- %t/shared
// RUN: %t/moved/bin/dpa-run -- %t/static
// `gcc -static` is not supported: the device and the verbs are shared libraries.
// RUN: %pkg_config --static --libs libflexio > %t/all && %pkg_config --libs libflexio | diff - %t/all
// RUN: readelf -d %t/shared | FileCheck %s --check-prefix=SHARED
// RUN: readelf -d %t/static | FileCheck %s --check-prefix=STATIC
// SHARED: libflexio.so
// STATIC-NOT: libflexio.so
// STATIC: libdpa-emulator.so
// STATIC-NOT: libflexio.so

// clang-format off
//--- build.sh
set -e
export PKG_CONFIG_PATH=$1/moved/lib/pkgconfig
gcc -Wall -Wextra -Werror -I$2 $(pkg-config --cflags libflexio) $1/host.c $1/app.a $(pkg-config --libs libflexio) -libverbs -o $1/shared
gcc -Wall -Wextra -Werror -I$2 $(pkg-config --cflags libflexio) $1/host.c $1/app.a $(pkg-config --libs libflexio-static) -o $1/static

//--- device.c
#include <dpaintrin.h>
#include <stdint.h>

__dpa_rpc__ uint64_t one(void) { return 1; }

//--- host.c
// clang-format on
#include "host.h"

flexio_func_t one;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t result = 0;

  EXPECT_SUCCESS(flexio_process_call(process, one, &result));
  EXPECT(result == 1);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
