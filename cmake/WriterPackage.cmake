# The writer library as others use it: sightglass::writer, with no dependency but the standard library and threads.
#
# Made of the same sources as the tree's own target sightglass_writer, and of the few that it needs of src/base (the same list is
# in tools/amalgamate.py), so that one archive is all there is to link. Static, or shared with BUILD_SHARED_LIBS; position
# independent either way, because other languages load it from a shared object.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
find_package(Threads REQUIRED)

file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/writer/*.cc)
list(FILTER sources EXCLUDE REGEX "_(test|bench|fuzz)\\.cc$")
foreach(name crc32c crc32c_wide small_float utf8_scan wire_writer)
  list(APPEND sources ${PROJECT_SOURCE_DIR}/src/base/${name}.cc)
endforeach()

add_library(sightglass_writer_package ${sources})
# Half as much again otherwise, and no quicker; see the list.
file(STRINGS ${PROJECT_SOURCE_DIR}/src/writer/quick_sources.txt quick_sources REGEX "^[^#]")
foreach(source ${sources})
  get_filename_component(name ${source} NAME)
  if(source MATCHES "/src/writer/" AND NOT name IN_LIST quick_sources)
    set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:-Os>")
  endif()
endforeach()
add_library(sightglass::writer ALIAS sightglass_writer_package)
target_compile_features(sightglass_writer_package PUBLIC cxx_std_20)
target_include_directories(sightglass_writer_package
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(sightglass_writer_package PUBLIC Threads::Threads)
set_target_properties(sightglass_writer_package PROPERTIES
  OUTPUT_NAME sightglass_writer
  ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/package
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/package
  EXPORT_NAME writer
  CXX_EXTENSIONS OFF
  POSITION_INDEPENDENT_CODE ON
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

if(NOT SIGHTGLASS_INSTALL)
  return()
endif()

install(TARGETS sightglass_writer_package EXPORT sightglass
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT writer
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT writer)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/sightglass DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT writer
  FILES_MATCHING PATTERN "*.h")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sightglass)
install(EXPORT sightglass NAMESPACE sightglass:: FILE sightglass-targets.cmake DESTINATION ${package_dir} COMPONENT writer)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sightglass-config.cmake.in
  ${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-config.cmake INSTALL_DESTINATION ${package_dir})
# While the version begins with 0, a minor one may break its users.
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-config-version.cmake
  DESTINATION ${package_dir} COMPONENT writer)

# Packagers may give absolute directories; others get files that can be moved as a whole.
foreach(name LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE ${CMAKE_INSTALL_${name}})
    set(pc_${name} ${CMAKE_INSTALL_${name}})
  else()
    set(pc_${name} "\${prefix}/${CMAKE_INSTALL_${name}}")
  endif()
endforeach()
set(at "@")  # replaced when it is installed
configure_file(${PROJECT_SOURCE_DIR}/cmake/sightglass-writer.pc.in ${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-writer.pc.in @ONLY)
# The prefix is known when it is installed: `cmake --install --prefix` may name another one than the configuration.
install(CODE "
  set(prefix \"\${CMAKE_INSTALL_PREFIX}\")
  configure_file(\"${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-writer.pc.in\"
    \"${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-writer.pc\" @ONLY)" COMPONENT writer)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/package/sightglass-writer.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT writer)
