#include <unistd.h>

#include <atomic>
#include <chrono>
#include <string>

#include "app/commands.h"
#include "app/log_loading.h"
#include "app/progress.h"
#include "app/terminal.h"
#include "app/verify_report.h"
#include "base/buffered_output.h"
#include "base/thread_pool.h"
#include "ingest/verify.h"
#include "io/file_system.h"

namespace sightglass::app {

base::Result<int> RunVerify(const VerifyOptions& options) {
  ASSIGN_OR_RETURN(const std::vector<ingest::LogRoot> roots, ResolveRoots(options.common));
  const auto start = std::chrono::steady_clock::now();
  const Terminal terminal = Terminal::Of(STDOUT_FILENO);
  base::BufferedOutput out(STDOUT_FILENO, "standard output");
  VerifyReport report(roots, options.json ? VerifyForm::kJson : VerifyForm::kText, terminal, out);
  base::IssueLog issues;
  {
    std::atomic<std::uint64_t> bytes_done = 0;
    std::atomic<std::uint64_t> bytes_total = 0;
    base::ThreadPool pool(options.common.threads);
    Progress progress(options.common.quiet, [&] {
      return ProgressState{.bytes_done = bytes_done, .bytes_total = bytes_total};
    });
    const auto on_file = [&](const ingest::FileReport& file) {
      if (out.failed()) return;
      report.AddFile(file);
      // Whoever watches a terminal wants to see damage when it is found, and not mixed with the
      // bar.
      if (terminal.is_terminal && !out.text().empty()) {
        progress.WithBarErased([&] { static_cast<void>(out.Flush().ok()); });
      }
    };
    const auto on_progress = [&](std::uint64_t done, std::uint64_t total) {
      bytes_done = done;
      bytes_total = total;
    };
    ingest::VerifyRoots(roots, io::LocalFileSystem(), pool, issues, on_file, on_progress);
  }
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  const bool sound = report.Finish(issues.Collect(), elapsed.count());
  RETURN_IF_ERROR(out.Flush());
  return sound ? kExitOk : kExitDamage;
}

}  // namespace sightglass::app
