#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/check.h"
#include "format/encode.h"
#include "format/event.h"
#include "format/frame.h"
#include "format/tensor.h"

namespace sightglass::format {
namespace {

enum class Style { kTf2, kTorch, kDouble };

// Framed scalar events of 20 tags, as one training job writes them; about 6 MB, which is more than
// a processor's inner caches hold.
std::string ScalarFile(Style style) {
  std::string file;
  const std::string metadata = EncodeMetadata({.plugin_name = "scalars"});
  for (std::int64_t step = 0; step < 5000; ++step) {
    for (int tag = 0; tag < 20; ++tag) {
      const std::string name = "train/metric_" + std::to_string(tag);
      const float number = 1.0F / static_cast<float>(step + tag + 1);
      std::string value;
      if (style == Style::kTf2) {
        value = EncodeTensorValue(name, EncodeFloatScalar(number), metadata);
      } else if (style == Style::kTorch) {
        value = EncodeSimpleValue(name, number);
      } else {
        std::string tensor;
        WireWriter writer(tensor);
        writer.Varint(1, static_cast<std::uint64_t>(DataType::kDouble));
        writer.PackedDoubles(6, std::vector<double>{1.0 / (1.0 + tag)});
        value = EncodeTensorValue(name, tensor, metadata);
      }
      const double wall_time = 1.7e9 + 0.25 * static_cast<double>(step);
      AppendFrame(file, EncodeSummaryEvent(wall_time, step, JoinValues({&value, 1})));
    }
  }
  return file;
}

// What the loader does with every event, but for keeping the point. `with_frames` off: the
// payloads' places are known beforehand, and no checksum is computed.
void ReadScalars(benchmark::State& state, Style style, bool with_frames) {
  const std::string file = ScalarFile(style);
  std::vector<base::Bytes> payloads;
  for (base::Bytes rest = base::AsBytes(file); !rest.empty();) {
    const Frame frame = ReadFrame(rest);
    CHECK(frame.state == FrameState::kRecord);
    payloads.push_back(frame.payload);
    rest = rest.subspan(frame.frame_bytes);
  }
  double sum = 0;
  std::uint64_t points = 0;
  const auto read = [&](base::Bytes payload) {
    EventView event;
    CHECK(ParseEvent(payload, event) == WireError::kOk);
    ValueWalker walker(event.body);
    ValueView value;
    while (walker.Next(value)) {
      const auto number = value.form == ValueForm::kSimpleValue ? double{value.simple_value}
                                                                : ReadSingleNumber(value.body);
      if (!number.has_value()) continue;
      sum += *number + static_cast<double>(event.step) + event.wall_time +
             static_cast<double>(value.tag.size() + value.metadata.size());
      ++points;
    }
    CHECK(walker.error() == WireError::kOk);
  };
  for (auto _ : state) {
    if (with_frames) {
      for (base::Bytes rest = base::AsBytes(file); !rest.empty();) {
        const Frame frame = ReadFrame(rest);
        CHECK(frame.state == FrameState::kRecord);
        read(frame.payload);
        rest = rest.subspan(frame.frame_bytes);
      }
    } else {
      for (const base::Bytes payload : payloads) read(payload);
    }
  }
  benchmark::DoNotOptimize(sum);
  CHECK(points == static_cast<std::uint64_t>(state.iterations()) * payloads.size());
  state.SetItemsProcessed(static_cast<std::int64_t>(points));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
}

BENCHMARK_CAPTURE(ReadScalars, tf2, Style::kTf2, true);
BENCHMARK_CAPTURE(ReadScalars, tf2_parse_only, Style::kTf2, false);
BENCHMARK_CAPTURE(ReadScalars, torch, Style::kTorch, true);
BENCHMARK_CAPTURE(ReadScalars, float64, Style::kDouble, true);

// A damaged stretch: text, which has no zero bytes, or zeros, which pass the first test everywhere.
void SearchHeader(benchmark::State& state, char filler) {
  const std::string bytes(1 << 20, filler);
  for (auto _ : state) {
    const std::size_t found = FindSoundHeader(base::AsBytes(bytes), 0);
    CHECK(found == bytes.size() - kFrameHeaderBytes + 1);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes.size()));
}

BENCHMARK_CAPTURE(SearchHeader, text, 'x');
BENCHMARK_CAPTURE(SearchHeader, zeros, '\0');

}  // namespace
}  // namespace sightglass::format
