#include "sightglass/default_writer.h"

#include <utility>

namespace sightglass {
namespace {

thread_local std::optional<SummaryWriter> t_writer;
thread_local std::int64_t t_step = 0;

}  // namespace

DefaultWriter::DefaultWriter(SummaryWriter writer)
    : outer_(std::exchange(t_writer, std::optional(std::move(writer)))) {}

DefaultWriter::~DefaultWriter() { t_writer = std::move(outer_); }

SummaryWriter* CurrentWriter() { return t_writer ? &*t_writer : nullptr; }

void SetStep(std::int64_t step) { t_step = step; }
std::int64_t CurrentStep() { return t_step; }

namespace summary {

Status Scalar(std::string_view tag, double value) {
  return t_writer ? t_writer->AddScalar(tag, value, t_step) : Status();
}

Status Histogram(std::string_view tag, const Numbers& values, const HistogramOptions& histogram) {
  return t_writer ? t_writer->AddHistogram(tag, values, t_step, histogram) : Status();
}

Status Image(std::string_view tag, const Numbers& pixels, const PixelShape& shape) {
  return t_writer ? t_writer->AddImages(tag, pixels, shape, t_step) : Status();
}

Status Audio(std::string_view tag, const Numbers& samples, const AudioShape& shape) {
  return t_writer ? t_writer->AddAudio(tag, samples, shape, t_step) : Status();
}

Status Text(std::string_view tag, std::string_view text) {
  return t_writer ? t_writer->AddText(tag, text, t_step) : Status();
}

}  // namespace summary

}  // namespace sightglass
