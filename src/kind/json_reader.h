#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace sightglass::kind {

struct JsonNode;  // of json_tree.h

// A JSON value that came with a request, read member by member. Every error is kInvalidArgument and
// names the place: "smoothing.weight: 1.5 is not below 1".
//
// A value refers to its document, which must outlive it.
class JsonValue {
 public:
  // Where it stands in the document, e.g. "series[2].run"; empty for the document itself.
  [[nodiscard]] const std::string& place() const { return place_; }

  [[nodiscard]] bool IsNull() const;
  [[nodiscard]] bool IsObject() const;
  [[nodiscard]] bool IsArray() const;
  [[nodiscard]] bool IsString() const;
  [[nodiscard]] bool IsNumber() const;
  [[nodiscard]] bool IsBool() const;

  base::Result<std::string_view> AsString() const;
  base::Result<bool> AsBool() const;
  base::Result<double> AsDouble() const;     // any number
  base::Result<std::int64_t> AsInt() const;  // a whole number that fits
  base::Result<std::uint64_t> AsUInt() const;
  base::Result<std::vector<JsonValue>> AsArray(std::size_t max_items) const;
  base::Result<std::vector<std::string>> AsStrings(std::size_t max_items) const;

  // A member; nullopt if it is absent or null. kInvalidArgument if this is not an object.
  base::Result<std::optional<JsonValue>> Member(std::string_view name) const;
  // kInvalidArgument naming the first member that is not in `known`, and the nearest that is.
  base::Status AllowOnly(std::initializer_list<std::string_view> known) const;

  // An error about this value: "PLACE: MESSAGE".
  [[nodiscard]] base::Error Bad(std::string_view message) const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonNode* node, std::string place) : node_(node), place_(std::move(place)) {}
  const JsonNode* node_;
  std::string place_;
};

struct JsonOptions {
  // Levels take room on the stack, so that kMostDepth is the most.
  static constexpr std::size_t kMostDepth = 1000;
  std::size_t max_depth = 32;
  std::string_view name = "body";  // stands before what is wrong
};

// A parsed body: UTF-8, as RFC 8259 has it.
class JsonDocument {
 public:
  // kInvalidArgument with the place of the first mistake.
  static base::Result<JsonDocument> Parse(std::string_view text, const JsonOptions& options = {});
  ~JsonDocument();
  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;

  [[nodiscard]] JsonValue root() const;

 private:
  struct Impl;
  explicit JsonDocument(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sightglass::kind
