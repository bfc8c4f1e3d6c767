# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Precompiled headers: most of a first build is reading headers of the C++ library, LLVM and clang, the same ones for each file.
# cmake/precompiled/ has a list for each kind of source; targets of one kind share one precompiled header. Never headers of the
# project: changing one rebuilds what includes it, not everything.
#
# A precompiled header hides a missing #include. Presets fuzz and aarch64, and builds with a compiler cache, do without and
# find those.
option(DPA_PRECOMPILE_HEADERS "Precompile the headers of the C++ library, LLVM and clang" OFF)

# A compiler cache (ccache) keeps results per content of a precompiled header, which has paths of this folder inside: a second
# folder would find nothing in the cache.
set(DPA_USE_PRECOMPILED_HEADERS ${DPA_PRECOMPILE_HEADERS})
file(REAL_PATH "${CMAKE_CXX_COMPILER}" compiler)
cmake_path(GET compiler FILENAME compiler)
if(DPA_PRECOMPILE_HEADERS AND (CMAKE_CXX_COMPILER_LAUNCHER OR compiler MATCHES "cache"))
  message(STATUS "A compiler cache is used: headers are not precompiled")
  set(DPA_USE_PRECOMPILED_HEADERS OFF)
endif()

set(DPA_PRECOMPILED_LISTS "${CMAKE_CURRENT_LIST_DIR}/precompiled")

# Gives targets the precompiled header of cmake/precompiled/<kind>.h:
#   standard   the C++ library
#   llvm       and LLVM's support library; compiled with -fno-rtti, as Debian's LLVM is
#   clang      and clang; likewise
#   test       the C++ library and GoogleTest; compiled without optimization, as unit tests are
# dpa_precompiled_headers(kind target...)
function(dpa_precompiled_headers kind)
  if(NOT DPA_USE_PRECOMPILED_HEADERS)
    return()
  endif()
  set(owner dpa-headers-${kind})
  if(NOT TARGET ${owner})
    add_library(${owner} OBJECT EXCLUDE_FROM_ALL "${DPA_PRECOMPILED_LISTS}/empty.cpp")
    target_precompile_headers(${owner} PRIVATE "${DPA_PRECOMPILED_LISTS}/${kind}.h")
    if(kind STREQUAL "test")
      target_link_libraries(${owner} PRIVATE GTest::gtest)
      target_compile_options(${owner} PRIVATE -O0)
    elseif(NOT kind STREQUAL "standard")
      target_include_directories(${owner} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
      target_compile_options(${owner} PRIVATE -fno-rtti)
    endif()
  endif()
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    # One code model for libraries and programs: clang rejects the header of another.
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE -fPIC)
    endif()
  endforeach()
endfunction()
