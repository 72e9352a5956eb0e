#include "writer/layout_encoder.h"

#include "base/wire_writer.h"
#include "writer/summary_encoder.h"
#include "writer/text_pieces.h"
#include "writer/utf8_check.h"

namespace sightglass::writer {
namespace {

using base::WireWriter;

Status EncodeChart(const CustomChart& chart, std::string& out) {
  if (chart.tags.empty() == chart.margins.empty()) {
    return Invalid({"chart \"", chart.title, "\" needs tags or margins, and not both"});
  }
  std::string content;
  for (const std::string& tag : chart.tags) {
    if (Status status = CheckUtf8("chart tag", tag); !status.ok()) return status;
    WireWriter(content).Message(1, tag);
  }
  for (const MarginSeries& margin : chart.margins) {
    std::string series;
    std::uint32_t field = 1;
    for (const std::string* tag : {&margin.value, &margin.lower, &margin.upper}) {
      if (Status status = CheckUtf8("chart tag", *tag); !status.ok()) return status;
      WireWriter(series).Message(field++, *tag);
    }
    WireWriter(content).Message(1, series);
  }
  WireWriter writer(out);
  writer.Message(1, chart.title);
  writer.Message(chart.tags.empty() ? 3 : 2, content);
  return {};
}

Status EncodeCategory(const CustomCategory& category, std::string& out) {
  WireWriter writer(out);
  writer.Message(1, category.title);
  for (const CustomChart& chart : category.charts) {
    if (Status status = CheckUtf8("chart title", chart.title); !status.ok()) return status;
    std::string message;
    if (Status status = EncodeChart(chart, message); !status.ok()) return status;
    writer.Message(2, message);
  }
  if (category.closed) writer.Varint(3, 1);
  return {};
}

}  // namespace

Status EncodeLayout(std::span<const CustomCategory> layout, std::string& summary) {
  std::string message;
  for (const CustomCategory& category : layout) {
    if (Status status = CheckUtf8("category title", category.title); !status.ok()) return status;
    std::string body;
    if (Status status = EncodeCategory(category, body); !status.ok()) return status;
    WireWriter(message).Message(2, body);
  }
  const std::string_view strings[] = {message};
  AppendTensorValue({kLayoutTag}, {.name = "custom_scalars"},
                    {.type = TensorType::kString, .strings = strings}, summary);
  return {};
}

}  // namespace sightglass::writer
