#include <unistd.h>

#include <string>

#include "app/commands.h"
#include "app/human_text.h"
#include "app/log_loading.h"
#include "app/output_file.h"
#include "app/scalar_export.h"
#include "app/selection.h"
#include "base/buffered_output.h"

namespace sightglass::app {
namespace {

// What the user should know, beside the result, on standard error.
std::string NotesText(const LoadedLogs& logs, const kinds::ScalarExportCounts& counts) {
  std::string notes;
  if (logs.snapshot->runs.empty()) {
    notes += fmt::format("sightglass: no event files below {}\n", RootsText(logs.roots));
  } else if (counts.series == 0) {
    notes += "sightglass: no scalars match; 'sightglass inspect' shows what there is\n";
  }
  std::uint64_t losses = 0;
  for (const auto& [key, issues] : logs.issues.Collect()) {
    if (base::IssueLosesData(key.second)) losses += issues.count;
  }
  if (losses > 0) {
    notes +=
        fmt::format("sightglass: data were lost at {}; 'sightglass inspect' tells where and why\n",
                    PluralText(losses, "place"));
  }
  return notes;
}

}  // namespace

base::Result<int> RunExport(const ExportOptions& options) {
  ASSIGN_OR_RETURN(const Selection selection, Selection::Make(options.selection));
  // A file that cannot be written is told before a long load, not after.
  ASSIGN_OR_RETURN(const auto output, OutputFile::Open(options.output));
  ASSIGN_OR_RETURN(const LoadedLogs* const logs, LoadLogs(options.common));
  const kinds::ScalarExportCounts counts =
      WriteScalars(selection.Select(*logs->snapshot),
                   {.format = options.format, .superseded = options.superseded}, output->out());
  RETURN_IF_ERROR(output->Commit());
  if (!options.common.quiet) {
    base::BufferedOutput err(STDERR_FILENO, "standard error");
    err.Write(NotesText(*logs, counts));
    static_cast<void>(err.Flush().ok());
  }
  return kExitOk;
}

}  // namespace sightglass::app
