# sightglass_embed(TARGET target NAME name FILES files...)
#
# Puts files into the program. Adds to the target a generated source and header "generated/name.h" with
#   namespace sightglass::embedded { std::span<const base::EmbeddedFile> name(); }
# Paths are as given in FILES, relative to the folder of the CMakeLists.txt; sorted.
function(sightglass_embed)
  cmake_parse_arguments(ARG "" "TARGET;NAME" "FILES" ${ARGN})
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/include/generated)
  list(SORT ARG_FILES)
  set(symbols "")
  set(entries "")
  set(dependencies "")
  set(number 0)
  foreach(file ${ARG_FILES})
    set(path ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    set(symbol sightglass_${ARG_NAME}_${number})
    string(APPEND symbols
      "asm(\".pushsection .rodata\\n.balign 16\\n.global ${symbol}_begin\\n${symbol}_begin:\\n.incbin \\\"${path}\\\"\\n\"\n"
      "    \".global ${symbol}_end\\n${symbol}_end:\\n.byte 0\\n.popsection\\n\");\n"
      "extern \"C\" const char ${symbol}_begin[];\nextern \"C\" const char ${symbol}_end[];\n")
    string(APPEND entries
      "      {\"${file}\", {${symbol}_begin, static_cast<std::size_t>(${symbol}_end - ${symbol}_begin)}},\n")
    list(APPEND dependencies ${path})
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${ARG_NAME}.h CONTENT [=[
#pragma once
#include <span>
#include "base/embedded_file.h"
namespace sightglass::embedded {
std::span<const base::EmbeddedFile> @ARG_NAME@();
}
]=] @ONLY)
  file(CONFIGURE OUTPUT ${folder}/${ARG_NAME}.cc CONTENT [=[
#include "generated/@ARG_NAME@.h"
#include <cstddef>
@symbols@
namespace sightglass::embedded {
std::span<const base::EmbeddedFile> @ARG_NAME@() {
  static const base::EmbeddedFile files[] = {
@entries@  };
  return files;
}
}
]=] @ONLY)
  set_source_files_properties(${folder}/${ARG_NAME}.cc PROPERTIES OBJECT_DEPENDS "${dependencies}")
  target_sources(${ARG_TARGET} PRIVATE ${folder}/${ARG_NAME}.cc)
  target_include_directories(${ARG_TARGET} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include)
endfunction()
