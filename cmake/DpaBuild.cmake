# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Rules that every part of the build shares: language levels, warnings, sanitizers, where the SDK tree is laid out,
# and how unit tests are declared.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The SDK tree: relocatable, its programs and libraries find each other relative to themselves.
set(DPA_SDK_DIR "${CMAKE_BINARY_DIR}/sdk")
set(DPA_SDK_BIN "${DPA_SDK_DIR}/bin")
set(DPA_SDK_LIB "${DPA_SDK_DIR}/lib")
set(DPA_SDK_INCLUDE "${DPA_SDK_DIR}/include")
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${DPA_SDK_BIN}")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${DPA_SDK_LIB}")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")

# Headers of the project are included by their path from the root ("image/fat-container.h").
include_directories("${PROJECT_SOURCE_DIR}")

option(DPA_WERROR "Warnings are errors" ON)
add_compile_options(-Wall -Wextra $<$<BOOL:${DPA_WERROR}>:-Werror> -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.)

# -DDPA_SANITIZE="address,undefined" instruments every host part; the run-time is the shared one, so that an
# uninstrumented program can load the libraries.
set(DPA_SANITIZE "" CACHE STRING "Sanitizers for the host parts, e.g. address,undefined")
if(DPA_SANITIZE)
  add_compile_options(-fsanitize=${DPA_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -shared-libsan)
  add_link_options(-fsanitize=${DPA_SANITIZE} -shared-libsan)
  set(runtime asan)
  if(DPA_SANITIZE STREQUAL thread)
    set(runtime tsan)
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.${runtime}-${CMAKE_SYSTEM_PROCESSOR}.so
                  OUTPUT_VARIABLE DPA_SANITIZER_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
  get_filename_component(DPA_SANITIZER_DIR "${DPA_SANITIZER_RUNTIME}" DIRECTORY)
  list(APPEND CMAKE_INSTALL_RPATH "${DPA_SANITIZER_DIR}")
endif()

# Makes a shared library public: lib<target>.so.1 with the link lib<target>.so in the same folder, and the exports that the version
# script lib<target>.map of the calling folder lists.
# dpa_public_library(target)
function(dpa_public_library target)
  set(script "${CMAKE_CURRENT_SOURCE_DIR}/lib${target}.map")
  target_link_options(${target} PRIVATE "-Wl,--version-script=${script}")
  set_target_properties(${target} PROPERTIES SOVERSION 1 LINK_DEPENDS "${script}")
endfunction()

find_package(Threads REQUIRED)

# Unit tests are left out where GoogleTest is missing: building the product does not need it.
find_package(GTest QUIET)
set(googletest /usr/src/googletest/googletest) # Debian has the source for other hosts
if(CMAKE_CROSSCOMPILING AND NOT GTest_FOUND AND EXISTS ${googletest})
  add_library(googletest STATIC EXCLUDE_FROM_ALL ${googletest}/src/gtest-all.cc ${googletest}/src/gtest_main.cc)
  target_include_directories(googletest SYSTEM PUBLIC ${googletest}/include PRIVATE ${googletest})
  target_compile_options(googletest PRIVATE -w)
  add_library(GTest::gtest ALIAS googletest)
  add_library(GTest::gtest_main ALIAS googletest)
  set(GTest_FOUND TRUE)
endif()
if(NOT GTest_FOUND)
  message(STATUS "No GoogleTest (libgtest-dev): unit tests are left out")
endif()

# Presets join the sources of a library, 16 at a time (CMAKE_UNITY_BUILD): most of a first build is reading headers. So names
# in anonymous namespaces are unique within a library. For work on one file -DCMAKE_UNITY_BUILD=OFF is better.

# Target `all` is the SDK, target `tests` what only tests need.
add_custom_target(tests)

# A GoogleTest program built from the named sources, run by ctest. LIBS are linked to it. OWN_HEADERS: not with the precompiled
# header of tests, because of sources in C or options of a library.
# dpa_unit_test(NAME SOURCES a.cpp b.cpp [LIBS x y] [OWN_HEADERS])
function(dpa_unit_test name)
  cmake_parse_arguments(T "OWN_HEADERS" "" "SOURCES;LIBS" ${ARGN})
  add_executable(${name} EXCLUDE_FROM_ALL ${T_SOURCES})
  if(NOT GTest_FOUND)
    return()
  endif()
  add_dependencies(tests ${name})
  # Fixtures and constants of tests have short names that are good for one file.
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  # Not optimized: most of their code runs once; what they test is.
  target_compile_options(${name} PRIVATE -O0)
  target_link_libraries(${name} PRIVATE ${T_LIBS} GTest::gtest GTest::gtest_main)
  if(NOT T_OWN_HEADERS)
    dpa_precompiled_headers(test ${name})
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unit"
                                           INSTALL_RPATH "${DPA_SDK_LIB};${DPA_SANITIZER_DIR}")
  add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
endfunction()
