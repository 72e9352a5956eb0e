# Headers that most files include, read once per preset instead of once per file.
set(SIGHTGLASS_COMMON_HEADERS
  <algorithm> <array> <atomic> <bit> <charconv> <chrono> <cmath> <cstddef> <cstdint> <cstring> <functional> <limits> <map>
  <memory> <mutex> <optional> <random> <span> <string> <string_view> <thread> <unordered_map> <utility> <variant> <vector>
  <fmt/format.h>)

# sightglass_precompile(target)
# For a library, and only under sanitizers: without them each x.cc shows that x.h, which it includes first, compiles by itself.
# The headers are those of sightglass_base, so the target must be compiled with the same flags.
function(sightglass_precompile target)
  if(NOT SIGHTGLASS_SANITIZE)
    return()
  endif()
  if(target STREQUAL "sightglass_base")
    target_precompile_headers(${target} PRIVATE ${SIGHTGLASS_COMMON_HEADERS})
  else()
    target_precompile_headers(${target} REUSE_FROM sightglass_base)
  endif()
endfunction()

# sightglass_precompile_test(target)
# For a test program, or a library that only tests use, with any preset. The headers are those of sightglass_test_support,
# GoogleTest among them.
# Under sanitizers it is compiled without optimisation, in half the time: what is slow in a test is the code that it tests.
function(sightglass_precompile_test target)
  if(SIGHTGLASS_SANITIZE AND NOT SIGHTGLASS_FUZZERS)
    target_compile_options(${target} PRIVATE -O0)
  endif()
  if(target STREQUAL "sightglass_test_support")
    target_precompile_headers(${target} PRIVATE ${SIGHTGLASS_COMMON_HEADERS} <gmock/gmock.h> <gtest/gtest.h>)
  else()
    target_precompile_headers(${target} REUSE_FROM sightglass_test_support)
  endif()
endfunction()
