#include <unistd.h>

#include <exception>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/command_line.h"
#include "app/commands.h"
#include "app/interrupt.h"
#include "base/buffered_output.h"

namespace sightglass::app {
namespace {

void PrintError(std::string_view message) {
  base::BufferedOutput err(STDERR_FILENO, "standard error");
  err.Write("sightglass: ");
  err.Write(message);
  err.Put('\n');
  // There is no further place to complain.
  static_cast<void>(err.Flush().ok());
}

base::Result<int> Show(const ShowText& text) {
  base::BufferedOutput out(STDOUT_FILENO, "standard output");
  out.Write(text.text);
  RETURN_IF_ERROR(out.Flush());
  return kExitOk;
}

struct Runner {
  base::Result<int> operator()(const ShowText& text) const { return Show(text); }
  base::Result<int> operator()(const ServeOptions& options) const { return RunServe(options); }
  base::Result<int> operator()(const InspectOptions& options) const { return RunInspect(options); }
  base::Result<int> operator()(const VerifyOptions& options) const { return RunVerify(options); }
  base::Result<int> operator()(const ExportOptions& options) const { return RunExport(options); }
  base::Result<int> operator()(const DemoOptions& options) const { return RunDemo(options); }
  base::Result<int> operator()(const GraphOptions& options) const {
    return RunServe(options.serve);
  }
};

base::Result<int> ParseAndRun(const std::vector<std::string>& arguments) {
  const base::Result<Invocation> invocation = ParseCommandLine(arguments);
  if (!invocation.ok() && invocation.error().code == base::ErrorCode::kFailedPrecondition) {
    PrintError(invocation.error().message);
    return kExitContradiction;
  }
  if (!invocation.ok()) return invocation.error();
  return std::visit(Runner{}, *invocation);
}

}  // namespace

int RunSightglass(int argc, const char* const* argv) noexcept {
  // Our own code does not throw; memory that runs out does, and so may a library.
  try {
    InstallSignalHandling();
    const base::Result<int> status =
        ParseAndRun(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
    if (status.ok()) return *status;
    if (status.error().code == base::ErrorCode::kCancelled) return kExitPipeClosed;
    PrintError(status.error().message);
  } catch (const std::bad_alloc&) {
    PrintError("out of memory; choose fewer runs, or use a machine with more");
  } catch (const std::exception& error) {
    PrintError(error.what());
  }
  return kExitFailed;
}

}  // namespace sightglass::app
