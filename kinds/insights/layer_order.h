#pragma once

#include <string_view>
#include <vector>

#include "store/series.h"

namespace sightglass::kinds::insights {

// Whether `a` comes before `b` where numbers in names count by their value: "dense2" is before
// "dense10". Equal only if the names are.
bool NaturalLess(std::string_view a, std::string_view b);

// Series of layers from the input to the output, as far as a log tells: in the order in which they
// were logged first, because programs go through a network that way; those logged at the same
// moment by their names.
void SortLayers(std::vector<const store::Series*>& layers);

}  // namespace sightglass::kinds::insights
