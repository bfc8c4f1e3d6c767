# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Device programs and device libraries as CMake targets. Given the SDK around this file (wherever it was moved to), makes
# the targets dpacc::dpacc (the command) and dpacc::flexio (the host library), and the two functions below. Each source is
# compiled on its own with a dependency file, so that a change compiles what includes it again and nothing else.
# Needs CMake 3.20 and the Ninja or Makefile generators; never looks outside the SDK.
include_guard(GLOBAL)
if(CMAKE_VERSION VERSION_LESS 3.20)
  message(FATAL_ERROR "dpacc.cmake needs CMake 3.20 or newer (dependency files of custom commands), this is ${CMAKE_VERSION}")
endif()
cmake_policy(PUSH)
cmake_policy(VERSION 3.20)

# The folder may have been reached through links (/opt/mellanox): the SDK is around the real one.
get_filename_component(_dpacc_here "${CMAKE_CURRENT_LIST_DIR}" REALPATH)
get_filename_component(DPACC_SDK "${_dpacc_here}/../../.." ABSOLUTE)
foreach(_dpacc_file bin/dpacc lib/libflexio.so include/libflexio/flexio.h)
  if(NOT EXISTS "${DPACC_SDK}/${_dpacc_file}")
    message(FATAL_ERROR "${DPACC_SDK}: incomplete SDK: ${_dpacc_file} does not exist")
  endif()
endforeach()

add_executable(dpacc::dpacc IMPORTED GLOBAL)
set_target_properties(dpacc::dpacc PROPERTIES IMPORTED_LOCATION "${DPACC_SDK}/bin/dpacc")

add_library(dpacc::flexio SHARED IMPORTED GLOBAL)
set_target_properties(dpacc::flexio PROPERTIES
  IMPORTED_LOCATION "${DPACC_SDK}/lib/libflexio.so"
  INTERFACE_INCLUDE_DIRECTORIES "${DPACC_SDK}/include"
  INTERFACE_COMPILE_DEFINITIONS FLEXIO_ALLOW_EXPERIMENTAL_API)

# The words of a list option: blanks, commas, quotes and backslashes inside a word are protected.
function(_dpacc_list_option result name)
  set(words "")
  foreach(word IN LISTS ARGN)
    string(REGEX REPLACE "([ ,'\"\\\\])" "\\\\\\1" word "${word}")
    string(APPEND words " ${word}")
  endforeach()
  string(STRIP "${words}" words)
  set(${result} "${name}=${words}" PARENT_SCOPE)
endfunction()

# What the SDK can link for: it has a linker script for each model.
file(GLOB _dpacc_known RELATIVE "${DPACC_SDK}/lib/dpacc" "${DPACC_SDK}/lib/dpacc/nv-dpa-*.ld")
list(TRANSFORM _dpacc_known REPLACE "^nv-dpa-(.*)\\.ld$" "\\1")
set_property(GLOBAL PROPERTY DPACC_MODELS "${_dpacc_known}")

# Ends the configuration: a word is not what the keyword before it takes, often because the word's own keyword, one of ARGN,
# is missing.
function(_dpacc_wrong_word what expected)
  list(JOIN ARGN ", " keywords)
  message(FATAL_ERROR "${what} (expected ${expected}, or one of the keywords ${keywords} before it)")
endfunction()

# A name that becomes one of C, which dpacc would reject when it links.
function(_dpacc_check_name what name hint)
  if(NOT name MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
    message(FATAL_ERROR "${what} '${name}' is not a valid C identifier (${hint})")
  endif()
endfunction()

# nv-dpa-bf3 and bf3 are the same model; commas separate as in -mcpu. `keywords` are those of the caller's user.
function(_dpacc_models result keywords)
  get_property(known GLOBAL PROPERTY DPACC_MODELS)
  list(JOIN known ", " names)
  string(REPLACE "," ";" wanted "${ARGN}")
  set(models "")
  foreach(model IN LISTS wanted)
    string(REGEX REPLACE "^nv-dpa-" "" model "${model}")
    if(NOT model IN_LIST known)
      _dpacc_wrong_word("unknown hardware model '${model}'" "some of ${names}" ${keywords})
    endif()
    list(APPEND models "nv-dpa-${model}")
  endforeach()
  if(NOT models)
    message(FATAL_ERROR "no hardware model given: MODELS with some of ${names}")
  endif()
  list(JOIN models "," models)
  set(${result} "-mcpu=${models}" PARENT_SCOPE)
endfunction()

# Options that compiling and linking share. Variables of the project: CMAKE_C_COMPILER and CMAKE_C_COMPILER_LAUNCHER (the
# host compiler), DPACC_DEVICE_LAUNCHER (a launcher of device compilations, such as ccache), DPACC_COMPILE_COMMANDS (a
# compilation database to add the sources to, for editors). ARGN: the keywords of the calling function.
macro(_dpacc_common_options)
  if(NOT CMAKE_C_COMPILER)
    message(FATAL_ERROR "dpacc needs a host compiler for C: project(... LANGUAGES C)")
  endif()
  _dpacc_models(models "${ARGN}" ${P_MODELS})
  set(hostcc ${CMAKE_C_COMPILER_LAUNCHER} ${CMAKE_C_COMPILER})
  list(JOIN hostcc " " hostcc)
  _dpacc_list_option(host_options -hostcc-options ${P_HOST_OPTIONS})
  set(common "${models}" "-hostcc=${hostcc}" "${host_options}")
  if(P_LTO)
    list(APPEND common -flto)
  endif()
endmacro()

# One source to one DPA object; appends it to `objects`.
function(_dpacc_compile target source)
  cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE OUTPUT_VARIABLE input)
  cmake_path(RELATIVE_PATH input BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE relative)
  string(REPLACE "../" "__/" relative "${relative}")
  set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/${relative}.dpa.o")
  cmake_path(GET object PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(
    OUTPUT "${object}"
    COMMAND dpacc::dpacc -c "${input}" -o "${object}" ${common} ${includes} ${compile_options}
            -MD -MF "${object}.d" -MQ "${object}"
    DEPENDS "${input}" "${DPACC_SDK}/lib/dpacc/dpacc-driver.so"
    DEPFILE "${object}.d"
    COMMENT "Building DPA object ${relative}.dpa.o"
    VERBATIM)
  set(objects ${objects} "${object}" PARENT_SCOPE)
endfunction()

# All sources of a target to DPA objects, in `objects`. ARGN: the keywords of the calling function.
macro(_dpacc_compile_all target)
  if(NOT P_SOURCES)
    message(FATAL_ERROR "${target}: no SOURCES given")
  endif()
  if(P_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${target}: unknown argument: ${P_UNPARSED_ARGUMENTS}")
  endif()
  list(TRANSFORM P_DEFINITIONS PREPEND -D)
  _dpacc_list_option(device_options -devicecc-options ${P_DEFINITIONS} ${P_DEVICE_OPTIONS})
  set(includes "")
  foreach(folder IN LISTS P_INCLUDE_DIRECTORIES)
    cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    list(APPEND includes -I "${folder}")
  endforeach()
  set(compile_options "${device_options}")
  if(DPACC_DEVICE_LAUNCHER)
    list(APPEND compile_options "--devicecc-launcher=${DPACC_DEVICE_LAUNCHER}")
  endif()
  if(DPACC_COMPILE_COMMANDS)
    list(APPEND compile_options "--compile-commands=${DPACC_COMPILE_COMMANDS}")
  endif()
  set(objects "")
  foreach(source IN LISTS P_SOURCES)
    if(source MATCHES "^-" OR (source MATCHES "^[A-Z_]+$" AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${source}"))
      _dpacc_wrong_word("${target}: '${source}' is not a source" "the name of a file" ${ARGN})
    endif()
    _dpacc_compile(${target} "${source}")
  endforeach()
endmacro()

# What a program is linked with: DPACC device libraries are targets of dpacc_add_device_library(), files, or -L and -l.
macro(_dpacc_read_libraries)
  set(library_files "")
  set(library_options "")
  set(library_hosts "")
  foreach(library IN LISTS P_DEVICE_LIBRARIES)
    if(TARGET "${library}")
      get_target_property(file "${library}" DPACC_DEVICE_LIBRARY)
      if(NOT file)
        message(FATAL_ERROR "${target}: ${library} was not made by dpacc_add_device_library()")
      endif()
      list(APPEND library_files "${file}")
      list(APPEND library_hosts "${library}")
    elseif(library MATCHES "^-")
      list(APPEND library_options "${library}")
    else()
      cmake_path(ABSOLUTE_PATH library BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
      list(APPEND library_files "${library}")
    endif()
  endforeach()
  _dpacc_list_option(device_libraries -device-libs ${library_options})
endmacro()

# How a program is signed: options of dpacc in `signer`, and the files that they name.
macro(_dpacc_read_signer target)
  set(signer "")
  set(signer_files "")
  if(P_SIGN_KEY OR P_SIGN_CERT)
    if(NOT P_SIGN_KEY OR NOT P_SIGN_CERT)
      message(FATAL_ERROR "${target}: SIGN_KEY and SIGN_CERT go together")
    endif()
    cmake_path(ABSOLUTE_PATH P_SIGN_CERT BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    set(signer_files "${P_SIGN_CERT}" "${DPACC_SDK}/bin/dpa-sign")
    if(NOT P_SIGN_KEY MATCHES "^pkcs11:")
      cmake_path(ABSOLUTE_PATH P_SIGN_KEY BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
      list(APPEND signer_files "${P_SIGN_KEY}")
    endif()
    set(signer "-sign-key=${P_SIGN_KEY}" "-sign-cert=${P_SIGN_CERT}")
  endif()
endmacro()

# A device program. <target> is a library that host programs link: target_link_libraries(<program> PRIVATE <target>).
#
# dpacc_add_program(<target> SOURCES <file>... MODELS <model>...
#   [APP_NAME <name>]                 default: the target's name; declare it in host code: extern struct flexio_app *<name>;
#   [INCLUDE_DIRECTORIES <folder>...] for device and host code
#   [DEFINITIONS <name[=value]>...] [DEVICE_OPTIONS <option>...]   for the device compiler
#   [HOST_OPTIONS <option>...]        for the compilation of the generated host code
#   [LINK_OPTIONS <option>...]        for the device linker
#   [DEVICE_LIBRARIES <target | file | -L<folder> | -l<name>>...]
#   [HEADER <file>]                   typed calls, in CMAKE_CURRENT_BINARY_DIR, which the programs get as include directory
#   [PROCESS_ATTRIBUTES <blob>] [LTO]
#   [SIGN_KEY <key> SIGN_CERT <chain>])   signs the program: a PEM file or PKCS#11 URI, certificates from the top down
function(dpacc_add_program target)
  set(lists SOURCES MODELS INCLUDE_DIRECTORIES DEFINITIONS DEVICE_OPTIONS HOST_OPTIONS LINK_OPTIONS DEVICE_LIBRARIES)
  cmake_parse_arguments(PARSE_ARGV 1 P "LTO" "APP_NAME;HEADER;PROCESS_ATTRIBUTES;SIGN_KEY;SIGN_CERT" "${lists}")
  set(keywords ${lists} APP_NAME HEADER PROCESS_ATTRIBUTES SIGN_KEY SIGN_CERT LTO)
  if(NOT P_APP_NAME)
    set(P_APP_NAME "${target}")
  endif()
  _dpacc_check_name("${target}: app name" "${P_APP_NAME}" "give another one with APP_NAME")
  _dpacc_common_options(${keywords})
  _dpacc_compile_all(${target} ${keywords})
  _dpacc_read_libraries()
  _dpacc_list_option(link_options -devicelink-options ${P_LINK_OPTIONS})
  set(attributes "")
  if(P_PROCESS_ATTRIBUTES)
    cmake_path(ABSOLUTE_PATH P_PROCESS_ATTRIBUTES BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
    set(attributes "--dpa-proc-attr=${P_PROCESS_ATTRIBUTES}")
  endif()
  set(archive "${CMAKE_CURRENT_BINARY_DIR}/${target}.a")
  set(header "")
  set(header_option "")
  if(P_HEADER)
    set(header "${CMAKE_CURRENT_BINARY_DIR}/${P_HEADER}")
    set(header_option "-gen-header=${header}")
  endif()
  _dpacc_read_signer(${target})
  add_custom_command(
    OUTPUT "${archive}" ${header}
    COMMAND dpacc::dpacc ${objects} ${library_files} -o "${archive}" ${common} "-app-name=${P_APP_NAME}"
            "${device_options}" "${device_libraries}" "${link_options}" ${attributes} ${header_option} ${signer}
    DEPENDS ${objects} ${library_files} ${P_PROCESS_ATTRIBUTES} ${signer_files} "${DPACC_SDK}/lib/dpacc/dpacc-driver.so"
    COMMENT "Linking device program ${target}.a"
    VERBATIM)
  add_custom_target(${target}_device ALL DEPENDS "${archive}")
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${archive}"
                        INTERFACE_LINK_LIBRARIES "${library_hosts};dpacc::flexio")
  if(P_HEADER)
    target_include_directories(${target} INTERFACE "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  add_dependencies(${target} ${target}_device)
endfunction()

# A device library: lib<target>_device.a for DEVICE_LIBRARIES of programs, and lib<target>_host.a with the stubs of its
# entry points, which the programs' host code links through the program's target.
#
# dpacc_add_device_library(<target> SOURCES <file>... MODELS <model>...
#   [INCLUDE_DIRECTORIES <folder>...] [DEFINITIONS <name[=value]>...] [DEVICE_OPTIONS <option>...]
#   [HOST_OPTIONS <option>...] [LTO])
function(dpacc_add_device_library target)
  set(lists SOURCES MODELS INCLUDE_DIRECTORIES DEFINITIONS DEVICE_OPTIONS HOST_OPTIONS)
  cmake_parse_arguments(PARSE_ARGV 1 P "LTO" "" "${lists}")
  set(keywords ${lists} LTO)
  _dpacc_check_name("name of the device library" "${target}" "it is part of the names of functions")
  _dpacc_common_options(${keywords})
  _dpacc_compile_all(${target} ${keywords})
  set(base "${CMAKE_CURRENT_BINARY_DIR}/lib${target}")
  add_custom_command(
    OUTPUT "${base}_device.a" "${base}_host.a"
    COMMAND dpacc::dpacc ${objects} -gen-libs -o "${base}" ${common} "${device_options}"
    DEPENDS ${objects} "${DPACC_SDK}/lib/dpacc/dpacc-driver.so"
    COMMENT "Linking device library lib${target}_device.a"
    VERBATIM)
  add_custom_target(${target}_device ALL DEPENDS "${base}_device.a" "${base}_host.a")
  add_library(${target} STATIC IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES IMPORTED_LOCATION "${base}_host.a"
                        DPACC_DEVICE_LIBRARY "${base}_device.a" INTERFACE_LINK_LIBRARIES dpacc::flexio)
  add_dependencies(${target} ${target}_device)
endfunction()

cmake_policy(POP)
