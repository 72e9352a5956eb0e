#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "serve/api_core_query.h"
#include "store/revision_log.h"
#include "store/snapshot.h"

namespace sightglass::serve {

// An event that would tell of more series than this (removed ones included) tells of every run only
// its name and how many series changed.
inline constexpr std::size_t kMaxLiveEventSeries = 1'000;
// One that would tell of more runs than this (removed ones included) tells only how many.
inline constexpr std::size_t kMaxLiveEventRuns = 2'000;

// "EPOCH-REVISION", the id of an event.
std::string LiveEventId(std::string_view epoch, std::uint64_t revision);
// The revision of an id of this epoch; nullopt for any other text.
std::optional<std::uint64_t> ParseLiveEventId(std::string_view epoch, std::string_view id);

// What a listener is told about.
struct LiveEventOptions {
  bool runs = true;
  const NameFilter* run_filter = nullptr;  // null: all runs
};

// The first event of a stream. `resumes_at` becomes its id, so that a client that loses the
// connection right after it misses nothing; nullopt: no id.
std::string EncodeHello(std::string_view epoch, const store::Snapshot& snapshot,
                        std::uint64_t issue_revision, std::optional<std::uint64_t> resumes_at);

// `changes` lead from revision `since` to `snapshot`.
std::string EncodeChange(std::string_view epoch, const store::Snapshot& snapshot,
                         std::uint64_t issue_revision, std::uint64_t since,
                         const store::Changes& changes, const LiveEventOptions& options);

// Says that the profile is at `revision`. Without an id: it does not hang on the data's.
std::string EncodeProfileChange(std::uint64_t revision);

}  // namespace sightglass::serve
