#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/cancel.h"
#include "base/thread_pool.h"
#include "demo/digit_images.h"
#include "demo/network.h"

namespace sightglass::demo {

// How a network does on a set of digits it does not learn from.
struct Evaluation {
  double loss = 0;      // mean
  double accuracy = 0;  // from 0 to 1
  std::vector<std::uint8_t> predicted;
  Matrix probabilities;  // classes x examples
  Matrix features;       // of the last layer before the output: its size x examples
};

// Of the first `count` digits (at most all there are). The same whatever the threads. Incomplete
// once `cancel` is set.
Evaluation Evaluate(const Network& network, const DigitSet& digits, std::size_t count,
                    base::ThreadPool& pool, const base::CancelFlag& cancel);

}  // namespace sightglass::demo
