#include "bench/graph_logs.h"

#include <fmt/format.h>

#include "bench/transformer_graph.h"
#include "format/encode.h"

namespace sightglass::bench {

base::Result<Totals> MakeGraph(const std::string& directory, const GraphOptions& options) {
  constexpr std::int64_t kStartSeconds = 1'700'000'000;
  if (!options.flat && options.nodes < kLeastTransformerNodes) {
    return base::Error{base::ErrorCode::kInvalidArgument,
                       fmt::format("{} nodes, at least {}", options.nodes, kLeastTransformerNodes)};
  }
  RETURN_IF_ERROR(RequireEmptyDirectory(directory));
  Totals totals{.runs = 1, .series = 1, .points = 1};
  ASSIGN_OR_RETURN(LogFile file, LogFile::Create(fmt::format("{}/run-0000/{}", directory,
                                                             EventFileName(kStartSeconds, 0))));
  AppendFileVersion(file.buffer(), kStartSeconds);
  const std::string graph = options.flat ? FlatGraph(options.nodes, options.seed)
                                         : TransformerGraph(options.nodes, options.seed);
  format::AppendFrame(file.buffer(),
                      format::EncodeBytesEvent(static_cast<double>(kStartSeconds) + 1, 0,
                                               format::EventWhat::kGraphDef, graph));
  RETURN_IF_ERROR(file.Close(totals));
  return totals;
}

}  // namespace sightglass::bench
