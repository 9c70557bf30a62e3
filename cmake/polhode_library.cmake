# A library of ours may end up in somebody's shared one; a WebAssembly module is linked whole.
set(POLHODE_RELOCATABLE ON)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "wasm32")
  set(POLHODE_RELOCATABLE OFF)
endif()

# One folder = one target. polhode_library(NAME SOURCES … LINKS …) declares polhode_NAME, its alias polhode::NAME
# and the only folders it may see; tools/check_layers holds the same list and fails the tests on any other include.

# Flags that fix the bits: no contraction, no Eigen vectorisation (docs/decisions/0001-same-bits.md).
# The two Eigen definitions are public because they change the layout of types that cross the interface.
add_library(polhode_flags INTERFACE)
target_compile_features(polhode_flags INTERFACE cxx_std_20)
target_compile_definitions(polhode_flags INTERFACE EIGEN_DONT_VECTORIZE EIGEN_MAX_STATIC_ALIGN_BYTES=0)
install(TARGETS polhode_flags EXPORT polhode)

set(POLHODE_COMPILE_OPTIONS -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Wno-missing-field-initializers -Wno-psabi)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 at -O3 sees overlaps, overflows and uninitialised members inside std::string that are not there (gcc bug
  # 105651 and its kin); clang's build and the sanitizers look for the real ones.
  list(APPEND POLHODE_COMPILE_OPTIONS -Wno-restrict -Wno-maybe-uninitialized -Wno-stringop-overflow -Wno-array-bounds)
else()
  # libstdc++ 12's own std::stable_sort uses what it declares deprecated; clang reports it in our name. Kernels join
  # comparisons with & and |, because a pack has no && and ||.
  list(APPEND POLHODE_COMPILE_OPTIONS -Wno-deprecated-declarations -Wno-bitwise-instead-of-logical)
endif()
# Where files are compiled together, a local name may be that of a constant of another file.
if(NOT POLHODE_UNITE)
  list(APPEND POLHODE_COMPILE_OPTIONS -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND POLHODE_COMPILE_OPTIONS -Wshadow=local)
endif()
if(POLHODE_WERROR)
  list(APPEND POLHODE_COMPILE_OPTIONS -Werror)
endif()

# The files an imported target stands for, as -lNAME: nothing for a header-only one.
function(polhode_link_names library out)
  set(names)
  if(NOT TARGET ${library})
    set(names ${library})
  else()
    get_target_property(type ${library} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
      get_target_property(inner ${library} INTERFACE_LINK_LIBRARIES)
      if(inner)
        foreach(one ${inner})
          polhode_link_names(${one} more)
          list(APPEND names ${more})
        endforeach()
      endif()
    else()
      get_target_property(configuration ${library} IMPORTED_CONFIGURATIONS)
      list(GET configuration 0 configuration)
      get_target_property(file ${library} IMPORTED_LOCATION_${configuration})
      if(NOT file)
        get_target_property(file ${library} IMPORTED_LOCATION)
      endif()
      get_filename_component(file ${file} NAME)
      string(REGEX REPLACE "^lib(.*)[.](so|a)([.].*)?$" "\\1" names ${file})
    endif()
  endif()
  set(${out} ${names} PARENT_SCOPE)
endfunction()

# Links a library that no public header names. An installed static archive still needs it when a program is linked, but
# then only as a file: it is exported by its name, so that users need neither its headers nor its CMake package.
function(polhode_private_link target library)
  polhode_link_names(${library} names)
  target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${library}>)
  foreach(name ${names})
    target_link_libraries(${target} PRIVATE $<INSTALL_INTERFACE:${name}>)
  endforeach()
endfunction()

# Two thirds of the time of a build went into reading the standard headers and Eigen again for each file. clang-tidy
# does without, so that a file which forgets an include still fails there.
set(POLHODE_COMMON_HEADERS <algorithm> <array> <charconv> <cmath> <functional> <limits> <memory> <optional>
    <random> <span> <string> <string_view> <variant> <vector> <Eigen/Core> <Eigen/Geometry>)
if(POLHODE_PRECOMPILE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND POLHODE_COMPILE_OPTIONS -fpch-preprocess)          # lets a compiler cache look inside
elseif(POLHODE_PRECOMPILE)
  list(APPEND POLHODE_COMPILE_OPTIONS -Xclang -fno-pch-timestamp)
endif()

# What every file above the solvers reads, and makes the same classes of: half of the time of what was left.
set(POLHODE_SIM_HEADERS <polhode/sim/free_body_system.hpp> <polhode/sim/mechanism_system.hpp>)
set(POLHODE_SCENE_HEADERS <polhode/scene/build.hpp> <polhode/formats/scene_file.hpp>)

# polhode_precompile(TARGET KIND [LIBRARY … HEADERS …]): targets of one KIND share one compiled header, so their flags
# must be alike.
function(polhode_precompile target kind)
  cmake_parse_arguments(ARG "" "LIBRARY" "HEADERS" ${ARGN})
  if(NOT POLHODE_PRECOMPILE)
    return()
  endif()
  set(carrier polhode_${kind}_headers)
  if(NOT TARGET ${carrier})
    file(WRITE ${PROJECT_BINARY_DIR}/${carrier}.cpp "")
    add_library(${carrier} OBJECT ${PROJECT_BINARY_DIR}/${carrier}.cpp)
    foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS POSITION_INDEPENDENT_CODE)
      get_target_property(value ${target} ${property})
      if(value)
        set_target_properties(${carrier} PROPERTIES ${property} "${value}")
      endif()
    endforeach()
    target_include_directories(${carrier} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(${carrier} PRIVATE polhode_flags Eigen3::Eigen ${ARG_LIBRARY})
    target_precompile_headers(${carrier} PRIVATE ${POLHODE_COMMON_HEADERS} ${ARG_HEADERS})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${carrier})
endfunction()

# With POLHODE_SANITIZE. What reads files, meshes and formulas has to withstand anything; instrumenting the steps as well
# takes the compiler twice as long, and is left to the long tests.
set(POLHODE_READING base math mass scene formats c)
if(POLHODE_SANITIZE)
  add_link_options(-fsanitize=address,undefined)
endif()
function(polhode_sanitize target)
  if(POLHODE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=all)
  endif()
endfunction()

# What runs once in a while, before and behind the steps, is not worth the compiler's utmost; where size counts
# (POLHODE_SMALL), nothing is but what a step is made of.
set(POLHODE_ONCE -O1)
if(POLHODE_SMALL)
  set(POLHODE_ONCE -Oz)
endif()
function(polhode_run_once target)
  target_compile_options(${target} PRIVATE ${POLHODE_ONCE})
endfunction()

# Files of a folder are compiled some at a time: templates that each of them makes are made once, in half the time.
# Names of unnamed namespaces must therefore be unique within a folder. Files with options of their own stay alone, and
# clang-tidy reads each file by itself.
function(polhode_unite target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${POLHODE_UNITE} UNITY_BUILD_BATCH_SIZE ${POLHODE_UNITE_FILES})
endfunction()

function(polhode_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(polhode_${name} STATIC ${ARG_SOURCES})
  add_library(polhode::${name} ALIAS polhode_${name})
  set_target_properties(polhode_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ${POLHODE_RELOCATABLE})
  target_compile_options(polhode_${name} PRIVATE ${POLHODE_COMPILE_OPTIONS})
  target_compile_options(polhode_${name} PRIVATE $<$<BOOL:${POLHODE_NO_EXCEPTIONS}>:-fno-exceptions>)
  target_compile_definitions(polhode_${name} PRIVATE $<$<BOOL:${POLHODE_ASSERTS}>:POLHODE_ASSERTS>)
  target_include_directories(polhode_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(polhode_${name} PUBLIC polhode_flags ${ARG_LINKS})
  foreach(library ${ARG_PRIVATE_LINKS})
    polhode_private_link(polhode_${name} ${library})
  endforeach()
  if(name IN_LIST POLHODE_READING OR POLHODE_SANITIZE STREQUAL "all")
    polhode_sanitize(polhode_${name})
  endif()
  if(name MATCHES "^(scene|formats|c)$" OR (POLHODE_SMALL AND name STREQUAL "sim"))
    polhode_run_once(polhode_${name})
  endif()
  if(name STREQUAL "sim")
    polhode_precompile(polhode_${name} sim HEADERS ${POLHODE_SIM_HEADERS})
  elseif(name MATCHES "^(scene|formats|c)$")
    polhode_precompile(polhode_${name} scene HEADERS ${POLHODE_SCENE_HEADERS})
  elseif(name IN_LIST POLHODE_READING)
    polhode_precompile(polhode_${name} reading)
  else()
    polhode_precompile(polhode_${name} library)
  endif()
  polhode_unite(polhode_${name})
  set_property(GLOBAL APPEND PROPERTY POLHODE_LIBRARIES ${name})
  install(TARGETS polhode_${name} EXPORT polhode ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
