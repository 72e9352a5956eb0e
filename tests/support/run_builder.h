#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "format/encode.h"

namespace sightglass::testing {

// "events.out.tfevents.<1700000000 + n>.host": names in the order of `n`.
std::string EventFileName(int n);

// An event file in the making. With TempDir, a log directory in five lines:
//
//   TempDir logs;
//   logs.Write("train/" + EventFileName(1),
//              RunBuilder().Version().Scalar("loss", 1, 0.9F).Scalar("loss", 2, 0.8F).bytes());
//   logs.Write("eval/" + EventFileName(1), RunBuilder().Version().Text("note", 1,
//   "hello").bytes());
//
// Every event gets a wall time one second after the one before, beginning at kFirstWallTime, unless
// At() gives one to the next event.
class RunBuilder {
 public:
  static constexpr double kFirstWallTime = 1700000000;

  RunBuilder& At(double wall_time);

  RunBuilder& Version(std::string_view version = "brain.Event:2");
  RunBuilder& Scalar(std::string_view tag, base::Step step, float value);     // as TF2 writes it
  RunBuilder& OldScalar(std::string_view tag, base::Step step, float value);  // simple_value
  RunBuilder& DoubleScalar(std::string_view tag, base::Step step, double value);
  // Several values of one event.
  RunBuilder& Scalars(std::span<const std::string> tags, base::Step step, float value);
  RunBuilder& Text(std::string_view tag, base::Step step, std::string_view text);
  // `encoded` need not be a picture: nothing that loads it looks inside.
  RunBuilder& Image(std::string_view tag, base::Step step, int width, int height,
                    std::string_view encoded);
  RunBuilder& OldImage(std::string_view tag, base::Step step, int width, int height,
                       std::string_view encoded);
  // `rows` are left, right, count.
  RunBuilder& Histogram(std::string_view tag, base::Step step, std::span<const double> rows);
  // The same as TensorFlow 1 and PyTorch write it: right edges, and the outer ones as min and max.
  RunBuilder& OldHistogram(std::string_view tag, base::Step step, std::span<const double> rows);
  RunBuilder& Graph(std::string_view graph_def);
  RunBuilder& SessionStart(base::Step step);
  // A value of our own making: a serialized Summary.Value.
  RunBuilder& Value(base::Step step, std::string_view value);

  // A sound record around any payload.
  RunBuilder& Record(std::string_view payload);
  // Bytes that are no record.
  RunBuilder& Raw(std::string_view bytes);

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  // Where each record begins, and then the end of the file.
  [[nodiscard]] std::vector<std::uint64_t> offsets() const;

 private:
  double NextWallTime();

  std::string bytes_;
  std::vector<std::uint64_t> starts_;
  double wall_time_ = kFirstWallTime;
  std::optional<double> next_wall_time_;
};

}  // namespace sightglass::testing
