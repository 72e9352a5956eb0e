#include "graph/run_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "base/utf8_text.h"
#include "format/wire.h"
#include "graph/attributes.h"

namespace sightglass::graph {
namespace {

using format::FieldTag;
using format::WireError;
using format::WireReader;
using format::WireType;

constexpr std::uint32_t MessageTag(std::uint32_t field) {
  return FieldTag(field, WireType::kBytes);
}
constexpr std::uint32_t NumberTag(std::uint32_t field) {
  return FieldTag(field, WireType::kVarint);
}

// Numbers that a file makes up must not overflow when they are added.
std::int64_t Bounded(std::uint64_t number) {
  constexpr std::int64_t kMost = std::int64_t{1} << 60;
  return std::clamp(static_cast<std::int64_t>(number), -kMost, kMost);
}

struct NodeStats {
  std::string_view name{};
  std::int64_t start_micros = 0;
  std::int64_t length_micros = 0;
  std::int64_t start_nanos = 0;
  std::int64_t length_nanos = 0;
  std::int64_t bytes = 0;
  std::vector<MeasuredOutput> outputs{};
};

class StatsReader {
 public:
  explicit StatsReader(const Graph& graph) : graph_(graph) {}

  base::Result<RunCosts> Read(base::Bytes message);

 private:
  void ReadDevices(base::Bytes step_stats);
  void ReadDevice(base::Bytes device_stats);
  void ReadNode(base::Bytes node_stats, std::uint32_t device);
  void ReadMemory(base::Bytes memory, NodeStats& stats);
  void ReadOutput(base::Bytes output, NodeStats& stats);
  void ReadTensor(base::Bytes tensor, MeasuredOutput& output);
  [[nodiscard]] std::optional<std::uint32_t> FindNode(std::string_view name) const;
  void Check(const WireReader& reader, std::string_view what);

  const Graph& graph_;
  RunCosts costs_;
};

base::Result<RunCosts> StatsReader::Read(base::Bytes message) {
  WireReader reader(message);
  bool known = false;
  while (reader.Next()) {
    known = known || (reader.type() == WireType::kBytes && reader.field() <= 5);
    if (reader.tag() == MessageTag(1)) {
      ReadDevices(reader.Bytes());
    } else {
      reader.Skip();
    }
  }
  if (reader.error() != WireError::kOk && !known) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("no RunMetadata: {}", format::WireErrorText(reader.error()))};
  }
  Check(reader, "the run metadata");
  std::ranges::stable_sort(costs_.table.entries, [](const CostEntry& a, const CostEntry& b) {
    return std::pair(a.node, a.start_micros) < std::pair(b.node, b.start_micros);
  });
  std::ranges::stable_sort(costs_.outputs, [](const MeasuredOutput& a, const MeasuredOutput& b) {
    return std::pair(a.node, a.slot) < std::pair(b.node, b.slot);
  });
  return std::move(costs_);
}

void StatsReader::Check(const WireReader& reader, std::string_view what) {
  if (reader.error() == WireError::kOk || costs_.issues.size() >= kMaxToldIssues) return;
  costs_.issues.push_back({.what = fmt::format("{} is cut short or damaged: {}", what,
                                               format::WireErrorText(reader.error())),
                           .node = {}});
}

void StatsReader::ReadDevices(base::Bytes step_stats) {
  WireReader reader(step_stats);
  while (reader.Next()) {
    if (reader.tag() == MessageTag(1)) {
      ReadDevice(reader.Bytes());
    } else {
      reader.Skip();
    }
  }
  Check(reader, "the list of devices");
}

void StatsReader::ReadDevice(base::Bytes device_stats) {
  std::string_view name;
  WireReader names(device_stats);
  while (names.Next()) {
    if (names.tag() == MessageTag(1)) {
      name = base::AsText(names.Bytes());
    } else {
      names.Skip();
    }
  }
  auto& devices = costs_.table.devices;
  auto known = std::ranges::find(devices, name);
  const auto device = static_cast<std::uint32_t>(known - devices.begin());
  if (known == devices.end()) devices.emplace_back(name);
  WireReader reader(device_stats);
  while (reader.Next()) {
    if (reader.tag() == MessageTag(2)) {
      ReadNode(reader.Bytes(), device);
    } else {
      reader.Skip();
    }
  }
  Check(reader, fmt::format("what device '{}' did", base::EscapeInvalidUtf8(name)));
}

void StatsReader::ReadNode(base::Bytes node_stats, std::uint32_t device) {
  NodeStats stats;
  WireReader reader(node_stats);
  while (reader.Next()) {
    switch (reader.tag()) {
      case MessageTag(1):
        stats.name = base::AsText(reader.Bytes());
        break;
      case NumberTag(2):
        stats.start_micros = Bounded(reader.Varint());
        break;
      case NumberTag(5):
        stats.length_micros = Bounded(reader.Varint());
        break;
      case MessageTag(6):
        ReadMemory(reader.Bytes(), stats);
        break;
      case MessageTag(7):
        ReadOutput(reader.Bytes(), stats);
        break;
      case NumberTag(13):
        stats.start_nanos = Bounded(reader.Varint());
        break;
      case NumberTag(16):
        stats.length_nanos = Bounded(reader.Varint());
        break;
      default:
        reader.Skip();
    }
  }
  const auto node = FindNode(stats.name);
  if (!node) {
    constexpr std::size_t kMostNamed = 20;
    ++costs_.unknown_count;
    if (costs_.unknown.size() < kMostNamed) {
      costs_.unknown.push_back(base::EscapeInvalidUtf8(stats.name));
    }
    return;
  }
  const std::int64_t start =
      stats.start_micros != 0 ? stats.start_micros : stats.start_nanos / 1'000;
  const std::int64_t length =
      stats.length_micros != 0 ? stats.length_micros : (stats.length_nanos + 999) / 1'000;
  costs_.table.entries.push_back({.node = *node,
                                  .device = device,
                                  .start_micros = start,
                                  .end_micros = start + std::max<std::int64_t>(length, 0),
                                  .bytes = stats.bytes});
  for (MeasuredOutput& output : stats.outputs) {
    output.node = *node;
    costs_.outputs.push_back(std::move(output));
  }
}

void StatsReader::ReadMemory(base::Bytes memory, NodeStats& stats) {
  WireReader reader(memory);
  while (reader.Next()) {
    if (reader.tag() == NumberTag(2)) {
      const std::int64_t bytes = Bounded(reader.Varint());
      if (bytes > 0) stats.bytes = Bounded(static_cast<std::uint64_t>(stats.bytes + bytes));
    } else {
      reader.Skip();
    }
  }
}

void StatsReader::ReadOutput(base::Bytes output, NodeStats& stats) {
  MeasuredOutput& measured = stats.outputs.emplace_back();
  WireReader reader(output);
  while (reader.Next()) {
    if (reader.tag() == NumberTag(1)) {
      measured.slot = static_cast<std::uint32_t>(reader.Varint());
    } else if (reader.tag() == MessageTag(3)) {
      ReadTensor(reader.Bytes(), measured);
    } else {
      reader.Skip();
    }
  }
}

void StatsReader::ReadTensor(base::Bytes tensor, MeasuredOutput& output) {
  WireReader reader(tensor);
  while (reader.Next()) {
    if (reader.tag() == NumberTag(1)) {
      output.dtype = static_cast<std::uint32_t>(reader.Varint() % 100);
    } else if (reader.tag() == MessageTag(2)) {
      ReadShape(reader.Bytes(), output.dims);
    } else if (reader.tag() == MessageTag(4)) {
      WireReader allocation(reader.Bytes());
      while (allocation.Next()) {
        if (allocation.tag() == NumberTag(1)) {
          output.bytes = Bounded(allocation.Varint());
        } else {
          allocation.Skip();
        }
      }
    } else {
      reader.Skip();
    }
  }
}

std::optional<std::uint32_t> StatsReader::FindNode(std::string_view name) const {
  if (const auto node = graph_.Find(name)) return node;
  const std::size_t colon = name.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return graph_.Find(name.substr(0, colon));
}

}  // namespace

base::Result<RunCosts> ReadRunMetadata(base::Bytes bytes, const Graph& graph) {
  return StatsReader(graph).Read(bytes);
}

}  // namespace sightglass::graph
