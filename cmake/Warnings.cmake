add_library(sightglass_warnings INTERFACE)
target_compile_options(sightglass_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  target_compile_options(sightglass_warnings INTERFACE -Wthread-safety)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees an overlapping copy inside std::string's operator+ where there is none (GCC bug 105329).
  target_compile_options(sightglass_warnings INTERFACE -Wno-restrict)
  if(SIGHTGLASS_SANITIZE)
    # Instrumented code hides from it that an optional is tested before it is used, and that a long string is not a short one.
    target_compile_options(sightglass_warnings INTERFACE
      -Wno-maybe-uninitialized -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  endif()
endif()
