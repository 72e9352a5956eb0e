#include "format/modern.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "format/old_forms.h"

namespace sightglass::format {
namespace {

using base::Error;
using base::ErrorCode;

constexpr auto kStringType = static_cast<std::uint32_t>(DataType::kString);

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, std::move(message)};
}

Error NotProtobuf(std::string_view what, WireError error) {
  return Invalid(fmt::format("{}: {}", what, WireErrorText(error)));
}

// What TensorBoard writes when it converts an old form.
struct Conversion {
  std::string_view plugin_name;
  std::string_view plugin_content;
};

// nullptr for values that are not an old form.
const Conversion* ConversionOf(ValueForm form) {
  static constexpr Conversion kScalars{"scalars", {}};
  static constexpr Conversion kHistograms{"histograms", {}};
  // ImagePluginData{converted_to_tensor: true}
  static constexpr Conversion kImages{"images", {"\x10\x01", 2}};
  // AudioPluginData{encoding: WAV, converted_to_tensor: true}
  static constexpr Conversion kAudio{"audio", {"\x10\x0B\x18\x01", 4}};
  switch (form) {
    case ValueForm::kSimpleValue:
      return &kScalars;
    case ValueForm::kHistogram:
      return &kHistograms;
    case ValueForm::kImage:
      return &kImages;
    case ValueForm::kAudio:
      return &kAudio;
    default:
      return nullptr;
  }
}

bool IsWholeEvent(ValueForm form) {
  return form == ValueForm::kGraphDef || form == ValueForm::kMetaGraphDef ||
         form == ValueForm::kTaggedRunMetadata || form == ValueForm::kSessionLog;
}

// The plugin of a tensor whose writer named none.
std::string_view PluginOfTensor(base::Bytes tensor) {
  if (ReadSingleNumber(tensor).has_value()) return "scalars";
  TensorHeader header;
  if (ParseTensorHeader(tensor, header) == WireError::kOk && header.dtype == kStringType) {
    return "text";
  }
  return {};
}

bool IsBoolean(base::Bytes tensor) {
  TensorHeader header;
  return ParseTensorHeader(tensor, header) == WireError::kOk &&
         header.dtype == static_cast<std::uint32_t>(DataType::kBool);
}

// The size of an image tensor's picture, as text: nothing depends on it, so what is no size is
// none.
std::int64_t DecimalOrZero(base::Bytes text) {
  const std::string_view digits = base::AsText(text);
  std::int64_t number = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const bool whole = failed == std::errc() && end == digits.data() + digits.size();
  return whole && number > 0 ? number : 0;
}

// Do content or typed lists hold the numbers that the shape promises? Lists are not counted here.
bool HoldsNumbers(const TensorHeader& header) {
  const std::size_t element_bytes = ElementBytes(header.dtype);
  if (element_bytes == 0 || !header.elements.has_value()) return false;
  if (header.content.empty()) return *header.elements == 0 || header.typed_bytes > 0;
  return header.content.size() % element_bytes == 0 &&
         header.content.size() / element_bytes == *header.elements;
}

bool HoldsStrings(const TensorHeader& header) {
  return header.dtype == kStringType && header.elements == header.string_count;
}

std::string ShapeText(const TensorHeader& header) {
  std::string text = "[";
  for (std::size_t i = 0; i < std::min<std::size_t>(header.rank, header.dims.size()); ++i) {
    fmt::format_to(std::back_inserter(text), "{}{}", i == 0 ? "" : ", ", header.dims[i]);
  }
  return text + (header.rank > header.dims.size() ? ", ...]" : "]");
}

// Can a tensor with this header be a value of the plugin?
bool FitsPlugin(const TensorHeader& header, base::Bytes tensor, std::string_view plugin) {
  if (plugin == "scalars") return ReadSingleNumber(tensor).has_value();
  if (plugin == "histograms") {
    return header.rank == 2 && header.dims[1] == 3 && HoldsNumbers(header);
  }
  if (plugin == "images") {
    return header.rank == 1 && HoldsStrings(header) && header.string_count >= 3;
  }
  if (plugin == "audio") return header.rank >= 1 && HoldsStrings(header);
  if (plugin == "text") return header.dtype == kStringType;
  if (plugin == "pr_curves") {
    return header.rank == 2 && header.dims[0] == 6 && HoldsNumbers(header);
  }
  if (plugin == "mesh") return header.rank == 3 && HoldsNumbers(header);
  return true;
}

base::Result<ValueFacts> FactsOfTensor(base::Bytes tensor, std::string_view plugin) {
  TensorHeader header;
  if (const WireError error = ParseTensorHeader(tensor, header); error != WireError::kOk) {
    return NotProtobuf("tensor", error);
  }
  if (!FitsPlugin(header, tensor, plugin)) {
    return Invalid(
        fmt::format("tensor {}{} with {} strings and {} bytes of content is no value of {}",
                    DataTypeName(header.dtype), ShapeText(header), header.string_count,
                    header.content.size(), plugin));
  }
  ValueFacts facts{.dtype = header.dtype, .rank = header.rank};
  std::copy_n(header.dims.begin(), facts.dims.size(), facts.dims.begin());
  if (plugin == "audio" && header.elements != 0U) facts.detail[2] = header.dims[0];
  if (plugin == "images") {
    facts.detail[2] = static_cast<std::int64_t>(header.string_count) - 2;
    WireReader reader(tensor, 3);
    for (std::size_t seen = 0; seen < 2 && reader.Next();) {
      if (reader.tag() == FieldTag(8, WireType::kBytes)) {
        facts.detail[seen++] = DecimalOrZero(reader.Bytes());
      } else {
        reader.Skip();
      }
    }
  }
  return facts;
}

base::Result<ValueFacts> FactsOfOldHistogram(base::Bytes message) {
  OldHistogramHeader header;
  if (const WireError error = ParseOldHistogramHeader(message, header); error != WireError::kOk) {
    return NotProtobuf("histogram", error);
  }
  if (header.limits != header.counts) {
    return Invalid(
        fmt::format("histogram with {} bucket limits and {} counts", header.limits, header.counts));
  }
  ValueFacts facts{.dtype = static_cast<std::uint32_t>(DataType::kDouble), .rank = 2};
  facts.dims = {static_cast<std::int64_t>(header.past_last_used - header.first_used), 3};
  return facts;
}

base::Result<ValueFacts> FactsOfOldImage(base::Bytes message) {
  OldImage image;
  if (const WireError error = ParseOldImage(message, image); error != WireError::kOk) {
    return NotProtobuf("image", error);
  }
  ValueFacts facts{.dtype = kStringType, .rank = 1};
  facts.dims[0] = 3;
  facts.detail = {std::max<std::int64_t>(image.width, 0), std::max<std::int64_t>(image.height, 0),
                  1};
  return facts;
}

base::Result<ValueFacts> FactsOfOldAudio(base::Bytes message) {
  OldAudio audio;
  if (const WireError error = ParseOldAudio(message, audio); error != WireError::kOk) {
    return NotProtobuf("audio", error);
  }
  ValueFacts facts{.dtype = kStringType, .rank = 1};
  facts.dims[0] = 1;
  constexpr float kMaxRate = 1e12F;  // far above any, far below what llround cannot take
  const bool sane = audio.sample_rate >= 0 && audio.sample_rate <= kMaxRate;
  facts.detail = {sane ? std::llround(audio.sample_rate) : 0,
                  std::max<std::int64_t>(audio.channels, 0),
                  std::max<std::int64_t>(audio.frames, 0)};
  return facts;
}

base::Result<std::vector<HistogramBucket>> DecodeOldHistogram(base::Bytes message,
                                                              const TensorLimits& limits) {
  OldHistogramHeader header;
  if (const WireError error = ParseOldHistogramHeader(message, header); error != WireError::kOk) {
    return NotProtobuf("histogram", error);
  }
  const std::uint64_t first = header.first_used;
  const std::uint64_t past_last = header.past_last_used;
  // Where nothing was counted min and max mean nothing either.
  if (first == past_last) return std::vector<HistogramBucket>{};
  if (past_last - first > limits.max_elements / 3) {
    return Error{ErrorCode::kOutOfRange, fmt::format("histogram of {} buckets, limit {}",
                                                     past_last - first, limits.max_elements / 3)};
  }
  // The right edge of the last bucket in use is `max`, so its limit need not be there.
  if (header.limits < past_last - 1) {
    return Invalid(
        fmt::format("histogram with {} bucket limits and {} counts", header.limits, header.counts));
  }
  OldHistogramLists lists;
  if (const WireError error = ParseOldHistogramLists(message, lists); error != WireError::kOk) {
    return NotProtobuf("histogram", error);
  }
  std::vector<HistogramBucket> buckets;
  buckets.reserve(past_last - first);
  // An edge that is not a number says nothing but that the bucket is open on that side.
  const auto edge = [&](std::uint64_t i, double open) {
    const double limit = lists.limits[i];
    if (std::isfinite(limit)) return limit;
    return std::isnan(limit) ? open : (limit < 0 ? header.min : header.max);
  };
  for (std::uint64_t i = first; i < past_last; ++i) {
    const HistogramBucket bucket{
        .left = i == first ? header.min : edge(i - 1, header.min),
        .right = i + 1 == past_last ? header.max : edge(i, header.max),
        .count = lists.counts[i],
    };
    if (bucket.count == 0 && bucket.left > bucket.right) continue;
    buckets.push_back(bucket);
  }
  return buckets;
}

base::Result<std::vector<HistogramBucket>> DecodeHistogramTensor(base::Bytes tensor,
                                                                 const TensorLimits& limits) {
  TensorHeader header;
  if (const WireError error = ParseTensorHeader(tensor, header); error != WireError::kOk) {
    return NotProtobuf("tensor", error);
  }
  if (header.rank != 2 || header.dims[1] != 3) {
    return Invalid(fmt::format("histogram tensor of shape {}, not [k, 3]", ShapeText(header)));
  }
  ASSIGN_OR_RETURN(const std::vector<double> numbers, DecodeNumbers(tensor, limits));
  std::vector<HistogramBucket> buckets;
  buckets.reserve(numbers.size() / 3);
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    buckets.push_back({.left = numbers[i], .right = numbers[i + 1], .count = numbers[i + 2]});
  }
  return buckets;
}

}  // namespace

base::Result<SeriesMetadata> MetadataOf(const ValueView& first) {
  if (IsWholeEvent(first.form)) return MetadataOfEvent(first.form);
  MetadataView own;
  if (const WireError error = ParseMetadata(first.metadata, own); error != WireError::kOk) {
    return NotProtobuf("metadata", error);
  }
  SeriesMetadata metadata{
      .plugin_name = std::string(base::AsText(own.plugin_name)),
      .plugin_content = std::string(base::AsText(own.plugin_content)),
      .display_name = std::string(base::AsText(own.display_name)),
      .description = std::string(base::AsText(own.description)),
      .data_class = own.data_class,
  };
  if (const Conversion* conversion = ConversionOf(first.form); conversion != nullptr) {
    // An own plugin (tensorboardX writes one) and an own data class give way to the form.
    metadata.plugin_name = conversion->plugin_name;
    metadata.plugin_content = conversion->plugin_content;
    if (metadata.display_name.empty()) metadata.display_name = base::AsText(first.tag);
    metadata.data_class = DataClass::kUnknown;
  } else if (first.form == ValueForm::kTensor && metadata.plugin_name.empty() &&
             metadata.data_class == DataClass::kUnknown) {
    metadata.plugin_name = PluginOfTensor(first.body);
    metadata.plugin_assumed = !metadata.plugin_name.empty();
  }
  metadata.boolean = first.form == ValueForm::kTensor && metadata.plugin_name == "scalars" &&
                     IsBoolean(first.body);
  if (metadata.data_class == DataClass::kUnknown) {
    metadata.data_class = DataClassOfPlugin(metadata.plugin_name);
  }
  return metadata;
}

SeriesMetadata MetadataOfEvent(ValueForm form) {
  SeriesMetadata metadata;
  if (!IsWholeEvent(form)) return metadata;
  metadata.data_class = DataClass::kBlobSequence;
  if (form == ValueForm::kGraphDef) metadata.plugin_name = "graphs";
  if (form == ValueForm::kTaggedRunMetadata) metadata.plugin_name = "graph_tagged_run_metadata";
  if (form == ValueForm::kMetaGraphDef) metadata.plugin_name = "meta_graph";
  if (form == ValueForm::kSessionLog) metadata.plugin_name = "session_log";
  return metadata;
}

DataClass DataClassOfPlugin(std::string_view plugin_name) {
  struct Row {
    std::string_view plugin;
    DataClass data_class;
  };
  static constexpr Row kRows[] = {
      {"scalars", DataClass::kScalar},
      {"histograms", DataClass::kTensor},
      {"text", DataClass::kTensor},
      {"hparams", DataClass::kTensor},
      {"pr_curves", DataClass::kTensor},
      {"mesh", DataClass::kTensor},
      {"custom_scalars", DataClass::kTensor},
      {"images", DataClass::kBlobSequence},
      {"audio", DataClass::kBlobSequence},
      {"graph_run_metadata", DataClass::kBlobSequence},
      {"graph_run_metadata_graph", DataClass::kBlobSequence},
      {"graph_keras_model", DataClass::kBlobSequence},
  };
  const auto* row = std::ranges::find(kRows, plugin_name, &Row::plugin);
  return row == std::ranges::end(kRows) ? DataClass::kUnknown : row->data_class;
}

base::Result<ValueFacts> FactsOf(const ValueView& value, std::string_view plugin_name) {
  if (IsWholeEvent(value.form)) {
    ValueFacts facts{.dtype = kStringType, .rank = 1};
    facts.dims[0] = 1;
    return facts;
  }
  if (value.form == ValueForm::kTensor) return FactsOfTensor(value.body, plugin_name);
  if (value.form == ValueForm::kNone || value.form == ValueForm::kOldHistogram) {
    // Metadata alone carries hparams, and perhaps a plugin that we do not know; elsewhere a value
    // is missing. It reads as TensorBoard's null tensor: float32 [0].
    const DataClass data_class = DataClassOfPlugin(plugin_name);
    if (data_class != DataClass::kUnknown && plugin_name != "hparams") {
      return Invalid(fmt::format("value without data in a series of {}", plugin_name));
    }
    return ValueFacts{.dtype = static_cast<std::uint32_t>(DataType::kFloat), .rank = 1};
  }
  if (const Conversion* conversion = ConversionOf(value.form);
      conversion->plugin_name != plugin_name) {
    return Invalid(fmt::format("{} in a series of {}", ValueFormName(value.form), plugin_name));
  }
  switch (value.form) {
    case ValueForm::kHistogram:
      return FactsOfOldHistogram(value.body);
    case ValueForm::kImage:
      return FactsOfOldImage(value.body);
    case ValueForm::kAudio:
      return FactsOfOldAudio(value.body);
    default:
      return ValueFacts{.dtype = static_cast<std::uint32_t>(DataType::kFloat)};
  }
}

base::Result<std::vector<HistogramBucket>> DecodeHistogram(const ValueView& value,
                                                           const TensorLimits& limits) {
  if (value.form == ValueForm::kHistogram) return DecodeOldHistogram(value.body, limits);
  if (value.form == ValueForm::kTensor) return DecodeHistogramTensor(value.body, limits);
  return Invalid(fmt::format("{} is no histogram", ValueFormName(value.form)));
}

base::Result<ImageBlobs> DecodeImageValue(const ValueView& value) {
  ImageBlobs blobs;
  if (value.form == ValueForm::kImage) {
    OldImage image;
    if (const WireError error = ParseOldImage(value.body, image); error != WireError::kOk) {
      return NotProtobuf("image", error);
    }
    blobs.width = std::max<std::int64_t>(image.width, 0);
    blobs.height = std::max<std::int64_t>(image.height, 0);
    blobs.encoded.push_back(image.encoded);
    return blobs;
  }
  if (value.form != ValueForm::kTensor) {
    return Invalid(fmt::format("{} is no image", ValueFormName(value.form)));
  }
  ASSIGN_OR_RETURN(const std::vector<base::Bytes> strings, DecodeStrings(value.body));
  if (strings.size() < 2) {
    return Invalid(fmt::format("image tensor of {} strings, at least 2 needed", strings.size()));
  }
  blobs.width = DecimalOrZero(strings[0]);
  blobs.height = DecimalOrZero(strings[1]);
  blobs.encoded.assign(strings.begin() + 2, strings.end());
  return blobs;
}

base::Result<std::vector<base::Bytes>> DecodeAudioValue(const ValueView& value) {
  if (value.form == ValueForm::kAudio) {
    OldAudio audio;
    if (const WireError error = ParseOldAudio(value.body, audio); error != WireError::kOk) {
      return NotProtobuf("audio", error);
    }
    return std::vector<base::Bytes>{audio.encoded};
  }
  if (value.form != ValueForm::kTensor) {
    return Invalid(fmt::format("{} is no audio", ValueFormName(value.form)));
  }
  TensorHeader header;
  if (const WireError error = ParseTensorHeader(value.body, header); error != WireError::kOk) {
    return NotProtobuf("tensor", error);
  }
  if (header.rank == 0) return Invalid("audio tensor of rank 0");
  ASSIGN_OR_RETURN(const std::vector<base::Bytes> strings, DecodeStrings(value.body));
  std::vector<base::Bytes> clips;
  if (strings.empty()) return clips;
  // All dimensions are above zero here, and a clip is the first string of each row.
  const std::size_t stride = strings.size() / static_cast<std::size_t>(header.dims[0]);
  for (std::size_t i = 0; i < strings.size(); i += stride) clips.push_back(strings[i]);
  return clips;
}

}  // namespace sightglass::format
