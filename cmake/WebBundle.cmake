# sightglass_web_bundle(TARGET target PLAIN_PAGE file)
#
# Puts the web page into the program: adds to the target a generated source that defines WebBundle() of src/serve/web_bundle.h.
# With SIGHTGLASS_EMBED_WEB the page is built by Vite whenever a file of web/ or kinds/*/web/ changed; without, it is PLAIN_PAGE,
# and neither Node nor npm is needed. All that is done while building: the names of the page's files are not known earlier.
function(sightglass_web_bundle)
  cmake_parse_arguments(ARG "" "TARGET;PLAIN_PAGE" "" ${ARGN})
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(python ${Python3_EXECUTABLE} -B)
  set(folder ${CMAKE_BINARY_DIR}/web)
  set(embed ${PROJECT_SOURCE_DIR}/tools/embed_web.py)
  if(SIGHTGLASS_EMBED_WEB)
    set(root ${PROJECT_SOURCE_DIR})
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${root}/web/*)
    file(GLOB_RECURSE kind_sources CONFIGURE_DEPENDS ${root}/kinds/*/web/*)
    list(APPEND sources ${kind_sources})
    list(FILTER sources EXCLUDE REGEX "\\.test\\.ts$|/node_modules/")
    list(APPEND sources ${root}/package.json ${root}/package-lock.json ${root}/tools/build_web.py)
    set(build COMMAND ${python} ${root}/tools/build_web.py ${folder}/dist)
    set(given --folder ${folder}/dist)
    set(comment "Building the web page")
  else()
    set(sources ${ARG_PLAIN_PAGE})
    set(build)
    set(given --page ${ARG_PLAIN_PAGE})
    set(comment "Embedding the plain page")
  endif()
  add_custom_command(
    OUTPUT ${folder}/web_bundle.cc
    BYPRODUCTS ${folder}/web_bundle.bin
    ${build}
    COMMAND ${python} ${embed} --output ${folder} ${given}
    DEPENDS ${sources} ${embed}
    COMMENT ${comment}
    VERBATIM)
  set_source_files_properties(${folder}/web_bundle.cc PROPERTIES OBJECT_DEPENDS ${folder}/web_bundle.bin)
  target_sources(${ARG_TARGET} PRIVATE ${folder}/web_bundle.cc)
endfunction()
