# sightglass_library(NAME folder [SEQUENTIAL] DEPS other folders... LIBS third-party targets...)
#
# One folder is one target, sightglass_<folder>. Its sources are every *.cc beside the CMakeLists.txt but main.cc, and but
# tests, benchmarks and fuzzers, which become programs of their own: all x_test.cc files together <folder>_test, each
# x_bench.cc and each x_fuzz.cc one program. DEPS are public. LIBS are private: third-party libraries do not show in our
# headers; PUBLIC_LIBS is for the few that must. SEQUENTIAL: no code here and no test of it knows of threads, so the thread
# sanitizer need not look at the tests.
function(sightglass_library)
  cmake_parse_arguments(ARG "SEQUENTIAL" "NAME" "DEPS;LIBS;PUBLIC_LIBS" ${ARGN})
  file(GLOB all CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cc)
  set(sources ${all})
  list(FILTER sources EXCLUDE REGEX "(_(test|bench|fuzz)|/main)\\.cc$")
  set(target sightglass_${ARG_NAME})
  list(TRANSFORM ARG_DEPS PREPEND sightglass_)
  add_library(${target} STATIC ${sources})
  target_include_directories(${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${target}
    PUBLIC ${ARG_DEPS} ${ARG_PUBLIC_LIBS}
    PRIVATE ${ARG_LIBS} sightglass_warnings)
  sightglass_precompile(${target})

  set(tests ${all})
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(tests AND NOT (ARG_SEQUENTIAL AND SIGHTGLASS_SANITIZE STREQUAL "thread"))
    sightglass_test(NAME ${ARG_NAME}_test SOURCES ${tests} LIBS ${target})
  endif()
  foreach(kind bench fuzz)
    set(programs ${all})
    list(FILTER programs INCLUDE REGEX "_${kind}\\.cc$")
    foreach(source ${programs})
      get_filename_component(name ${source} NAME_WE)
      cmake_language(CALL sightglass_${kind} NAME ${name} SOURCES ${source} LIBS ${target})
    endforeach()
  endforeach()
endfunction()

# sightglass_test(NAME program SOURCES files... LIBS targets... LABEL fast|full|long)
# A GoogleTest program, run by ctest as one test. It may include "tests/support/...".
function(sightglass_test)
  cmake_parse_arguments(ARG "" "NAME;LABEL" "SOURCES;LIBS" ${ARGN})
  if(NOT SIGHTGLASS_TESTS)
    return()
  endif()
  if(NOT ARG_LABEL)
    set(ARG_LABEL fast)
  endif()
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_include_directories(${ARG_NAME} PRIVATE ${PROJECT_SOURCE_DIR})
  target_compile_definitions(${ARG_NAME} PRIVATE SIGHTGLASS_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  target_link_libraries(${ARG_NAME} PRIVATE
    ${ARG_LIBS} sightglass_test_support GTest::gmock GTest::gtest_main sightglass_warnings)
  sightglass_precompile_test(${ARG_NAME})
  add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
  set_tests_properties(${ARG_NAME} PROPERTIES LABELS ${ARG_LABEL} TIMEOUT 300)
endfunction()

# sightglass_bench(NAME program SOURCES files... LIBS targets...)
# A google-benchmark program, built by the target `benchmarks`, not by `all`.
function(sightglass_bench)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LIBS" ${ARGN})
  if(NOT SIGHTGLASS_BENCHMARKS OR NOT TARGET benchmark::benchmark_main)
    return()
  endif()
  add_executable(${ARG_NAME} EXCLUDE_FROM_ALL ${ARG_SOURCES})
  target_include_directories(${ARG_NAME} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_LIBS} benchmark::benchmark_main sightglass_warnings)
  add_dependencies(benchmarks ${ARG_NAME})
endfunction()

# sightglass_fuzz(NAME program SOURCES files... LIBS targets...)
# A fuzzer, a part of the tests: a program <name>_replay that runs every file of its corpus, fuzz/corpus/<name>/, once, with
# any compiler. With SIGHTGLASS_FUZZERS also a libFuzzer program, built by the target `fuzzers`.
function(sightglass_fuzz)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;LIBS" ${ARGN})
  # A replay has one thread.
  if(NOT SIGHTGLASS_TESTS OR SIGHTGLASS_SANITIZE STREQUAL "thread")
    return()
  endif()
  list(APPEND ARG_LIBS sightglass_test_support sightglass_warnings)
  if(SIGHTGLASS_FUZZERS)
    add_executable(${ARG_NAME} EXCLUDE_FROM_ALL ${ARG_SOURCES})
    target_link_libraries(${ARG_NAME} PRIVATE ${ARG_LIBS})
    target_link_options(${ARG_NAME} PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers ${ARG_NAME})
  endif()
  if(NOT TARGET sightglass_replay_main)
    add_library(sightglass_replay_main OBJECT ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cc)
    target_link_libraries(sightglass_replay_main PRIVATE sightglass_test_support sightglass_warnings)
  endif()
  add_executable(${ARG_NAME}_replay ${ARG_SOURCES} $<TARGET_OBJECTS:sightglass_replay_main>)
  target_link_libraries(${ARG_NAME}_replay PRIVATE ${ARG_LIBS})
  add_test(NAME ${ARG_NAME}_replay COMMAND ${ARG_NAME}_replay ${PROJECT_SOURCE_DIR}/fuzz/corpus/${ARG_NAME})
  set_tests_properties(${ARG_NAME}_replay PROPERTIES LABELS fast TIMEOUT 300)
endfunction()
