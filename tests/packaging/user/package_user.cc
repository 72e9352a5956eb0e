// A program of somebody else that logs: package_user LOGDIR.
#if defined(SIGHTGLASS_AMALGAMATED)
#include <sightglass_writer.h>
#else
#include <sightglass/summary_writer.h>
#endif

#include <cstdint>
#include <vector>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  sightglass::SummaryWriter writer(argv[1]);
  const auto loss = writer.Scalar("loss");
  bool good = true;
  for (std::int64_t step = 0; step < 1000; ++step) {
    good = good && loss.Add(step, 1.0 / static_cast<double>(step + 1)).ok();
  }
  const std::vector<float> weights = {0.5F, -1.0F, 2.0F};
  good = good && writer.AddHistogram("weights", weights, 0).ok();
  good = good && writer.AddText("note", "from a package", 0).ok();
  return good && writer.Close().ok() ? 0 : 1;
}
