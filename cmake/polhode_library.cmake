# One folder = one target. polhode_library(NAME SOURCES … LINKS …) declares polhode_NAME, its alias polhode::NAME
# and the only folders it may see; tools/check_layers holds the same list and fails the tests on any other include.

# Flags that fix the bits: no contraction, no Eigen vectorisation (docs/decisions/0001-same-bits.md).
# The two Eigen definitions are public because they change the layout of types that cross the interface.
add_library(polhode_flags INTERFACE)
target_compile_features(polhode_flags INTERFACE cxx_std_20)
target_compile_definitions(polhode_flags INTERFACE EIGEN_DONT_VECTORIZE EIGEN_MAX_STATIC_ALIGN_BYTES=0)
install(TARGETS polhode_flags EXPORT polhode)

set(POLHODE_COMPILE_OPTIONS -ffp-contract=off -fno-math-errno -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
    -Wnon-virtual-dtor -Wno-missing-field-initializers -Wno-psabi)
if(POLHODE_WERROR)
  list(APPEND POLHODE_COMPILE_OPTIONS -Werror)
endif()

function(polhode_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(polhode_${name} STATIC ${ARG_SOURCES})
  add_library(polhode::${name} ALIAS polhode_${name})
  set_target_properties(polhode_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_options(polhode_${name} PRIVATE ${POLHODE_COMPILE_OPTIONS})
  target_compile_definitions(polhode_${name} PRIVATE $<$<BOOL:${POLHODE_ASSERTS}>:POLHODE_ASSERTS>)
  target_include_directories(polhode_${name}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(polhode_${name} PUBLIC polhode_flags ${ARG_LINKS})
  foreach(library ${ARG_PRIVATE_LINKS})
    # Header-only or shared helpers that no public header names: needed to build, and to link the static archive.
    target_link_libraries(polhode_${name} PRIVATE ${library})
  endforeach()
  install(TARGETS polhode_${name} EXPORT polhode ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()
