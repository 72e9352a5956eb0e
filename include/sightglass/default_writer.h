#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sightglass/summary_writer.h"

// A writer and a step that code deep inside a model finds without being passed them, as tf.summary
// has them. Both belong to the thread.
//
//   sightglass::DefaultWriter as_default(writer);
//   sightglass::SetStep(step);
//   sightglass::summary::Scalar("loss", loss);        // anywhere below
namespace sightglass {

// Makes `writer` the thread's default until it goes; they nest.
class [[nodiscard]] DefaultWriter {
 public:
  explicit DefaultWriter(SummaryWriter writer);
  ~DefaultWriter();
  DefaultWriter(const DefaultWriter&) = delete;
  DefaultWriter& operator=(const DefaultWriter&) = delete;

 private:
  std::optional<SummaryWriter> outer_;
};

// The thread's default writer, or nullptr. Valid until the DefaultWriter that made it goes.
SummaryWriter* CurrentWriter();

void SetStep(std::int64_t step);
std::int64_t CurrentStep();

// The calls of SummaryWriter at the current writer and step. Without a writer they do nothing and
// succeed, so that a model can be used without logging.
namespace summary {

Status Scalar(std::string_view tag, double value);
Status Histogram(std::string_view tag, const Numbers& values,
                 const HistogramOptions& histogram = {});
Status Image(std::string_view tag, const Numbers& pixels, const PixelShape& shape);
Status Audio(std::string_view tag, const Numbers& samples, const AudioShape& shape);
Status Text(std::string_view tag, std::string_view text);

}  // namespace summary

}  // namespace sightglass
