#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sightglass::bench {

// One server-sent event.
struct StreamEvent {
  std::string type{};  // empty: "message"
  std::string id{};    // as of this event: one without an id keeps the last
  std::string data{};
};

// Cuts a text/event-stream into events. Comments, which keep a connection alive, are none.
class EventStream {
 public:
  // Appends the events that `bytes` completes to `events`. Of each line of data at most
  // `kept_bytes` are kept: a thousand listeners need only know how it begins.
  void Feed(std::string_view bytes, std::size_t kept_bytes, std::vector<StreamEvent>& events);

 private:
  void EndLine(std::vector<StreamEvent>& events);

  std::string line_;
  bool has_data_ = false;
  StreamEvent event_;
};

// The id of a live event, EPOCH-REVISION.
struct LiveId {
  std::string_view epoch;
  std::uint64_t revision = 0;
};
std::optional<LiveId> ParseLiveId(std::string_view id);

// The number behind `"name":` in the beginning of an event's data; nullopt if there is none.
std::optional<std::uint64_t> NumberInData(std::string_view data, std::string_view name);

}  // namespace sightglass::bench
