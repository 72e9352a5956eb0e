#include "graph/output_lists.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>

namespace sightglass::graph {

std::string OutputsKey(std::span<const Shape> outputs) {
  std::string key;
  const auto append = [&key](std::int64_t number) {
    key.append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  for (const Shape& shape : outputs) {
    append(shape.dtype);
    append(shape.known ? static_cast<std::int64_t>(shape.dims.size()) : -1);
    if (!shape.known) continue;
    for (const std::int64_t dim : shape.dims) append(dim);
  }
  return key;
}

std::span<const Shape> CopyOutputs(std::span<const Shape> outputs, base::Arena& arena) {
  auto* const shapes =
      static_cast<Shape*>(arena.Allocate(outputs.size() * sizeof(Shape), alignof(Shape)));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto dims = outputs[i].dims;
    auto* const sizes =
        static_cast<std::int64_t*>(arena.Allocate(dims.size_bytes(), alignof(std::int64_t)));
    std::ranges::copy(dims, sizes);
    new (shapes + i)
        Shape{.dtype = outputs[i].dtype, .known = outputs[i].known, .dims = {sizes, dims.size()}};
  }
  return {shapes, outputs.size()};
}

}  // namespace sightglass::graph
