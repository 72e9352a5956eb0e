#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.h"
#include "graph/graph.h"
#include "graph/proto_schema.h"
#include "graph/proto_text_parser.h"

namespace sightglass::graph {

// Messages for tests, from text format.
inline std::string BytesOf(const MessageSchema& schema, std::string_view text) {
  ParsedProtoText parsed = ParseMessageText(schema, text);
  CHECK(!parsed.error && parsed.unknown == 0);
  return std::move(parsed.message);
}

inline std::string GraphBytes(std::string_view text) { return BytesOf(GraphDefSchema(), text); }
inline std::string RunMetadataBytes(std::string_view text) {
  return BytesOf(RunMetadataSchema(), text);
}

// "node: what" of every issue that is told.
inline std::vector<std::string> IssuesOf(const Graph& graph) {
  std::vector<std::string> issues;
  for (const GraphIssue& issue : graph.issues()) issues.push_back(issue.node + ": " + issue.what);
  return issues;
}

}  // namespace sightglass::graph
