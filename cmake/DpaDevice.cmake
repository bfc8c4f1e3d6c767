# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds code for the device: compiles C and assembly with the device compiler for each hardware model, and lays libraries
# out under sdk/lib/dpa/<short model>/. Every object is a custom command, because the CMake project's own compiler is the
# host's. Given sources relative to the calling folder; never builds host code.
include(DpaModels)

find_program(DPA_DEVICE_CLANG clang-22 REQUIRED)
find_program(DPA_DEVICE_LLD ld.lld-22 REQUIRED)
find_program(DPA_DEVICE_AR llvm-ar-22 REQUIRED)
find_program(DPA_DEVICE_OBJCOPY llvm-objcopy-22 REQUIRED)

set(DPA_PICOLIBC_DIR "/usr/lib/picolibc/riscv64-unknown-elf" CACHE PATH "Picolibc for riscv64-unknown-elf")
set(DPA_DEVICE_LIBGCC "" CACHE FILEPATH "libgcc.a for rv64imac/lp64 (default: ask riscv64-unknown-elf-gcc)")

set(DPA_SDK_DEVICE_LIB "${DPA_SDK_LIB}/dpa")

# One code generator's flags for everything that runs on the device; the architecture is added for each model.
set(DPA_DEVICE_FLAGS --target=riscv64-unknown-unknown-elf -mabi=lp64 -mcmodel=medany -mno-relax -ffreestanding
                     -ffunction-sections -fdata-sections -fno-common -O2 -std=c11 -Wall -Wextra -Werror
                     "-ffile-prefix-map=${PROJECT_SOURCE_DIR}=." "-I${PROJECT_SOURCE_DIR}")

# Compiles SOURCES for architecture `arch` into `directory`; the objects' paths go into variable `result`.
# dpa_device_objects(result directory arch SOURCES a.c b.S [FLAGS ...])
function(dpa_device_objects result directory arch)
  cmake_parse_arguments(D "" "" "SOURCES;FLAGS" ${ARGN})
  set(objects "")
  foreach(source IN LISTS D_SOURCES)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE input)
    cmake_path(GET source STEM LAST_ONLY stem)
    set(object "${directory}/${stem}.o")
    string(MD5 hash "${object}")
    set(depfile "${CMAKE_CURRENT_BINARY_DIR}/${hash}.d")
    add_custom_command(
      OUTPUT "${object}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${directory}"
      COMMAND ${DPA_DEVICE_CLANG} ${DPA_DEVICE_FLAGS} -march=${arch} ${D_FLAGS} -MD -MF "${depfile}" -MT "${object}"
              -c "${input}" -o "${object}"
      DEPENDS "${input}"
      DEPFILE "${depfile}"
      COMMENT "Device object ${object}"
      VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  set(${result} "${objects}" PARENT_SCOPE)
endfunction()

# Builds lib<name>.a for every model into sdk/lib/dpa/<short>/; target `dpa_device_<name>` makes all of them,
# `dpa_device_<name>_<short>` the one for a model.
# dpa_device_library(name SOURCES ... [FLAGS ...])
function(dpa_device_library name)
  cmake_parse_arguments(D "" "" "SOURCES;FLAGS" ${ARGN})
  add_custom_target(dpa_device_${name} ALL)
  foreach(model IN LISTS DPA_MODELS)
    dpa_device_objects(objects "${CMAKE_CURRENT_BINARY_DIR}/${name}/${model}" "${DPA_MODEL_${model}_ARCH}"
                       SOURCES ${D_SOURCES} FLAGS ${D_FLAGS})
    set(archive "${DPA_SDK_DEVICE_LIB}/${model}/lib${name}.a")
    add_custom_command(
      OUTPUT "${archive}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${DPA_SDK_DEVICE_LIB}/${model}"
      COMMAND ${CMAKE_COMMAND} -E rm -f "${archive}"
      COMMAND ${DPA_DEVICE_AR} rcsD "${archive}" ${objects}
      DEPENDS ${objects}
      COMMENT "Device library ${model}/lib${name}.a"
      VERBATIM)
    add_custom_target(dpa_device_${name}_${model} DEPENDS "${archive}")
    add_dependencies(dpa_device_${name} dpa_device_${name}_${model})
  endforeach()
endfunction()

# Builds single object `name` from `source` for every model into sdk/lib/dpa/<short>/; target `dpa_device_<target>`.
# dpa_device_start_file(target source)
function(dpa_device_start_file target source)
  cmake_path(GET source STEM LAST_ONLY stem)
  set(objects "")
  foreach(model IN LISTS DPA_MODELS)
    dpa_device_objects(object "${DPA_SDK_DEVICE_LIB}/${model}" "${DPA_MODEL_${model}_ARCH}" SOURCES "${source}")
    list(APPEND objects ${object})
  endforeach()
  add_custom_target(dpa_device_${target} ALL DEPENDS ${objects})
endfunction()

# Copies one file into sdk/<directory>; appends the copy's path to list variable `result`.
function(dpa_sdk_copy result input directory)
  cmake_path(GET input FILENAME name)
  set(output "${DPA_SDK_DIR}/${directory}/${name}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${DPA_SDK_DIR}/${directory}"
    COMMAND ${CMAKE_COMMAND} -E copy "${input}" "${output}"
    DEPENDS "${input}"
    VERBATIM)
  set(${result} ${${result}} "${output}" PARENT_SCOPE)
endfunction()

# Runs the C preprocessor over linker script `input`, which takes addresses from runtime/abi; the result is `output`.
function(dpa_preprocess_linker_script input output)
  cmake_path(GET output PARENT_PATH directory)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${directory}"
    COMMAND ${DPA_DEVICE_CLANG} --target=riscv64-unknown-unknown-elf -E -P -x assembler-with-cpp
            "-I${PROJECT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/${input}" -o "${output}"
    DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${input}" "${PROJECT_SOURCE_DIR}/runtime/abi/address-map.h"
    COMMENT "Linker script ${output}"
    VERBATIM)
endfunction()

# Links a device program for `model` from SOURCES into `output`, without dpacc; target `name` makes it.
# dpa_device_image(name output model SOURCES ... [FLAGS ...])
function(dpa_device_image name output model)
  cmake_parse_arguments(D "" "" "SOURCES;FLAGS" ${ARGN})
  dpa_device_objects(objects "${CMAKE_CURRENT_BINARY_DIR}/${name}" "${DPA_MODEL_${model}_ARCH}"
                     SOURCES ${D_SOURCES} FLAGS ${D_FLAGS} "-I${PROJECT_SOURCE_DIR}/runtime/include"
                     -isystem "${DPA_SDK_DEVICE_LIB}/include")
  set(libraries "${DPA_SDK_DEVICE_LIB}/${model}")
  set(scripts "${DPA_SDK_LIB}/dpacc/dpa_linker.ld" "${DPA_SDK_LIB}/dpacc/${DPA_MODEL_${model}_OPTION}.ld")
  list(TRANSFORM scripts PREPEND -T OUTPUT_VARIABLE script_options)
  add_custom_command(
    OUTPUT "${output}"
    COMMAND ${DPA_DEVICE_LLD} ${script_options} -static --gc-sections -z norelro -z nognustack --no-rosegment
            --fatal-warnings "${libraries}/crt0.o" ${objects} "-L${libraries}" --whole-archive -lflexio_dev
            --no-whole-archive --start-group -lflexio-libc -lgcc --end-group -o "${output}"
    DEPENDS ${objects} ${scripts} "${libraries}/crt0.o" "${libraries}/libflexio_dev.a" "${libraries}/libflexio-libc.a"
    COMMENT "Device program ${output}"
    VERBATIM)
  add_custom_target(${name} DEPENDS "${output}")
  add_dependencies(${name} dpa_device_libc dpa_device_flexio_dev dpa_device_crt0 dpa_linker_scripts)
endfunction()
