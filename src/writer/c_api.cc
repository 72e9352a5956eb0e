#include <algorithm>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "sightglass/sightglass.h"
#include "sightglass/summary_writer.h"
#include "writer/guarded_call.h"
#include "writer/text_pieces.h"

// Opaque to C.
struct sg_writer {
  sightglass::SummaryWriter writer;
};
struct sg_scalar {
  sightglass::ScalarSeries series;
};
struct sg_trace {
  sightglass::TraceScope scope;
};

namespace sightglass {
namespace {

using writer::Invalid;

thread_local std::string t_last_error;

int Remember(const Status& status) {
  if (status.ok()) return SG_OK;
  try {
    t_last_error = status.message();
  } catch (...) {
    t_last_error.clear();
  }
  return static_cast<int>(status.code());
}

// An argument that must not be null.
struct Needed {
  const char* name;
  const void* pointer;
};

// Any function that returns a Status, during the call that takes it.
class CallBody {
 public:
  template <class Function>
  CallBody(const Function& function)  // NOLINT(google-explicit-constructor)
      : object_(&function), call_([](const void* object) -> Status {
          return (*static_cast<const Function*>(object))();
        }) {}
  Status operator()() const { return call_(object_); }

 private:
  const void* object_;
  Status (*call_)(const void*);
};

// Every function of the C interface runs here: no null pointers get through, no exceptions out.
int Call(std::initializer_list<Needed> needed, CallBody body) {
  return Remember(writer::Guarded([&]() -> Status {
    for (const Needed& argument : needed) {
      if (argument.pointer == nullptr) {
        return Invalid({argument.name, " is null"});
      }
    }
    return body();
  }));
}

std::string_view TextOf(const char* text) { return text == nullptr ? std::string_view() : text; }

// A choice as C passes it. A number that names none must stay one when it is made smaller, so that
// the call refuses it.
template <class Choice>
Choice ChoiceOf(int value) {
  constexpr int kNone = std::numeric_limits<std::uint8_t>::max();
  return static_cast<Choice>(value < 0 || value > kNone ? kNone : value);
}

Numbers NumbersOf(const sg_numbers* numbers) {
  if (numbers == nullptr) return {};
  return {numbers->data, numbers->count, ChoiceOf<NumberType>(numbers->type)};
}

PixelShape ShapeOf(const sg_pixel_shape& shape) {
  return {.count = shape.count,
          .height = shape.height,
          .width = shape.width,
          .channels = shape.channels,
          .layout = ChoiceOf<PixelLayout>(shape.layout)};
}

ValueOptions OptionsOf(const sg_value_options* options) {
  if (options == nullptr) return {};
  ValueOptions values{.display_name = TextOf(options->display_name),
                      .description = TextOf(options->description)};
  if (options->wall_time != nullptr) values.wall_time = *options->wall_time;
  return values;
}

Status IsNull(std::string_view what, std::size_t position) {
  return Invalid({what, " ", position, " is null"});
}

Status StringsOf(std::string_view what, const char* const* texts, std::size_t count,
                 std::vector<std::string>& strings) {
  if (texts == nullptr && count != 0) return Invalid({what, " is null"});
  for (std::size_t i = 0; i < count; ++i) {
    if (texts[i] == nullptr) return IsNull(what, i);
    strings.emplace_back(texts[i]);
  }
  return {};
}

Status HParamsOf(const sg_hparam* hparams, std::size_t count, std::vector<HParam>& out) {
  if (hparams == nullptr && count != 0) return Invalid({"hparams is null"});
  for (std::size_t i = 0; i < count; ++i) {
    const sg_hparam& hparam = hparams[i];
    if (hparam.name == nullptr) return IsNull("name of hparam", i);
    switch (hparam.type) {
      case SG_HPARAM_BOOL:
        out.push_back({hparam.name, hparam.value.truth != 0});
        break;
      case SG_HPARAM_NUMBER:
        out.push_back({hparam.name, hparam.value.number});
        break;
      case SG_HPARAM_TEXT:
        if (hparam.value.text == nullptr) return IsNull("text of hparam", i);
        out.push_back({hparam.name, std::string(hparam.value.text)});
        break;
      default:
        return writer::NoChoice("type of hparams", hparam.type);
    }
  }
  return {};
}

Status ChartOf(const sg_custom_chart& chart, CustomChart& out) {
  out.title = TextOf(chart.title);
  std::vector<std::string> tags;
  if (Status status = StringsOf("tag", chart.tags, chart.tag_count, tags); !status.ok()) {
    return status;
  }
  if (chart.margins == 0) {
    out.tags = std::move(tags);
    return {};
  }
  if (tags.size() % 3 != 0) {
    return Invalid({tags.size(), " tags for margins, must be three for each series"});
  }
  for (std::size_t i = 0; i < tags.size(); i += 3) {
    out.margins.push_back({tags[i], tags[i + 1], tags[i + 2]});
  }
  return {};
}

Status WriterOptionsOf(const sg_writer_options* given, WriterOptions& options) {
  if (given == nullptr) return {};
  if (given->size < sizeof(given->size)) {
    return Invalid({"options were not set by sg_writer_options_init"});
  }
  // A caller that was compiled with an older header has fewer fields.
  sg_writer_options known;
  sg_writer_options_init(&known);
  std::memcpy(&known, given, std::min(given->size, sizeof(known)));
  if (known.overflow < SG_OVERFLOW_BLOCK || known.overflow > SG_OVERFLOW_SPILL) {
    return writer::NoChoice("overflow policy", known.overflow);
  }
  options.max_queue = known.max_queue;
  options.max_queue_bytes = known.max_queue_bytes;
  options.flush_millis = known.flush_millis;
  options.overflow = ChoiceOf<OverflowPolicy>(known.overflow);
  options.spill_dir = TextOf(known.spill_dir);
  options.filename_suffix = TextOf(known.filename_suffix);
  if (known.purge_step >= 0) options.purge_step = known.purge_step;
  if (known.on_error != nullptr) {
    options.on_error = [callback = known.on_error,
                        user = known.on_error_user](const Status& status) {
      callback(user, static_cast<int>(status.code()), std::string(status.message()).c_str());
    };
  }
  return {};
}

}  // namespace
}  // namespace sightglass

// The functions themselves have C's names, outside of all namespaces.
namespace {
using sightglass::Call;
using sightglass::ChoiceOf;
using sightglass::NumbersOf;
using sightglass::OptionsOf;
using sightglass::ShapeOf;
using sightglass::Status;
using sightglass::TextOf;
}  // namespace

const char* sg_last_error(void) { return sightglass::t_last_error.c_str(); }

const char* sg_version(void) { return "0.1.0"; }

void sg_writer_options_init(sg_writer_options* options) {
  if (options == nullptr) return;
  const sightglass::WriterOptions defaults;
  *options = {};
  options->size = sizeof(*options);
  options->max_queue = defaults.max_queue;
  options->max_queue_bytes = defaults.max_queue_bytes;
  options->flush_millis = defaults.flush_millis;
  options->overflow = SG_OVERFLOW_BLOCK;
  options->purge_step = -1;
}

int sg_writer_open(const char* log_dir, const sg_writer_options* options, sg_writer** writer) {
  if (writer != nullptr) *writer = nullptr;
  return Call({{"log_dir", log_dir}, {"writer", writer}}, [&]() -> Status {
    sightglass::WriterOptions writer_options;
    if (Status status = sightglass::WriterOptionsOf(options, writer_options); !status.ok()) {
      return status;
    }
    *writer = new sg_writer{sightglass::SummaryWriter(log_dir, std::move(writer_options))};
    return (*writer)->writer.status();
  });
}

int sg_writer_run(sg_writer* writer, const char* name, sg_writer** run) {
  if (run != nullptr) *run = nullptr;
  return Call({{"writer", writer}, {"name", name}, {"run", run}}, [&]() -> Status {
    *run = new sg_writer{writer->writer.Run(name)};
    return (*run)->writer.status();
  });
}

int sg_writer_flush(sg_writer* writer) {
  return Call({{"writer", writer}}, [&] { return writer->writer.Flush(); });
}

int sg_writer_close(sg_writer* writer) {
  return Call({{"writer", writer}}, [&] { return writer->writer.Close(); });
}

void sg_writer_free(sg_writer* writer) { delete writer; }

int sg_writer_status(sg_writer* writer) {
  return Call({{"writer", writer}}, [&] { return writer->writer.status(); });
}

int sg_writer_get_counts(sg_writer* writer, sg_writer_counts* counts) {
  return Call({{"writer", writer}, {"counts", counts}}, [&]() -> Status {
    const sightglass::WriterCounts now = writer->writer.counts();
    *counts = {now.events, now.refused, now.dropped, now.spilled, now.bytes};
    return {};
  });
}

int sg_add_scalar(sg_writer* writer, const char* tag, double value, int64_t step) {
  return Call({{"writer", writer}, {"tag", tag}},
              [&] { return writer->writer.AddScalar(tag, value, step); });
}

int sg_add_scalar_at(sg_writer* writer, const char* tag, double value, int64_t step,
                     double wall_time) {
  return Call({{"writer", writer}, {"tag", tag}},
              [&] { return writer->writer.AddScalar(tag, value, step, wall_time); });
}

int sg_scalar_open(sg_writer* writer, const char* tag, sg_scalar** scalar) {
  if (scalar != nullptr) *scalar = nullptr;
  return Call({{"writer", writer}, {"tag", tag}, {"scalar", scalar}}, [&]() -> Status {
    *scalar = new sg_scalar{writer->writer.Scalar(tag)};
    return {};
  });
}

int sg_scalar_add(const sg_scalar* scalar, int64_t step, double value) {
  return Call({{"scalar", scalar}}, [&] { return scalar->series.Add(step, value); });
}

int sg_scalar_add_at(const sg_scalar* scalar, int64_t step, double value, double wall_time) {
  return Call({{"scalar", scalar}}, [&] { return scalar->series.Add(step, value, wall_time); });
}

void sg_scalar_free(sg_scalar* scalar) { delete scalar; }

int sg_add_histogram(sg_writer* writer, const char* tag, const sg_numbers* values, int64_t step,
                     int bins, int64_t buckets, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"values", values}}, [&] {
    sightglass::HistogramOptions histogram{.bins = ChoiceOf<sightglass::HistogramBins>(bins)};
    if (buckets >= 0) histogram.buckets = buckets;
    return writer->writer.AddHistogram(tag, NumbersOf(values), step, histogram, OptionsOf(options));
  });
}

int sg_add_image(sg_writer* writer, const char* tag, const sg_numbers* pixels,
                 const sg_pixel_shape* shape, int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"pixels", pixels}, {"shape", shape}}, [&] {
    return writer->writer.AddImage(tag, NumbersOf(pixels), ShapeOf(*shape), step,
                                   OptionsOf(options));
  });
}

int sg_add_images(sg_writer* writer, const char* tag, const sg_numbers* pixels,
                  const sg_pixel_shape* shape, int64_t step, int64_t columns,
                  const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"pixels", pixels}, {"shape", shape}}, [&] {
    return writer->writer.AddImages(tag, NumbersOf(pixels), ShapeOf(*shape), step,
                                    {.tile = columns != 0, .columns = columns}, OptionsOf(options));
  });
}

int sg_add_encoded_image(sg_writer* writer, const char* tag, const void* bytes, size_t size,
                         int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"bytes", bytes}}, [&] {
    return writer->writer.AddEncodedImage(tag, {static_cast<const char*>(bytes), size}, step,
                                          OptionsOf(options));
  });
}

int sg_add_video(sg_writer* writer, const char* tag, const sg_numbers* frames,
                 const sg_pixel_shape* shape, int64_t step, double frames_per_second, int format,
                 const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"frames", frames}, {"shape", shape}}, [&] {
    return writer->writer.AddVideo(tag, NumbersOf(frames), ShapeOf(*shape), step,
                                   {.frames_per_second = frames_per_second,
                                    .format = ChoiceOf<sightglass::VideoFormat>(format)},
                                   OptionsOf(options));
  });
}

int sg_add_audio(sg_writer* writer, const char* tag, const sg_numbers* samples, int64_t sample_rate,
                 int64_t channels, int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"samples", samples}}, [&] {
    return writer->writer.AddAudio(tag, NumbersOf(samples),
                                   {.sample_rate = sample_rate, .channels = channels}, step,
                                   OptionsOf(options));
  });
}

int sg_add_text(sg_writer* writer, const char* tag, const char* text, size_t size, int64_t step,
                const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"text", text}}, [&] {
    return writer->writer.AddText(tag, std::string_view(text, size), step, OptionsOf(options));
  });
}

int sg_add_texts(sg_writer* writer, const char* tag, const char* const* texts, size_t count,
                 int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}}, [&]() -> Status {
    std::vector<std::string> strings;
    if (Status status = sightglass::StringsOf("text", texts, count, strings); !status.ok()) {
      return status;
    }
    return writer->writer.AddText(tag, strings, step, OptionsOf(options));
  });
}

int sg_add_text_table(sg_writer* writer, const char* tag, const char* const* cells, size_t rows,
                      size_t columns, int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}}, [&]() -> Status {
    if (columns != 0 &&
        rows > std::numeric_limits<std::ptrdiff_t>::max() / sizeof(char*) / columns) {
      return sightglass::Invalid({"no memory holds so many cells"});
    }
    std::vector<std::string> strings;
    if (Status status = sightglass::StringsOf("cell", cells, rows * columns, strings);
        !status.ok()) {
      return status;
    }
    sightglass::TextTable table;
    for (auto cell = strings.begin(); cell != strings.end();) {
      const auto end = cell + static_cast<std::ptrdiff_t>(columns);
      table.rows.emplace_back(std::make_move_iterator(cell), std::make_move_iterator(end));
      cell = end;
    }
    return writer->writer.AddText(tag, table, step, OptionsOf(options));
  });
}

int sg_add_mesh(sg_writer* writer, const char* tag, const sg_numbers* vertices,
                const sg_numbers* faces, const sg_numbers* colors, int64_t batch,
                const char* config, int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"vertices", vertices}}, [&] {
    return writer->writer.AddMesh(tag,
                                  {.vertices = NumbersOf(vertices),
                                   .faces = NumbersOf(faces),
                                   .colors = NumbersOf(colors),
                                   .batch = batch,
                                   .config = TextOf(config)},
                                  step, OptionsOf(options));
  });
}

int sg_add_pr_curve(sg_writer* writer, const char* tag, const sg_numbers* labels,
                    const sg_numbers* predictions, const sg_numbers* weights, int64_t thresholds,
                    int64_t step, const sg_value_options* options) {
  return Call({{"writer", writer}, {"tag", tag}, {"labels", labels}, {"predictions", predictions}},
              [&] {
                sightglass::PrCurveOptions curve{.weights = NumbersOf(weights)};
                if (thresholds >= 0) curve.thresholds = thresholds;
                return writer->writer.AddPrCurve(tag, NumbersOf(labels), NumbersOf(predictions),
                                                 step, curve, OptionsOf(options));
              });
}

int sg_add_hparams_start(sg_writer* writer, const sg_hparam* hparams, size_t count,
                         const char* group_name) {
  return Call({{"writer", writer}}, [&]() -> Status {
    std::vector<sightglass::HParam> values;
    if (Status status = sightglass::HParamsOf(hparams, count, values); !status.ok()) return status;
    return writer->writer.AddHParamsStart(values, {.group_name = std::string(TextOf(group_name))});
  });
}

int sg_add_hparams_end(sg_writer* writer, int outcome) {
  return Call({{"writer", writer}}, [&] {
    return writer->writer.AddHParamsEnd(ChoiceOf<sightglass::SessionOutcome>(outcome));
  });
}

int sg_add_hparams(sg_writer* writer, const sg_hparam* hparams, size_t hparam_count,
                   const sg_metric* metrics, size_t metric_count, const char* run_name,
                   int64_t step) {
  return Call({{"writer", writer}}, [&]() -> Status {
    std::vector<sightglass::HParam> values;
    if (Status status = sightglass::HParamsOf(hparams, hparam_count, values); !status.ok()) {
      return status;
    }
    if (metrics == nullptr && metric_count != 0) {
      return sightglass::Invalid({"metrics is null"});
    }
    std::vector<sightglass::NamedScalar> scalars;
    for (size_t i = 0; i < metric_count; ++i) {
      if (metrics[i].name == nullptr) return sightglass::IsNull("name of metric", i);
      scalars.push_back({metrics[i].name, metrics[i].value});
    }
    return writer->writer.AddHParams(values, scalars, TextOf(run_name), step);
  });
}

int sg_add_custom_scalars(sg_writer* writer, const sg_custom_chart* charts, size_t count) {
  return Call({{"writer", writer}, {"charts", charts}}, [&]() -> Status {
    std::vector<sightglass::CustomCategory> layout;
    for (size_t i = 0; i < count; ++i) {
      const std::string_view category = TextOf(charts[i].category);
      if (layout.empty() || layout.back().title != category) {
        layout.push_back({.title = std::string(category)});
      }
      sightglass::CustomChart& chart = layout.back().charts.emplace_back();
      if (Status status = sightglass::ChartOf(charts[i], chart); !status.ok()) return status;
    }
    return writer->writer.AddCustomScalars(layout);
  });
}

int sg_add_graph(sg_writer* writer, const void* graph_def, size_t size) {
  return Call({{"writer", writer}, {"graph_def", graph_def}}, [&] {
    return writer->writer.AddGraph(std::string_view(static_cast<const char*>(graph_def), size));
  });
}

int sg_add_run_metadata(sg_writer* writer, const char* tag, const void* run_metadata, size_t size,
                        int64_t step) {
  return Call({{"writer", writer}, {"tag", tag}, {"run_metadata", run_metadata}}, [&] {
    return writer->writer.AddRunMetadata(tag, {static_cast<const char*>(run_metadata), size}, step);
  });
}

int sg_add_embedding(sg_writer* writer, const char* tag, const sg_numbers* values, int64_t rows,
                     int64_t columns, int64_t step, const sg_embedding_options* embedding) {
  return Call({{"writer", writer}, {"tag", tag}, {"values", values}}, [&]() -> Status {
    sightglass::EmbeddingOptions options;
    if (embedding != nullptr) {
      if (Status status = sightglass::StringsOf("metadata", embedding->metadata,
                                                embedding->metadata_count, options.metadata);
          !status.ok()) {
        return status;
      }
      if (Status status =
              sightglass::StringsOf("metadata_header", embedding->metadata_header,
                                    embedding->metadata_header_count, options.metadata_header);
          !status.ok()) {
        return status;
      }
      options.sprites = NumbersOf(embedding->sprites);
      if (embedding->sprites != nullptr && embedding->sprite_shape == nullptr) {
        return sightglass::Invalid({"sprite_shape is null"});
      }
      if (embedding->sprite_shape != nullptr) {
        options.sprite_shape = ShapeOf(*embedding->sprite_shape);
      }
    }
    return writer->writer.AddEmbedding(tag, NumbersOf(values), rows, columns, step, options);
  });
}

int sg_trace_begin(sg_writer* writer, const char* name, sg_trace** trace) {
  if (trace != nullptr) *trace = nullptr;
  return Call({{"writer", writer}, {"name", name}, {"trace", trace}}, [&]() -> Status {
    *trace = new sg_trace{writer->writer.Trace(name)};
    return {};
  });
}

void sg_trace_end(sg_trace* trace) { delete trace; }

int sg_write_trace(sg_writer* writer) {
  return Call({{"writer", writer}}, [&] { return writer->writer.WriteTrace(); });
}
