#include "kind/answer_writer.h"

#include <utility>

namespace sightglass::kind {

AnswerForm FormAccepted(const Request& request, AnswerForm otherwise) {
  const std::string_view accept = request.Header("accept");
  if (accept.find(kColumnsContentType) != std::string_view::npos) return AnswerForm::kColumns;
  if (accept.find("application/json") != std::string_view::npos) return AnswerForm::kJson;
  return otherwise;
}

AnswerWriter::AnswerWriter(AnswerForm form, std::size_t head_room)
    : form_(form), json_(head_), columns_(form == AnswerForm::kColumns ? head_room : 0) {}

void AnswerWriter::Reserve(std::size_t bytes) {
  if (form_ == AnswerForm::kColumns) columns_.Reserve(bytes);
}

void AnswerWriter::Begin(const RequestContext& context) {
  json_.BeginObject();
  json_.Key("epoch");
  json_.String(context.epoch);
  json_.Key("revision");
  json_.UInt(context.snapshot->version);
  json_.Key("loading");
  json_.Bool(context.snapshot->loading);
}

void AnswerWriter::Refer(const ColumnRef& ref) {
  json_.BeginObject();
  json_.Key("type");
  json_.String(ref.type);
  json_.Key("at");
  json_.UInt(ref.at);
  json_.Key("count");
  json_.UInt(ref.count);
  json_.EndObject();
}

void AnswerWriter::Column(std::span<const std::int64_t> values) {
  if (form_ == AnswerForm::kColumns) return Refer(columns_.Add(values));
  json_.BeginArray();
  for (const std::int64_t value : values) json_.Int(value);
  json_.EndArray();
}

void AnswerWriter::Column(std::span<const std::uint64_t> values) {
  if (form_ == AnswerForm::kColumns) return Refer(columns_.Add(values));
  json_.BeginArray();
  for (const std::uint64_t value : values) json_.UInt(value);
  json_.EndArray();
}

void AnswerWriter::Column(std::span<const double> values) {
  if (form_ == AnswerForm::kColumns) return Refer(columns_.Add(values));
  json_.BeginArray();
  for (const double value : values) json_.Double(value);
  json_.EndArray();
}

Response AnswerWriter::Finish() {
  json_.EndObject();
  Response response;
  if (form_ == AnswerForm::kColumns) {
    response.content_type = kColumnsContentType;
    response.body = columns_.Finish(head_.text());
  } else {
    response = JsonResponse(head_.TakeText());
  }
  response.headers.emplace_back("Vary", "Accept");
  return response;
}

}  // namespace sightglass::kind
