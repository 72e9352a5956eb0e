#pragma once

#include <cstdint>
#include <string_view>

namespace sightglass::graph {

// Functions name outputs by argument ("node:batch_mean:0"), all else by number. Where the
// argument's first output stands among all of the operation: of TensorFlow's common operations that
// have several arguments; 0 for others.
std::uint32_t FirstOutputOf(std::string_view op, std::string_view argument);

}  // namespace sightglass::graph
