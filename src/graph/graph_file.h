#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "graph/build_graph.h"
#include "graph/graph.h"
#include "io/file_system.h"

namespace sightglass::graph {

// A graph that was opened as a file.
struct GraphFile {
  std::shared_ptr<const Graph> graph;
  std::string_view format;  // "GraphDef", "SavedModel", "Keras", "ONNX", as a person would say
  bool conceptual = false;  // its nodes are layers, not operations
};

// Reads a graph from a file of any format we know: a GraphDef as bytes (.pb) or text (.pbtxt), a
// SavedModel (saved_model.pb, or the directory that holds it), a Keras model as JSON or .keras, an
// ONNX model. What it holds decides, not its name.
//
// Errors say what is wrong, and end in the path; codes as io::FileSystem and the readers give them.
// Cost: constants and weights are not read, except of text, which is read whole: kOutOfRange past 1
// GiB.
base::Result<GraphFile> ReadGraphFile(const std::string& path, const GraphLimits& limits = {},
                                      io::FileSystem& files = io::LocalFileSystem());

// The same of a file's contents, but for a SavedModel as a directory. Errors name no path.
base::Result<GraphFile> ReadGraphBytes(base::Bytes bytes, const GraphLimits& limits = {});

// How large the file is now that ReadGraphFile() would read, and whether it is still the same one.
struct GraphFileStamp {
  std::uint64_t bytes = 0;
  std::uint64_t version = 0;  // of other contents another one
};
base::Result<GraphFileStamp> StampGraphFile(const std::string& path,
                                            io::FileSystem& files = io::LocalFileSystem());

}  // namespace sightglass::graph
