#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace sightglass::kind {

inline constexpr std::size_t kMaxParameters = 100'000;

// Names and values of a query string or of a form, decoded, in the order in which they stand.
//
// Decoding never fails: a '%' without two hexadecimal digits stands for itself, as in TensorBoard,
// and what is decoded need not be UTF-8.
class Parameters {
 public:
  Parameters() = default;

  // "a=1&b=2", '+' is a blank. kOutOfRange past kMaxParameters.
  static base::Result<Parameters> FromQuery(std::string_view query);
  // The body of a form: application/x-www-form-urlencoded or multipart/form-data (parts that are
  // files count by their contents). Of any other type: none at all, as in TensorBoard.
  // kInvalidArgument for a multipart body that cannot be cut into parts.
  static base::Result<Parameters> FromForm(std::string_view content_type, std::string_view body);

  // The first of this name; nullopt if there is none.
  [[nodiscard]] std::optional<std::string_view> First(std::string_view name) const;
  // All of this name.
  [[nodiscard]] std::vector<std::string_view> All(std::string_view name) const;
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& items() const {
    return items_;
  }

 private:
  std::vector<std::pair<std::string, std::string>> items_;
};

// `text` with %NN decoded and, if `plus_is_blank`, '+' made a blank.
std::string PercentDecode(std::string_view text, bool plus_is_blank);

}  // namespace sightglass::kind
