#include "demo/digit_demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/cpu_count.h"
#include "base/mutex.h"
#include "base/thread_pool.h"
#include "demo/evaluation.h"
#include "demo/run_log.h"
#include "demo/trainer.h"

namespace sightglass::demo {
namespace {

using base::Error;
using base::ErrorCode;
using Clock = std::chrono::steady_clock;

// Both number their codes as gRPC does.
Error ErrorOf(const Status& status) {
  return {static_cast<ErrorCode>(status.code()), std::string(status.message())};
}

Error FileError(std::string_view what, const std::filesystem::path& path, std::error_code code) {
  const bool is_denied =
      code == std::errc::permission_denied || code == std::errc::read_only_file_system;
  return {is_denied ? ErrorCode::kPermissionDenied : ErrorCode::kUnavailable,
          fmt::format("{}: {}: '{}'", what, code.message(), path.string())};
}

// Puts "-2", "-3", ... behind the plans' names, if one of them is taken. The folder of the first is
// made at once, so that nobody else takes it meanwhile.
base::Status ClaimNames(const std::filesystem::path& log_dir, std::vector<TrainingPlan>& plans) {
  constexpr int kMostTries = 10'000;
  for (int number = 1; number <= kMostTries; ++number) {
    const std::string suffix = number == 1 ? "" : fmt::format("-{}", number);
    std::error_code code;
    const bool is_taken = std::ranges::any_of(plans, [&](const TrainingPlan& plan) {
      std::error_code ignored;
      return std::filesystem::exists(
          std::filesystem::symlink_status(log_dir / (plan.name + suffix), ignored));
    });
    if (is_taken) continue;
    const std::filesystem::path first = log_dir / (plans.front().name + suffix);
    if (std::filesystem::create_directory(first, code)) {
      for (TrainingPlan& plan : plans) plan.name += suffix;
      return {};
    }
    if (code) return FileError("cannot make a folder", first, code);
  }
  return Error{ErrorCode::kResourceExhausted,
               fmt::format("{} runs of the same name, limit {}: '{}'", kMostTries, kMostTries,
                           log_dir.string())};
}

// One network on its way.
struct TrainingRun {
  // Begins its log.
  TrainingRun(const SummaryWriter& root, const TrainingPlan& training_plan, const DigitSets& sets,
              std::uint64_t seed)
      : plan(training_plan), log(root, plan, sets, seed) {
    log.Begin(MakeInitialNetwork(plan, seed));
  }

  const TrainingPlan& plan;
  RunLog log;
  std::optional<Trainer> trainer;  // once the digits are drawn
  Clock::duration busy{};          // what it took so far
};

using TrainingRuns = std::vector<std::unique_ptr<TrainingRun>>;

double Seconds(Clock::duration duration) { return std::chrono::duration<double>(duration).count(); }

}  // namespace

class DigitDemo::Impl {
 public:
  explicit Impl(DemoSetup setup) : setup_(std::move(setup)), root_(setup_.log_dir, MakeOptions()) {}

  base::Status Begin() {
    AddExperiment(root_);
    root_.Flush();
    const Status status = root_.status();
    return status.ok() ? base::Status() : base::Status(ErrorOf(status));
  }

  base::Status Train(const base::CancelFlag& cancel, const DemoEvents& events);

  [[nodiscard]] WriterCounts counts() const { return root_.counts(); }

 private:
  WriterOptions MakeOptions() {
    WriterOptions options;
    // Somebody is watching.
    options.flush_millis = 200;
    options.on_error = [this](const Status& status) { Report(status); };
    return options;
  }

  void Report(const Status& status) {
    {
      const base::MutexLock lock(mutex_);
      if (!first_error_) first_error_ = ErrorOf(status);
    }
    if (setup_.on_error != nullptr) setup_.on_error(std::string(status.message()));
  }

  [[nodiscard]] TrainingRuns BeginRuns(std::size_t first, std::size_t count);
  void DrawDigits();
  void TrainRuns(const TrainingRuns& runs);
  void TrainEpoch(TrainingRun& run);
  void Finish(TrainingRun& run);

  DemoSetup setup_;
  base::Mutex mutex_;
  std::optional<Error> first_error_ GUARDED_BY(mutex_);
  SummaryWriter root_;
  // While training.
  const base::CancelFlag* cancel_ = nullptr;
  const DemoEvents* events_ = nullptr;
  base::ThreadPool* pool_ = nullptr;
  DigitSets sets_;
};

void DigitDemo::Impl::TrainEpoch(TrainingRun& run) {
  constexpr std::size_t kDetailsAnEpoch = 4;
  constexpr std::size_t kTracedSteps = 20;
  const Clock::time_point begin = Clock::now();
  Trainer& trainer = *run.trainer;
  const std::size_t steps = trainer.steps_per_epoch();
  for (std::size_t done = 1; done <= steps; ++done) {
    if (cancel_->cancelled()) return;
    const bool is_traced = trainer.step() < kTracedSteps;
    const BatchResult result = trainer.TrainBatch(is_traced ? &run.log.train() : nullptr);
    run.log.AddBatch(trainer, result);
    if (trainer.step() == kTracedSteps) run.log.train().WriteTrace();
    const bool is_due = done * kDetailsAnEpoch / steps > (done - 1) * kDetailsAnEpoch / steps;
    if (is_due || trainer.step() == 1) run.log.AddDetails(trainer);
    if (!is_due) continue;
    const Evaluation validation =
        Evaluate(trainer.network(), sets_.validation, sets_.validation.size(), *pool_, *cancel_);
    if (cancel_->cancelled()) return;
    run.log.AddValidation(trainer.step(), validation);
    if (done < steps) continue;
    run.log.AddEpoch(trainer, validation);
    run.busy += Clock::now() - begin;
    if (events_->on_epoch == nullptr) continue;
    events_->on_epoch({.run = run.plan.name,
                       .epoch = trainer.step() / steps,
                       .epochs = run.plan.epochs,
                       .training_loss = run.log.epoch_loss(),
                       .validation_loss = validation.loss,
                       .validation_accuracy = validation.accuracy,
                       .seconds = Seconds(run.busy)});
  }
}

void DigitDemo::Impl::Finish(TrainingRun& run) {
  const Clock::time_point begin = Clock::now();
  Trainer& trainer = *run.trainer;
  const Evaluation test =
      Evaluate(trainer.network(), sets_.test, sets_.test.size(), *pool_, *cancel_);
  if (cancel_->cancelled()) return;
  run.log.AddTest(trainer, test);
  run.log.AddLossSurface(trainer.network(), trainer.step(), setup_.sizes.surface_side, *pool_,
                         *cancel_);
  run.log.End(SessionOutcome::kSuccess);
  run.busy += Clock::now() - begin;
  if (events_->on_run == nullptr) return;
  events_->on_run({.run = run.plan.name,
                   .held_out_accuracy = test.accuracy,
                   .held_out_digits = test.predicted.size(),
                   .seconds = Seconds(run.busy)});
}

TrainingRuns DigitDemo::Impl::BeginRuns(std::size_t first, std::size_t count) {
  TrainingRuns runs;
  for (std::size_t i = first; i < first + count; ++i) {
    runs.push_back(std::make_unique<TrainingRun>(root_, setup_.plans[i], sets_, setup_.seed));
  }
  return runs;
}

void DigitDemo::Impl::DrawDigits() {
  const auto draw = [this](DigitPart part, std::size_t count) {
    return MakeDigits(setup_.seed, part, count, *pool_, *cancel_);
  };
  sets_ = {.training = draw(DigitPart::kTraining, setup_.sizes.training_digits),
           .validation = draw(DigitPart::kValidation, setup_.sizes.validation_digits),
           .test = draw(DigitPart::kTest, setup_.sizes.test_digits)};
}

void DigitDemo::Impl::TrainRuns(const TrainingRuns& runs) {
  for (const auto& run : runs) {
    if (cancel_->cancelled()) break;
    run->trainer.emplace(run->plan, sets_.training, setup_.seed, *pool_);
    run->log.AddSamples();
  }
  for (bool is_more = true; is_more && !cancel_->cancelled();) {
    is_more = false;
    for (const auto& run : runs) {
      if (run->trainer->step() == run->trainer->steps()) continue;
      TrainEpoch(*run);
      is_more = true;
    }
  }
  for (const auto& run : runs) {
    if (!cancel_->cancelled()) Finish(*run);
    if (cancel_->cancelled()) run->log.End(SessionOutcome::kUnknown);
  }
}

base::Status DigitDemo::Impl::Train(const base::CancelFlag& cancel, const DemoEvents& events) {
  const std::size_t together = setup_.in_turns ? setup_.plans.size() : 1;
  // Before anything that takes time: there is something to see at once.
  TrainingRuns runs = BeginRuns(0, together);
  // This thread works, too. More than four would wait for each other most of the time.
  base::ThreadPool pool(std::clamp<std::size_t>(base::AvailableCpus() - 1, 1, 3));
  cancel_ = &cancel;
  events_ = &events;
  pool_ = &pool;
  DrawDigits();
  TrainRuns(runs);
  for (std::size_t first = together; first < setup_.plans.size() && !cancel.cancelled();
       first += together) {
    runs = BeginRuns(first, together);
    TrainRuns(runs);
  }
  runs.clear();
  const Status closed = root_.Close();
  if (cancel.cancelled()) return Error{ErrorCode::kCancelled, "training was stopped"};
  const base::MutexLock lock(mutex_);
  if (first_error_) return first_error_->WithContext("not all could be logged");
  if (!closed.ok()) return ErrorOf(closed);
  return {};
}

base::Result<std::unique_ptr<DigitDemo>> DigitDemo::Open(DemoSetup setup) {
  CHECK(!setup.plans.empty());
  std::error_code code;
  std::filesystem::create_directories(setup.log_dir, code);
  if (code) return FileError("cannot make the log directory", setup.log_dir, code);
  RETURN_IF_ERROR(ClaimNames(setup.log_dir, setup.plans));
  std::unique_ptr<DigitDemo> demo(new DigitDemo(std::make_unique<Impl>(std::move(setup))));
  RETURN_IF_ERROR(demo->impl_->Begin());
  return demo;
}

DigitDemo::DigitDemo(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
DigitDemo::~DigitDemo() = default;

base::Status DigitDemo::Train(const base::CancelFlag& cancel, const DemoEvents& events) {
  return impl_->Train(cancel, events);
}

WriterCounts DigitDemo::counts() const { return impl_->counts(); }

}  // namespace sightglass::demo
