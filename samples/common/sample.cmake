# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the samples' CMakeLists.txt have in common.
find_package(dpacc 2.0 REQUIRED)

set(MODELS bf3 CACHE STRING "Hardware models that the device program is for")
set(SAMPLE_COMMON "${CMAKE_CURRENT_LIST_DIR}")

# sample(name DEVICE a.c ... HOST b.c ... [NETWORK]): the program `name`, whose device program is <name>_app. NETWORK: it
# handles packets.
function(sample name)
  cmake_parse_arguments(S "NETWORK" "" "DEVICE;HOST" ${ARGN})
  dpacc_add_program(${name}_app
    SOURCES ${S_DEVICE}
    MODELS ${MODELS}
    DEFINITIONS FLEXIO_DEV_ALLOW_EXPERIMENTAL_API
    DEVICE_OPTIONS -O2 -Wall -Wextra "-I${SAMPLE_COMMON}/device")
  set(common sample)
  if(S_NETWORK)
    list(APPEND common sample_arguments sample_echo sample_queues sample_steering sample_wait)
  endif()
  list(TRANSFORM common REPLACE "(.+)" "${SAMPLE_COMMON}/host/\\1.c")
  add_executable(${name} ${S_HOST} ${common})
  target_include_directories(${name} PRIVATE "${SAMPLE_COMMON}/host")
  target_compile_options(${name} PRIVATE -O2 -Wall -Wextra -Werror)
  target_link_libraries(${name} PRIVATE ${name}_app ibverbs $<$<BOOL:${S_NETWORK}>:mlx5>)
endfunction()
