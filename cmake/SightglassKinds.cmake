# sightglass_kinds(names...)
#
# The kinds of the program, in the order of their names here. Each is a folder with a CMakeLists.txt that calls
# sightglass_kind(), and <name>_kind.h, which declares
#   namespace sightglass::kinds { std::unique_ptr<kind::Kind> Make<Name>Kind(const kind::KindOptions& options); }
# Makes the target sightglass_kinds with "generated/kind_list.h":
#   namespace sightglass::kinds { kind::Kinds MakeKinds(const kind::KindOptions& options); }
# A list written here, because the linker drops objects that only register themselves.
function(sightglass_kinds)
  set(includes "")
  set(calls "")
  set(targets "")
  foreach(name ${ARGN})
    add_subdirectory(${name})
    string(SUBSTRING ${name} 0 1 first)
    string(SUBSTRING ${name} 1 -1 rest)
    string(TOUPPER ${first} first)
    string(APPEND includes "#include \"kinds/${name}/${name}_kind.h\"\n")
    string(APPEND calls "  kinds.push_back(Make${first}${rest}Kind(options));\n")
    list(APPEND targets sightglass_kind_${name})
  endforeach()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/include/generated)
  file(CONFIGURE OUTPUT ${folder}/kind_list.h CONTENT [=[
#pragma once
#include "kind/kind.h"
namespace sightglass::kinds {
kind::Kinds MakeKinds(const kind::KindOptions& options);
}
]=] @ONLY)
  file(CONFIGURE OUTPUT ${folder}/kind_list.cc CONTENT [=[
#include "generated/kind_list.h"
@includes@
namespace sightglass::kinds {
kind::Kinds MakeKinds(const kind::KindOptions& options) {
  kind::Kinds kinds;
@calls@  return kinds;
}
}
]=] @ONLY)
  add_library(sightglass_kinds STATIC ${folder}/kind_list.cc)
  target_include_directories(sightglass_kinds PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/include PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(sightglass_kinds PUBLIC sightglass_kind PRIVATE ${targets} sightglass_warnings)
endfunction()

# sightglass_kind(NAME name LIBS third-party targets...)
# One kind's folder as the target sightglass_kind_<name>, with its tests, benchmarks and fuzzers as in sightglass_library().
# Includes start at the root of the tree: "kinds/<name>/...".
function(sightglass_kind)
  cmake_parse_arguments(ARG "" "NAME" "LIBS" ${ARGN})
  sightglass_library(NAME kind_${ARG_NAME} DEPS kind values query store format base LIBS ${ARG_LIBS})
  target_include_directories(sightglass_kind_${ARG_NAME} PUBLIC ${PROJECT_SOURCE_DIR})
endfunction()
