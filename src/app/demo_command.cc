#include <sys/resource.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/log_loading.h"
#include "app/stop_signals.h"
#include "base/buffered_output.h"
#include "base/cancel.h"
#include "base/text.h"
#include "demo/digit_demo.h"

namespace sightglass::app {
namespace {

// Less than the server's and the loader's threads get: the page goes first.
constexpr int kTrainingNiceness = 10;

// A whole line at once: the server writes lines, too.
base::Status WriteLine(int descriptor, std::string name, std::string_view line) {
  base::BufferedOutput out(descriptor, std::move(name));
  out.Write(line);
  out.Put('\n');
  return out.Flush();
}

void Note(const DemoOptions& options, std::string_view line) {
  if (options.serve.common.quiet) return;
  // There is no further place to complain.
  static_cast<void>(WriteLine(STDERR_FILENO, "standard error", line).ok());
}

std::vector<demo::TrainingPlan> MakePlans(const DemoOptions& options) {
  constexpr std::size_t kFastEpochs = 3;
  std::vector<demo::TrainingPlan> plans = options.broken ? demo::MakeBrokenPair(*options.broken)
                                          : options.runs ? demo::MakeSweep(*options.runs)
                                                         : std::vector{demo::MakeDefaultPlan()};
  for (demo::TrainingPlan& plan : plans) {
    if (options.is_fast) plan.epochs = kFastEpochs;
    if (options.epochs) plan.epochs = *options.epochs;
  }
  return plans;
}

demo::DemoSetup MakeSetup(const DemoOptions& options, const std::string& path) {
  demo::DemoSetup setup;
  setup.log_dir = path;
  setup.plans = MakePlans(options);
  if (options.is_fast) setup.sizes = demo::kFastSizes;
  setup.seed = options.seed;
  setup.in_turns = options.broken.has_value();
  setup.on_error = [](const std::string& message) {
    static_cast<void>(WriteLine(STDERR_FILENO, "standard error",
                                fmt::format("sightglass: cannot log: {}", message))
                          .ok());
  };
  return setup;
}

// Results go to standard output, how it goes to standard error.
demo::DemoEvents MakeEvents(const DemoOptions& options, base::Status& output) {
  demo::DemoEvents events;
  events.on_epoch = [&options](const demo::EpochReport& report) {
    Note(options,
         fmt::format("{}: epoch {} of {}, loss {:.4f}, validation accuracy {:.2f} %, {:.1f} s",
                     report.run, report.epoch, report.epochs, report.training_loss,
                     100 * report.validation_accuracy, report.seconds));
  };
  events.on_run = [&output](const demo::RunReport& report) {
    const base::Status written = WriteLine(
        STDOUT_FILENO, "standard output",
        fmt::format("{}: reads {:.2f} % of {} held-out digits rightly; trained for {:.1f} s",
                    report.run, 100 * report.held_out_accuracy, report.held_out_digits,
                    report.seconds));
    if (output.ok()) output = written;
  };
  return events;
}

base::Result<int> TrainOnly(const DemoOptions& options, demo::DigitDemo& training) {
  base::Status output;
  const base::CancelFlag never;
  RETURN_IF_ERROR(training.Train(never, MakeEvents(options, output)));
  if (!output.ok()) return output.error();
  return kExitOk;
}

// Trains beside a server, from Start() on until it is done or stopped.
class Training {
 public:
  Training(const DemoOptions& options, std::unique_ptr<demo::DigitDemo> training)
      : options_(options), training_(std::move(training)) {}
  ~Training() { Stop(); }
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  void Start() {
    thread_ = std::thread([this] { Run(); });
  }
  void Stop() {
    cancel_.Cancel();
    if (thread_.joinable()) thread_.join();
  }

 private:
  void Run() {
    // On Linux niceness belongs to a thread, and threads that it starts inherit it.
    const int niceness = ::getpriority(PRIO_PROCESS, 0);
    static_cast<void>(::setpriority(PRIO_PROCESS, 0, niceness + kTrainingNiceness));
    base::Status output;
    const base::Status status = training_->Train(cancel_, MakeEvents(options_, output));
    if (cancel_.cancelled()) return;
    // What could not be logged was told when it happened.
    Note(options_, status.ok() ? "Training is done; serving on until CTRL+C"
                               : "Training is done, but not all of it is logged; serving on until "
                                 "CTRL+C");
  }

  const DemoOptions& options_;
  std::unique_ptr<demo::DigitDemo> training_;
  base::CancelFlag cancel_;
  std::thread thread_;
};

}  // namespace

base::Result<int> RunDemo(const DemoOptions& options) {
  // Before the log's writer starts a thread, which inherits what is blocked: where there is a
  // server, signals are for it.
  std::optional<StopSignals> signals;
  if (!options.train_only) signals.emplace();
  // As the server reads it, so that both mean the same directory.
  ASSIGN_OR_RETURN(const std::vector<ingest::LogRoot> roots,
                   ResolveRootsUnchecked(options.serve.common));
  if (roots.size() != 1) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("--logdir must be one directory, not {}", RootsText(roots))};
  }
  const std::string& path = roots.front().path;
  ASSIGN_OR_RETURN(auto training, demo::DigitDemo::Open(MakeSetup(options, path)));
  if (options.is_fresh) {
    Note(options, fmt::format("Logs to '{}'", base::EscapeForDisplay(path, 1000)));
  }
  if (options.train_only) return TrainOnly(options, *training);
  Training beside(options, std::move(training));
  return RunServe(options.serve,
                  {.start = [&] { beside.Start(); }, .stop = [&] { beside.Stop(); }});
}

}  // namespace sightglass::app
