#pragma once

#include <cstdint>
#include <string_view>

#include "base/buffered_output.h"

namespace sightglass::base {

// JSON written as it goes: no tree, no memory beyond the output's buffer.
//
// Text is UTF-8 as it is; bytes that are not UTF-8 appear as the characters \xNN (in JSON "\\xNN").
// Doubles read back to the same bits; NaN and the infinities are the strings "NaN", "Infinity" and
// "-Infinity", as in TensorBoard's answers. Integers are bare whatever their size.
//
// The caller balances Begin and End and gives a key before every member of an object.
class JsonWriter {
 public:
  // `out` must outlive the writer.
  explicit JsonWriter(BufferedOutput& out) : out_(out) {}

  void BeginObject() { Begin('{'); }
  void EndObject() { End('}'); }
  void BeginArray() { Begin('['); }
  void EndArray() { End(']'); }
  // `key` is written without escapes: one of our own names.
  void Key(std::string_view key);
  // The same for a name out of a file or request: escaped like String().
  void NameKey(std::string_view key);

  void String(std::string_view text);
  void Double(double value);
  void Int(std::int64_t value);
  void UInt(std::uint64_t value);
  void Bool(bool value);
  void Null();
  // A value that is JSON already, as it is.
  void Raw(std::string_view value);

  // A line break before the next element, which makes long arrays readable by line.
  void BreakLine() { break_line_ = true; }

 private:
  void Separate();
  void Begin(char bracket);
  void End(char bracket);

  BufferedOutput& out_;
  bool comma_ = false;       // something stands before the next element on its level
  bool break_line_ = false;  // asked for, not yet written
};

// `text` as a JSON string, quotes included.
void WriteJsonString(std::string_view text, BufferedOutput& out);

// As JsonWriter::Double does.
void WriteJsonDouble(double value, BufferedOutput& out);

}  // namespace sightglass::base
