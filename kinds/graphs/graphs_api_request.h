#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "graph/layout_scene.h"
#include "graph/level_view.h"
#include "kind/json_reader.h"
#include "kinds/graphs/graphs_api_choice.h"

namespace sightglass::kinds {

inline constexpr std::size_t kMaxGraphBodyBytes = std::size_t{4} << 20;
inline constexpr std::size_t kMaxNamesInRequest = 100'000;
inline constexpr std::size_t kMaxSceneItems = 50'000;
inline constexpr std::size_t kMaxSceneLines = 200'000;
inline constexpr std::size_t kMaxSceneNameBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxSearchLimit = 10'000;

// What is open and how it is drawn: the members "open" and "options" of a request.
struct SceneRequest {
  GraphChoice graph{};
  graph::ViewOptions view{};
  graph::FlowDirection direction = graph::FlowDirection::kUp;
  // Of the profile, those whose costs count; nullopt: see DevicesOn().
  std::optional<std::vector<std::string>> devices{};
};

// kInvalidArgument or kOutOfRange, naming the member. Other members than these and "graph" are not
// looked at.
base::Result<SceneRequest> ParseSceneMembers(const kind::JsonValue& body);

// A member that must be there.
base::Result<std::string> NeededString(const kind::JsonValue& body, std::string_view name);

}  // namespace sightglass::kinds
