#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/buffered_output.h"
#include "base/json_writer.h"
#include "kind/column_writer.h"
#include "kind/http_message.h"
#include "kind/router.h"

namespace sightglass::kind {

// Which of the two forms an answer takes.
enum class AnswerForm : std::uint8_t { kColumns, kJson };

// JSON if the client accepts that and does not name the type of columns; else `otherwise`.
AnswerForm FormAccepted(const Request& request, AnswerForm otherwise);

// An answer with columns of numbers: in a binary body (kind/column_writer.h), or as lists of plain
// JSON. One description of the head serves both.
class AnswerWriter {
 public:
  // `head_room` as in ColumnWriter.
  AnswerWriter(AnswerForm form, std::size_t head_room);

  // Makes room for `bytes` of columns.
  void Reserve(std::size_t bytes);

  // Everything but columns.
  [[nodiscard]] base::JsonWriter& json() { return json_; }
  // Opens the answer and writes what every one begins with: epoch, revision, loading.
  void Begin(const RequestContext& context);

  // The value of the member whose key was written before.
  void Column(std::span<const std::int64_t> values);
  void Column(std::span<const std::uint64_t> values);
  void Column(std::span<const double> values);

  // Closes the answer. REQUIRES: what was opened after Begin() is closed.
  Response Finish();

 private:
  void Refer(const ColumnRef& ref);

  AnswerForm form_;
  base::BufferedOutput head_;
  base::JsonWriter json_;
  ColumnWriter columns_;
};

}  // namespace sightglass::kind
