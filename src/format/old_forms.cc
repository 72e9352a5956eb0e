#include "format/old_forms.h"

#include <bit>
#include <cstring>

namespace sightglass::format {
namespace {

constexpr std::uint32_t kLimitField = 6;
constexpr std::uint32_t kCountField = 7;

double DoubleAt(base::Bytes list, std::size_t index) {
  return base::LoadLittleEndian<double>(list.data() + index * sizeof(double));
}

// Calls `take(field, doubles)` for each piece of bucket_limit and bucket: a packed list, or one
// unpacked entry.
template <class Take>
WireError WalkHistogram(base::Bytes message, double& min, double& max, Take take) {
  WireReader reader(message, 3);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kFixed64):
        min = std::bit_cast<double>(reader.Fixed64());
        break;
      case FieldTag(2, WireType::kFixed64):
        max = std::bit_cast<double>(reader.Fixed64());
        break;
      case FieldTag(kLimitField, WireType::kBytes):
      case FieldTag(kCountField, WireType::kBytes): {
        const std::uint32_t field = reader.field();
        const base::Bytes list = reader.Bytes();
        if (list.size() % sizeof(double) != 0) return WireError::kTruncated;
        take(field, list);
        break;
      }
      case FieldTag(kLimitField, WireType::kFixed64):
      case FieldTag(kCountField, WireType::kFixed64): {
        const std::uint32_t field = reader.field();
        std::byte entry[sizeof(double)];
        base::StoreLittleEndian(reader.Fixed64(), entry);
        if (reader.error() == WireError::kOk) take(field, base::Bytes(entry));
        break;
      }
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

}  // namespace

WireError ParseOldImage(base::Bytes message, OldImage& image) {
  image = OldImage{};
  WireReader reader(message, 3);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kVarint):
        image.height = static_cast<std::int32_t>(reader.Varint());
        break;
      case FieldTag(2, WireType::kVarint):
        image.width = static_cast<std::int32_t>(reader.Varint());
        break;
      case FieldTag(4, WireType::kBytes):
        image.encoded = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

WireError ParseOldAudio(base::Bytes message, OldAudio& audio) {
  audio = OldAudio{};
  WireReader reader(message, 3);
  while (reader.Next()) {
    switch (reader.tag()) {
      case FieldTag(1, WireType::kFixed32):
        audio.sample_rate = std::bit_cast<float>(reader.Fixed32());
        break;
      case FieldTag(2, WireType::kVarint):
        audio.channels = static_cast<std::int64_t>(reader.Varint());
        break;
      case FieldTag(3, WireType::kVarint):
        audio.frames = static_cast<std::int64_t>(reader.Varint());
        break;
      case FieldTag(4, WireType::kBytes):
        audio.encoded = reader.Bytes();
        break;
      default:
        reader.Skip();
    }
  }
  return reader.error();
}

WireError ParseOldHistogramHeader(base::Bytes message, OldHistogramHeader& header) {
  header = OldHistogramHeader{};
  const auto take = [&](std::uint32_t field, base::Bytes list) {
    const std::size_t size = list.size() / sizeof(double);
    if (field == kLimitField) {
      header.limits += size;
      return;
    }
    std::size_t last = size;
    while (last > 0 && !(DoubleAt(list, last - 1) > 0)) --last;
    if (last > 0) {
      if (header.past_last_used == 0) {
        std::size_t first = 0;
        while (!(DoubleAt(list, first) > 0)) ++first;
        header.first_used = header.counts + first;
      }
      header.past_last_used = header.counts + last;
    }
    header.counts += size;
  };
  return WalkHistogram(message, header.min, header.max, take);
}

WireError ParseOldHistogramLists(base::Bytes message, OldHistogramLists& lists) {
  lists = OldHistogramLists{};
  double min = 0;
  double max = 0;
  return WalkHistogram(message, min, max, [&](std::uint32_t field, base::Bytes list) {
    std::vector<double>& to = field == kLimitField ? lists.limits : lists.counts;
    const std::size_t old_size = to.size();
    to.resize(old_size + list.size() / sizeof(double));
    if (!list.empty()) std::memcpy(to.data() + old_size, list.data(), list.size());
  });
}

}  // namespace sightglass::format
