#include "writer/mesh_encoder.h"

#include <array>
#include <cstdint>
#include <vector>

#include "base/wire_writer.h"
#include "writer/number_reader.h"
#include "writer/text_pieces.h"
#include "writer/utf8_check.h"

namespace sightglass::writer {
namespace {

// Numbers as in MeshPluginData.ContentType.
enum class Part : std::uint32_t { kVertex = 1, kFace = 2, kColor = 3 };

// The numbers as they go to the file: in place if they are of `type` already, else in `scratch`.
// From CheckFaces() it is known that 64-bit faces fit.
template <class T>
std::string_view ContentOf(const Numbers& numbers, NumberType type, std::string& scratch) {
  if (numbers.type() == type) {
    return {static_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
  }
  const std::vector<double> values = ReadDoubles(numbers);
  scratch.reserve(values.size() * sizeof(T));
  for (const double value : values) {
    const T narrow = static_cast<T>(value);
    scratch.append(reinterpret_cast<const char*>(&narrow), sizeof(T));
  }
  return scratch;
}

Status CheckPart(std::string_view what, const Numbers& numbers, std::int64_t batch, NumberType type,
                 NumberType wide_type) {
  if (Status status = CheckNumbers(what, numbers); !status.ok()) return status;
  if (numbers.empty()) return {};
  if (numbers.type() != type && numbers.type() != wide_type) {
    return Invalid({"mesh: ", what, " of another type than is documented"});
  }
  if (static_cast<std::uint64_t>(batch) > numbers.size() / 3 ||
      numbers.size() % (static_cast<std::uint64_t>(batch) * 3) != 0) {
    return Invalid({"mesh: ", numbers.size(), " numbers for ", what, " are not ", batch,
                    " lists of three each"});
  }
  return {};
}

Status CheckFaces(const Numbers& faces, std::int64_t points) {
  std::size_t position = 0;
  for (const double index : ReadDoubles(faces)) {
    if (!(index >= 0 && index < static_cast<double>(points))) {
      return Invalid({"mesh: face index ", static_cast<std::int64_t>(index), " at position ",
                      position, ", there are ", points, " points"});
    }
    ++position;
  }
  return {};
}

}  // namespace

Status EncodeMesh(const ValueHead& head, const MeshView& mesh, std::string& summary) {
  if (mesh.batch < 1) return Invalid({"mesh: batch of ", mesh.batch, ", at least 1"});
  if (Status status = CheckPart("vertices", mesh.vertices, mesh.batch, NumberType::kFloat32,
                                NumberType::kFloat64);
      !status.ok()) {
    return status;
  }
  if (Status status =
          CheckPart("faces", mesh.faces, mesh.batch, NumberType::kInt32, NumberType::kInt64);
      !status.ok()) {
    return status;
  }
  if (Status status =
          CheckPart("colors", mesh.colors, mesh.batch, NumberType::kUint8, NumberType::kUint8);
      !status.ok()) {
    return status;
  }
  if (mesh.vertices.empty()) return Invalid({"mesh: no vertices"});
  if (!mesh.colors.empty() && mesh.colors.size() != mesh.vertices.size()) {
    return Invalid(
        {"mesh: ", mesh.colors.size() / 3, " colors for ", mesh.vertices.size() / 3, " points"});
  }
  const std::size_t bytes =
      4 * (mesh.vertices.size() + mesh.faces.size()) + mesh.colors.size() + mesh.config.size();
  if (Status status = CheckEventBytes("mesh", bytes); !status.ok()) return status;
  if (Status status = CheckUtf8("mesh configuration", mesh.config); !status.ok()) return status;
  const auto triples = [&](const Numbers& numbers) {
    return static_cast<std::int64_t>(numbers.size()) / mesh.batch / 3;
  };
  if (Status status = CheckFaces(mesh.faces, triples(mesh.vertices)); !status.ok()) return status;

  std::uint64_t components = 1U << static_cast<unsigned>(Part::kVertex);
  if (!mesh.faces.empty()) components |= 1U << static_cast<unsigned>(Part::kFace);
  if (!mesh.colors.empty()) components |= 1U << static_cast<unsigned>(Part::kColor);
  summary.reserve(summary.size() + bytes + 3 * (mesh.config.size() + head.description.size()) +
                  1024);
  const auto append = [&](Part part, const Numbers& numbers, TensorType type,
                          std::string_view suffix, std::string_view content) {
    const std::array<std::int64_t, 3> dims = {mesh.batch, triples(numbers), 3};
    const std::array<std::uint64_t, 3> shape = {static_cast<std::uint64_t>(dims[0]),
                                                static_cast<std::uint64_t>(dims[1]), 3};
    std::string plugin_content;
    base::WireWriter writer(plugin_content);
    writer.Message(2, head.tag);
    writer.Varint(3, static_cast<std::uint64_t>(part));
    writer.Message(5, mesh.config.empty() ? std::string_view("{}") : mesh.config);
    writer.PackedVarints(6, shape);
    writer.Varint(7, components);
    const std::string tag = JoinPieces({head.tag, suffix});
    AppendTensorValue({tag, head.display_name, head.description},
                      {.name = "mesh", .content = plugin_content},
                      {.type = type, .dims = dims, .content = content}, summary);
  };
  std::string scratch;
  append(Part::kVertex, mesh.vertices, TensorType::kFloat, "_VERTEX",
         ContentOf<float>(mesh.vertices, NumberType::kFloat32, scratch));
  if (!mesh.faces.empty()) {
    scratch.clear();
    append(Part::kFace, mesh.faces, TensorType::kInt32, "_FACE",
           ContentOf<std::int32_t>(mesh.faces, NumberType::kInt32, scratch));
  }
  if (!mesh.colors.empty()) {
    append(Part::kColor, mesh.colors, TensorType::kUint8, "_COLOR",
           ContentOf<std::uint8_t>(mesh.colors, NumberType::kUint8, scratch));
  }
  return {};
}

}  // namespace sightglass::writer
