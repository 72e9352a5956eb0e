#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "demo/digit_images.h"
#include "demo/network.h"
#include "demo/random_stream.h"

namespace sightglass::demo {

// The loss around where training ended, over two random directions, as a net of triangles.
struct LossSurface {
  std::vector<float> vertices;  // x, y, z of each; x and y from -1 to 1, z from 0 to 1
  std::vector<std::int32_t> faces;
  std::vector<std::uint8_t> colors;  // red, green, blue of each vertex
};

// A grid of side x side points, on the first `examples` of `digits`; heights are logarithms of the
// loss. Each direction moves a layer's weights by as much as they are large. Moves the network's
// parameters and puts them back. Empty once `cancel` is set. REQUIRES: side >= 2.
LossSurface MakeLossSurface(Network& network, const DigitSet& digits, std::size_t examples,
                            std::size_t side, RandomStream& random, base::ThreadPool& pool,
                            const base::CancelFlag& cancel);

}  // namespace sightglass::demo
