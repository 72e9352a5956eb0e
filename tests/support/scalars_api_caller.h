#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kind/json_reader.h"
#include "kind/router.h"
#include "kinds/scalars/scalars_api.h"

// For tests of our API: asking its routes, and reading what they answer.
namespace sightglass::kinds {

// An answer in either form, read back.
class ReadAnswer {
 public:
  explicit ReadAnswer(kind::Response response)
      : response_(std::move(response)), document_(Parse(response_)) {}

  [[nodiscard]] const kind::Response& response() const { return response_; }
  [[nodiscard]] kind::JsonValue root() const { return document_.root(); }

  // The objects of a list that is a member of the head. They live as long as the answer.
  [[nodiscard]] std::vector<kind::JsonValue> Items(std::string_view name) const& {
    return Get(root(), name).AsArray(1'000'000).value();
  }
  std::vector<kind::JsonValue> Items(std::string_view name) const&& = delete;
  [[nodiscard]] static kind::JsonValue Get(const kind::JsonValue& object, std::string_view name) {
    const auto member = object.Member(name).value();
    EXPECT_TRUE(member.has_value()) << name;
    return *member;
  }
  [[nodiscard]] static bool Has(const kind::JsonValue& object, std::string_view name) {
    return object.Member(name).value().has_value();
  }
  [[nodiscard]] static std::string Text(const kind::JsonValue& object, std::string_view name) {
    return std::string(Get(object, name).AsString().value());
  }
  [[nodiscard]] static std::uint64_t Number(const kind::JsonValue& object, std::string_view name) {
    return Get(object, name).AsUInt().value();
  }

  // A column, whatever its type.
  [[nodiscard]] std::vector<double> Doubles(const kind::JsonValue& object,
                                            std::string_view name) const {
    return Column<double>(Get(object, name));
  }
  [[nodiscard]] std::vector<std::int64_t> Ints(const kind::JsonValue& object,
                                               std::string_view name) const {
    return Column<std::int64_t>(Get(object, name));
  }
  // {"type":...} of a column in the binary form.
  [[nodiscard]] static std::string Type(const kind::JsonValue& object, std::string_view name) {
    return Text(Get(object, name), "type");
  }

 private:
  static constexpr std::string_view kMagic = "SGC1";

  static std::uint32_t HeadBytes(const std::string& body) {
    std::uint32_t bytes = 0;
    std::memcpy(&bytes, body.data() + kMagic.size(), sizeof(bytes));
    return bytes;
  }
  static kind::JsonDocument Parse(const kind::Response& response) {
    const std::string_view body = response.body;
    const std::string_view head =
        body.starts_with(kMagic) ? body.substr(8, HeadBytes(response.body)) : body;
    auto document = kind::JsonDocument::Parse(head);
    EXPECT_TRUE(document.ok()) << head.substr(0, 500);
    return std::move(document).value();
  }

  template <class Number>
  [[nodiscard]] std::vector<Number> Column(const kind::JsonValue& value) const {
    std::vector<Number> column;
    if (value.IsArray()) {
      const auto items = value.AsArray(10'000'000);
      for (const kind::JsonValue& item : *items) column.push_back(FromJson<Number>(item));
      return column;
    }
    const std::string type = Text(value, "type");
    const std::size_t begin = 8 + HeadBytes(response_.body) + SizeOf(value, "at");
    const std::size_t count = SizeOf(value, "count");
    const auto load = [&](auto sample) {
      EXPECT_LE(begin + count * sizeof(sample), response_.body.size());
      for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(&sample, response_.body.data() + begin + i * sizeof(sample), sizeof(sample));
        column.push_back(static_cast<Number>(sample));
      }
    };
    if (type == "i32") load(std::int32_t{});
    if (type == "i64") load(std::int64_t{});
    if (type == "u32") load(std::uint32_t{});
    if (type == "u64") load(std::uint64_t{});
    if (type == "f32") load(float{});
    if (type == "f64") load(double{});
    return column;
  }
  static std::size_t SizeOf(const kind::JsonValue& object, std::string_view name) {
    return static_cast<std::size_t>(Number(object, name));
  }
  template <class Number>
  static Number FromJson(const kind::JsonValue& item) {
    if constexpr (std::is_same_v<Number, double>) {
      if (item.IsString()) {
        const std::string_view text = item.AsString().value();
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        return text == "NaN" ? std::nan("") : text == "Infinity" ? kInfinity : -kInfinity;
      }
      return item.AsDouble().value();
    } else {
      return item.AsInt().value();
    }
  }

  kind::Response response_;
  kind::JsonDocument document_;
};

// Our routes over one snapshot, or over several that follow one another.
class ApiCaller {
 public:
  ApiCaller() { AddScalarsApiRoutes(router_); }
  explicit ApiCaller(std::shared_ptr<const store::Snapshot> snapshot) : ApiCaller() {
    Observe(std::move(snapshot));
  }

  void Observe(std::shared_ptr<const store::Snapshot> snapshot) {
    snapshot_ = std::move(snapshot);
    revisions_.Observe(snapshot_);
  }
  void Cancel() { cancel_.Cancel(); }

  base::Result<kind::Response> Send(kind::Request request) {
    const kind::Route* route = router_.Find(request.path);
    EXPECT_NE(route, nullptr) << request.path;
    return route->handler(request, {.snapshot = snapshot_,
                                    .revisions = revisions_,
                                    .cancel = cancel_,
                                    .pool = pool_,
                                    .epoch = "0123456789abcdef"});
  }
  base::Result<kind::Response> Post(std::string path, std::string body, std::string accept = {}) {
    return Send({.method = kind::Method::kPost,
                 .path = std::move(path),
                 .headers = {{"accept", std::move(accept)}},
                 .body = std::move(body)});
  }
  base::Result<kind::Response> Get(std::string path, std::string_view query = {}) {
    return Send({.path = std::move(path), .query = kind::Parameters::FromQuery(query).value()});
  }

  // Answers that must be good.
  ReadAnswer PostOk(const std::string& path, const std::string& body, std::string accept = {}) {
    auto response = Post(path, body, std::move(accept));
    EXPECT_TRUE(response.ok()) << body << ": " << (response.ok() ? "" : response.error().message);
    return ReadAnswer(response.ok() ? std::move(response).value() : kind::JsonResponse("{}"));
  }
  ReadAnswer GetOk(const std::string& path, std::string_view query) {
    auto response = Get(path, query);
    EXPECT_TRUE(response.ok()) << query << ": " << (response.ok() ? "" : response.error().message);
    return ReadAnswer(response.ok() ? std::move(response).value() : kind::JsonResponse("{}"));
  }

 private:
  kind::Router router_;
  std::shared_ptr<const store::Snapshot> snapshot_ = std::make_shared<store::Snapshot>();
  store::RevisionLog revisions_;
  base::CancelFlag cancel_;
  base::ThreadPool pool_{2};
};

}  // namespace sightglass::kinds
