#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "demo/training_plan.h"
#include "sightglass/writer_options.h"

namespace sightglass::demo {

// How much of everything.
struct DemoSizes {
  std::size_t training_digits = 20'000;
  std::size_t validation_digits = 1'000;
  std::size_t test_digits = 2'000;
  std::size_t surface_side = 17;  // of the grid of the loss surface
};

// A second or two of training, for tests.
inline constexpr DemoSizes kFastSizes = {
    .training_digits = 1'600, .validation_digits = 200, .test_digits = 400, .surface_side = 5};

struct DemoSetup {
  std::string log_dir;
  std::vector<TrainingPlan> plans;
  DemoSizes sizes{};
  std::uint64_t seed = 1;
  bool in_turns = false;  // an epoch of each plan, then the next; else one plan after the other
  // Hears what goes wrong with the log while training goes on; on any thread.
  std::function<void(const std::string& message)> on_error = nullptr;
};

struct EpochReport {
  std::string_view run;
  std::size_t epoch = 0;  // from 1 on
  std::size_t epochs = 0;
  double training_loss = 0;
  double validation_loss = 0;
  double validation_accuracy = 0;  // from 0 to 1
  double seconds = 0;              // since this run began
};

struct RunReport {
  std::string_view run;
  double held_out_accuracy = 0;  // from 0 to 1, of digits used for nothing else
  std::size_t held_out_digits = 0;
  double seconds = 0;
};

// Called on the thread that trains.
struct DemoEvents {
  std::function<void(const EpochReport&)> on_epoch = nullptr;
  std::function<void(const RunReport&)> on_run = nullptr;
};

// Trains networks on digits that it draws, and logs all that there is to see with the library of
// include/sightglass.
class DigitDemo {
 public:
  // Makes the log directory and its first file. Nothing that is there already is touched: where a
  // plan's name is taken, all get "-2", "-3", ... behind their names. Fails if it cannot be written
  // there. REQUIRES: at least one plan, each with epochs.
  static base::Result<std::unique_ptr<DigitDemo>> Open(DemoSetup setup);
  ~DigitDemo();
  DigitDemo(const DigitDemo&) = delete;
  DigitDemo& operator=(const DigitDemo&) = delete;

  // Trains all plans and closes the log; once. Soon after `cancel` is set it closes early and
  // returns kCancelled. What could not be logged is an error, once training is done.
  base::Status Train(const base::CancelFlag& cancel, const DemoEvents& events);

  // Of the log so far.
  [[nodiscard]] WriterCounts counts() const;

 private:
  class Impl;
  explicit DigitDemo(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::demo
