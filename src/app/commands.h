#pragma once

#include <functional>

#include "app/command_line.h"
#include "base/result.h"

namespace sightglass::app {

inline constexpr int kExitOk = 0;
inline constexpr int kExitDamage = 1;         // verify found some
inline constexpr int kExitContradiction = 1;  // flags of serve that do not go together
inline constexpr int kExitFailed = 2;         // could not run, or not write the result
inline constexpr int kExitCannotListen = 255;

// What goes on beside a server.
struct ServeCompany {
  std::function<void()> start = nullptr;  // called when the server listens and has said so
  std::function<void()> stop = nullptr;   // called before the server ends; only after start
};

// Each runs one command and gives the exit status; an error means kExitFailed.
base::Result<int> RunServe(const ServeOptions& options, const ServeCompany& company = {});
base::Result<int> RunInspect(const InspectOptions& options);
base::Result<int> RunVerify(const VerifyOptions& options);
base::Result<int> RunExport(const ExportOptions& options);
base::Result<int> RunDemo(const DemoOptions& options);

// The whole program: parses, runs, prints an error as one line on standard error. Gives the exit
// status. Never throws.
int RunSightglass(int argc, const char* const* argv) noexcept;

}  // namespace sightglass::app
