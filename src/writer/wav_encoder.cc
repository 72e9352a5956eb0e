#include "writer/wav_encoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "writer/number_blocks.h"
#include "writer/text_pieces.h"

namespace sightglass::writer {
namespace {

constexpr std::size_t kHeaderBytes = 44;
constexpr std::int64_t kSampleBytes = 2;
constexpr std::int64_t kMaxChannels = 32'767;  // a moment's bytes are written in 16 bits
constexpr std::int64_t kMax32 = std::numeric_limits<std::uint32_t>::max();

void AppendLittleEndian(std::int64_t value, int bytes, std::string& out) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i)));
}

template <class T>
std::int16_t SampleOf(T value) {
  if (std::isnan(value)) return 0;
  return static_cast<std::int16_t>(
      std::round(std::clamp(value * T{32'768}, T{-32'768}, T{32'767})));
}

}  // namespace

Status AppendWav(const Numbers& samples, const AudioShape& shape, std::string& out) {
  const NumberType type = samples.type();
  if (type != NumberType::kFloat32 && type != NumberType::kFloat64 && type != NumberType::kInt16) {
    return {StatusCode::kInvalidArgument,
            JoinPieces({"samples must be float32, float64 or int16, not number type ",
                        static_cast<int>(type)})};
  }
  if (shape.channels < 1 || shape.channels > kMaxChannels) {
    return {StatusCode::kInvalidArgument,
            JoinPieces({"audio of ", shape.channels, " channels: 1 to ", kMaxChannels})};
  }
  const std::int64_t frame_bytes = shape.channels * kSampleBytes;
  if (shape.sample_rate < 1 || shape.sample_rate > kMax32 / frame_bytes) {
    return {StatusCode::kInvalidArgument,
            JoinPieces({"a rate of ", shape.sample_rate, " samples a second: 1 to ",
                        kMax32 / frame_bytes, " with ", shape.channels, " channels"})};
  }
  if (samples.size() % static_cast<std::size_t>(shape.channels) != 0) {
    return {StatusCode::kInvalidArgument,
            JoinPieces({samples.size(), " samples do not fill ", shape.channels, " channels"})};
  }
  constexpr std::size_t kMaxSamples =
      (static_cast<std::size_t>(kMax32) - kHeaderBytes) / std::size_t{kSampleBytes};
  if (samples.size() > kMaxSamples) {
    return {StatusCode::kOutOfRange,
            JoinPieces({samples.size(), " samples: a WAVE file has ", kMaxSamples, " at most"})};
  }
  if (samples.data() == nullptr && !samples.empty()) {
    return {StatusCode::kInvalidArgument, "the samples are a null pointer"};
  }

  const auto data_bytes = static_cast<std::int64_t>(samples.size()) * kSampleBytes;
  out.reserve(out.size() + kHeaderBytes + static_cast<std::size_t>(data_bytes));
  out.append("RIFF");
  AppendLittleEndian(static_cast<std::int64_t>(kHeaderBytes) - 8 + data_bytes, 4, out);
  out.append("WAVEfmt ");
  AppendLittleEndian(16, 4, out);  // bytes of the format
  AppendLittleEndian(1, 2, out);   // PCM
  AppendLittleEndian(shape.channels, 2, out);
  AppendLittleEndian(shape.sample_rate, 4, out);
  AppendLittleEndian(shape.sample_rate * frame_bytes, 4, out);
  AppendLittleEndian(frame_bytes, 2, out);
  AppendLittleEndian(8 * kSampleBytes, 2, out);
  out.append("data");
  AppendLittleEndian(data_bytes, 4, out);

  const std::size_t begin = out.size();
  out.resize(begin + static_cast<std::size_t>(data_bytes));
  char* to = out.data() + begin;
  if (type == NumberType::kInt16) {
    static_assert(std::endian::native == std::endian::little);
    if (data_bytes > 0) std::memcpy(to, samples.data(), static_cast<std::size_t>(data_bytes));
    return {};
  }
  ForEachBlock(samples, [&to](const auto* block, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i, to += kSampleBytes) {
      const std::int16_t sample = SampleOf(block[i]);
      std::memcpy(to, &sample, sizeof(sample));
    }
  });
  return {};
}

}  // namespace sightglass::writer
