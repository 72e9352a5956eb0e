#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "sightglass/numbers.h"

// What the calls of SummaryWriter take besides numbers. Everything is read during the call.
namespace sightglass {

// What any value may have besides its data.
struct ValueOptions {
  // Seconds since 1970. None: now.
  std::optional<double> wall_time = std::nullopt;
  // Shown in place of the tag.
  std::string_view display_name = {};
  // Markdown.
  std::string_view description = {};
};

// Scalars.

struct ScalarOptions {
  std::string_view display_name = {};
  std::string_view description = {};
  // Written as 64 bits. TensorBoard's fast loader loses such points; Sightglass and TensorBoard's
  // slow one show them.
  bool double_precision = false;
};

struct NamedScalar {
  std::string_view name;
  double value = 0;
};

// Histograms.

enum class HistogramBins : std::uint8_t {
  kLinear,       // `buckets` of equal width from the lowest to the highest value, as tf.summary
  kExponential,  // 1,550 fixed edges that grow by a tenth, as torch and TensorFlow 1
};

struct HistogramOptions {
  HistogramBins bins = HistogramBins::kLinear;
  std::int64_t buckets = 30;
};

// A histogram that the caller counted. Bucket i holds what is in [limits[i-1], limits[i]).
struct RawHistogram {
  double min = 0;
  double max = 0;
  double num = 0;
  double sum = 0;
  double sum_squares = 0;
  Numbers bucket_limits;
  Numbers bucket_counts;
};

// Pictures.

enum class PixelLayout : std::uint8_t {
  kHwc,  // channels of one pixel side by side; several pictures: NHWC
  kChw,  // one plane after the other; several pictures: NCHW
};

struct PixelShape {
  std::int64_t count = 1;
  std::int64_t height = 0;
  std::int64_t width = 0;
  std::int64_t channels = 1;  // 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA
  PixelLayout layout = PixelLayout::kHwc;
};

struct ImageOptions {
  // Several pictures are put into one, in rows of `columns`. Otherwise they are samples that the
  // viewer shows one by one.
  bool tile = false;
  std::int64_t columns = 8;
};

// In pixels; the far edges belong to the box. Drawn in a colour that `label` decides, with its
// text.
struct ImageBox {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  std::string_view label = {};
};

enum class VideoFormat : std::uint8_t {
  kGif,   // 256 colours; every viewer
  kApng,  // exact; every browser
};

struct VideoOptions {
  double frames_per_second = 4;
  VideoFormat format = VideoFormat::kGif;
};

// Sound.

struct AudioShape {
  std::int64_t sample_rate = 44'100;
  std::int64_t channels = 1;  // samples of one moment side by side
};

// Text.

struct TextTable {
  std::vector<std::string> header = {};  // may be empty
  std::vector<std::vector<std::string>> rows = {};
};

// Meshes and point clouds.

struct MeshView {
  Numbers vertices;              // float32: batch x points x 3
  Numbers faces = {};            // int32: batch x triangles x 3, indices of points
  Numbers colors = {};           // uint8: batch x points x 3
  std::int64_t batch = 1;        // how many meshes
  std::string_view config = {};  // JSON: camera, lights, material
};

// Precision and recall.

struct PrCurveOptions {
  std::int64_t thresholds = 201;
  Numbers weights = {};  // one per label; none: all 1
};

// A curve that the caller counted: all of one size.
struct RawPrCurve {
  Numbers true_positives;
  Numbers false_positives;
  Numbers true_negatives;
  Numbers false_negatives;
  Numbers precision;
  Numbers recall;
};

// Hyperparameters.

using HParamValue = std::variant<bool, double, std::string>;

struct HParam {
  std::string name;
  HParamValue value;
};

struct HParamDomain {
  std::string name;
  std::string display_name = {};
  std::string description = {};
  // All of one type: the values it may have. Empty: from `min` to `max`; both 0: not said.
  std::vector<HParamValue> values = {};
  double min = 0;
  double max = 0;
};

struct HParamMetric {
  std::string tag;
  std::string group = {};  // a run below the session's, e.g. "validation"
  std::string display_name = {};
  std::string description = {};
};

// One per log directory, in its root.
struct HParamExperiment {
  std::string description = {};
  std::string user = {};
  std::vector<HParamDomain> hparams = {};
  std::vector<HParamMetric> metrics = {};
};

enum class SessionOutcome : std::uint8_t { kUnknown = 0, kSuccess = 1, kFailure = 2, kRunning = 3 };

struct HParamSession {
  std::string group_name = {};  // sessions of one group are repetitions; none: by itself
  std::string model_uri = {};
  std::string monitor_url = {};
};

// Custom scalars.

struct MarginSeries {
  std::string value;
  std::string lower;
  std::string upper;
};

struct CustomChart {
  std::string title;
  std::vector<std::string> tags = {};      // regular expressions: lines in one chart
  std::vector<MarginSeries> margins = {};  // or values with a band around them
};

struct CustomCategory {
  std::string title;
  std::vector<CustomChart> charts = {};
  bool closed = false;
};

// Embeddings.

struct EmbeddingOptions {
  // One per row. With `metadata_header`, each holds as many cells as that, separated by tabs.
  std::vector<std::string> metadata = {};
  std::vector<std::string> metadata_header = {};
  // One picture per row, all of one size; `sprite_shape.count` rows.
  Numbers sprites = {};
  PixelShape sprite_shape = {};
};

}  // namespace sightglass
