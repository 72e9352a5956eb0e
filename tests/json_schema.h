#pragma once

#include <boost/json/value.hpp>
#include <string>
#include <vector>

namespace sightglass::testing {

// What keeps `value` from being what `schema` describes, each with its place; empty: nothing.
//
// As much of JSON Schema as our documents use: type (also a list), properties, required, items,
// additionalProperties, enum, oneOf, minimum, maximum, multipleOf, minItems, maxItems, pattern,
// maxLength, and $ref to a place in `document`. Any other keyword that would restrict is itself a
// mistake, so that none is believed to be checked and is not.
std::vector<std::string> SchemaMistakes(const boost::json::value& document,
                                        const boost::json::value& schema,
                                        const boost::json::value& value);

}  // namespace sightglass::testing
