#pragma once

#include <string>
#include <string_view>

#include "sightglass/status.h"
#include "sightglass/summary_values.h"
#include "writer/summary_encoder.h"

namespace sightglass::writer {

// Appends one value each for vertices, faces and colours, those that `mesh` has. kInvalidArgument
// for sizes that do not fit each other, types that are not as MeshView says (vertices and faces may
// also be 64 bits wide), faces that name no point, and configurations that are not UTF-8;
// kOutOfRange beyond kMaxEventBytes.
Status EncodeMesh(const ValueHead& head, const MeshView& mesh, std::string& summary);

}  // namespace sightglass::writer
