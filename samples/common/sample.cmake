# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the samples' CMakeLists.txt have in common.
find_package(dpacc 2.0 REQUIRED)

set(MODELS bf3 CACHE STRING "Hardware models that the device program is for")
set(SAMPLE_COMMON "${CMAKE_CURRENT_LIST_DIR}")

# sample(name DEVICE a.c ... HOST b.c ...): the program `name`, whose device program is <name>_app.
function(sample name)
  cmake_parse_arguments(S "" "" "DEVICE;HOST" ${ARGN})
  dpacc_add_program(${name}_app
    SOURCES ${S_DEVICE}
    MODELS ${MODELS}
    DEFINITIONS FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
    DEVICE_OPTIONS -O2 -Wall -Wextra "-I${SAMPLE_COMMON}/device")
  add_executable(${name} ${S_HOST} "${SAMPLE_COMMON}/host/sample.c")
  target_include_directories(${name} PRIVATE "${SAMPLE_COMMON}/host")
  target_compile_options(${name} PRIVATE -O2 -Wall -Wextra -Werror)
  target_link_libraries(${name} PRIVATE ${name}_app ibverbs)
endfunction()
