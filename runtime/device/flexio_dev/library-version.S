# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Name and version of this device library: the name for the tool that finds libraries to register,
# the version in the image's section .flexio_dev_ver (year << 24 | month << 16).

  .section .dpa_lib_name, "a", @progbits
  .type __dpacc_lib_name, @object
__dpacc_lib_name:
  .asciz "libflexio_dev"
  .size __dpacc_lib_name, . - __dpacc_lib_name

  .section .flexio_dev_ver, "a", @progbits
  .balign 8
  .type __dpacc_lib_ver, @object
__dpacc_lib_ver:
  .dword 26 << 24 | 1 << 16
  .size __dpacc_lib_ver, 8
