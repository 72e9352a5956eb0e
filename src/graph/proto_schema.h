#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sightglass::graph {

enum class FieldType : std::uint8_t {
  kInt32,
  kInt64,
  kUint32,
  kUint64,
  kBool,
  kEnum,
  kFloat,
  kDouble,
  kFixed64,
  kString,
  kBytes,
  kMessage,
};

enum class FieldLabel : std::uint8_t {
  kImplicit,  // one; a zero counts as absent
  kPresence,  // one; there or not
  kRepeated,
  kMap,     // `message` has a key and a value
  kAlways,  // the key and the value of a map: shown even where they are absent
};

struct EnumName {
  std::int32_t number = 0;
  std::string_view name{};
};

// Sorted by number.
struct EnumNames {
  std::vector<EnumName> names{};

  // Empty: there is none.
  [[nodiscard]] std::string_view Find(std::int32_t number) const;
  [[nodiscard]] std::optional<std::int32_t> Find(std::string_view name) const;
};

struct MessageSchema;

struct FieldSchema {
  std::uint32_t number = 0;
  std::string_view name{};
  FieldType type = FieldType::kInt32;
  FieldLabel label = FieldLabel::kImplicit;
  bool in_oneof = false;  // of its message's only oneof
  const MessageSchema* message = nullptr;
  const EnumNames* names = nullptr;
};

// A protobuf message, as far as its text form needs to know it.
struct MessageSchema {
  std::string_view name{};
  std::vector<FieldSchema> fields{};  // by number

  // nullptr: there is none.
  [[nodiscard]] const FieldSchema* Find(std::uint32_t number) const;
  [[nodiscard]] const FieldSchema* Find(std::string_view name) const;
};

// They live as long as the program.
const MessageSchema& GraphDefSchema();
const MessageSchema& RunMetadataSchema();

}  // namespace sightglass::graph
