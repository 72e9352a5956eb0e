#include "bench/event_stream.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace sightglass::bench {

void EventStream::EndLine(std::vector<StreamEvent>& events) {
  std::string_view line = line_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) {
    if (has_data_) events.push_back(event_);
    event_.type.clear();
    event_.data.clear();
    has_data_ = false;
  } else {
    const std::size_t colon = line.find(':');
    const std::string_view field = line.substr(0, colon);
    std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
    if (value.starts_with(' ')) value.remove_prefix(1);
    if (field == "data") {
      if (has_data_) event_.data += '\n';
      event_.data += value;
      has_data_ = true;
    } else if (field == "id") {
      event_.id = value;
    } else if (field == "event") {
      event_.type = value;
    }
  }
  line_.clear();
}

void EventStream::Feed(std::string_view bytes, std::size_t kept_bytes,
                       std::vector<StreamEvent>& events) {
  constexpr std::string_view kData = "data:";
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const bool whole = end != std::string_view::npos;
    const std::string_view piece = bytes.substr(0, end);
    bytes.remove_prefix(whole ? end + 1 : bytes.size());
    // What field it is must be known before the line is cut short.
    const std::size_t room = std::max(kept_bytes, kData.size() + 1);
    line_ +=
        line_.starts_with(kData) ? piece.substr(0, room - std::min(room, line_.size())) : piece;
    if (line_.starts_with(kData) && line_.size() > room) line_.resize(room);
    if (whole) EndLine(events);
  }
}

std::optional<LiveId> ParseLiveId(std::string_view id) {
  const std::size_t dash = id.rfind('-');
  if (dash == std::string_view::npos || dash == 0) return std::nullopt;
  LiveId parsed{.epoch = id.substr(0, dash)};
  const std::string_view number = id.substr(dash + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), parsed.revision);
  if (error != std::errc() || end != number.data() + number.size()) return std::nullopt;
  return parsed;
}

std::optional<std::uint64_t> NumberInData(std::string_view data, std::string_view name) {
  const std::string key = fmt::format("\"{}\":", name);
  const std::size_t at = data.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = data.substr(at + key.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  // A number that the end of what was kept may have cut is none.
  if (error != std::errc() || end == rest.data() + rest.size()) return std::nullopt;
  return number;
}

}  // namespace sightglass::bench
