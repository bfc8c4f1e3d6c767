/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 * dpa-clang adds model, keywords and headers: to objects, assembly, preprocessed source, LLVM IR.
 * RUN: rm -rf %t && mkdir %t && cd %t && cp %s kernel.c
 * RUN: dpa-clang -mcpu=nv-dpa-bf3 -O2 -Wall -Wextra -Werror -c kernel.c
 * RUN: llvm-nm kernel.o | FileCheck --check-prefix=SYMBOLS %s
 * RUN: llvm-readelf -A kernel.o | FileCheck --check-prefix=BF3 %s
 * RUN: dpa-clang --mcpu nv-dpa-cx8 -O2 -c kernel.c -o cx8.o && llvm-readelf -A cx8.o | FileCheck --check-prefix=CX8 %s
 * RUN: dpa-clang -mcpu=generic-rv64 -c kernel.c -o generic.o && llvm-readelf -A generic.o | FileCheck --check-prefix=GENERIC %s
 * RUN: dpa-clang -c kernel.c -o default.o && llvm-readelf -A default.o | FileCheck --check-prefix=BF3 %s

 * RUN: dpa-clang -E kernel.c | FileCheck --check-prefix=SOURCE %s
 * RUN: dpa-clang -S -O1 kernel.c -o - | FileCheck --check-prefix=ASSEMBLY %s
 * RUN: dpa-clang -S kernel.c && dpa-clang -Wall -Werror -c kernel.s -o again.o && llvm-nm again.o | FileCheck --check-prefix=SYMBOLS %s
 * RUN: dpa-clang -S -emit-llvm kernel.c && dpa-clang -Wall -Werror -O2 -c kernel.ll -o ir.o
 * RUN: llvm-nm ir.o | FileCheck --check-prefix=SYMBOLS %s
 * RUN: dpa-clang -flto -c kernel.c -o kernel.bc && llvm-nm kernel.bc | FileCheck --check-prefix=SYMBOLS %s

 * The object is one that dpacc itself would make.
 * RUN: objproc --extract-host-stub kernel.o -o from-elf.c && FileCheck --check-prefix=STUB %s < from-elf.c
 * RUN: objproc --extract-host-stub kernel.bc -o from-bitcode.c && cmp from-elf.c from-bitcode.c
 * RUN: printf '%%s\n' '-mcpu=nv-dpa-cx9 -DEXTRA' > options && dpa-clang @options -E kernel.c | FileCheck --check-prefix=FILE %s
 */
#include <libflexio-dev/flexio_dev.h>
#include <stdint.h>

#if __NV_DPA >= __NV_DPA_CX9 && defined(EXTRA)
extern int number_from_the_options_file;
#endif

__dpa_rpc__ uint64_t add(uint64_t a, uint32_t b) { return a + b; }

/* SYMBOLS: T _dpacc_flexio_dev_arg_unpack_kernel_add
 * SYMBOLS: T add
 * BF3: rv64i2p1_m2p0_a2p1_c2p0_zmmul1p0_zaamo1p0_zalrsc1p0_zca1p0_zbb1p0_zbs1p0
 * CX8: zihintpause
 * CX8-SAME: zba1p0
 * GENERIC-NOT: zbb
 * GENERIC: rv64i2p1_m2p0_a2p1_c2p0
 * GENERIC-NOT: zbb
 * SOURCE: dpa_rpc{{.*}} uint64_t add(uint64_t a, uint32_t b)
 * ASSEMBLY: _dpacc_flexio_dev_arg_unpack_kernel_add:
 * FILE: number_from_the_options_file
 * STUB: _dpacc_file_kernel_register_all
 */
