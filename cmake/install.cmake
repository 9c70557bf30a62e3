# polhode::polhode is every folder at once, in this tree, under add_subdirectory and after find_package(polhode).
include(CMakePackageConfigHelpers)

get_property(libraries GLOBAL PROPERTY POLHODE_LIBRARIES)
list(TRANSFORM libraries PREPEND polhode_)
add_library(polhode INTERFACE)
add_library(polhode::polhode ALIAS polhode)
target_link_libraries(polhode INTERFACE ${libraries})
install(TARGETS polhode EXPORT polhode)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)
install(DIRECTORY include/polhode DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT polhode NAMESPACE polhode:: FILE polhodeTargets.cmake DESTINATION ${package_folder})
configure_package_config_file(cmake/polhodeConfig.cmake.in ${PROJECT_BINARY_DIR}/polhodeConfig.cmake
  INSTALL_DESTINATION ${package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/polhodeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/polhodeConfig.cmake ${PROJECT_BINARY_DIR}/polhodeConfigVersion.cmake
  DESTINATION ${package_folder})
install(FILES docs/man/polhode.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
