#include "writer/hparams_encoder.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/wire_writer.h"
#include "writer/summary_encoder.h"
#include "writer/text_pieces.h"
#include "writer/utf8_check.h"

namespace sightglass::writer {
namespace {

using base::WireWriter;

// Names must be UTF-8, not empty, and not given twice.
Status CheckNames(std::string_view what, std::vector<std::string_view> names) {
  for (const std::string_view name : names) {
    if (name.empty()) return Invalid({"an empty ", what});
    if (Status status = CheckUtf8(what, name); !status.ok()) return status;
  }
  std::ranges::sort(names);
  const auto twin = std::ranges::adjacent_find(names);
  if (twin != names.end()) {
    return Invalid({what, " \"", *twin, "\" is given twice"});
  }
  return {};
}

// Writes `text` unless it is empty.
Status AddText(std::string_view what, std::uint32_t field, std::string_view text,
               WireWriter& writer) {
  if (text.empty()) return {};
  if (Status status = CheckUtf8(what, text); !status.ok()) return status;
  writer.Message(field, text);
  return {};
}

// A google.protobuf.Value. A member of a oneof is written even if it is 0 or empty.
Status EncodeValue(const HParamValue& value, std::string& out) {
  WireWriter writer(out);
  if (const bool* truth = std::get_if<bool>(&value)) {
    writer.Varint(4, *truth ? 1 : 0);
  } else if (const double* number = std::get_if<double>(&value)) {
    writer.Double(2, *number);
  } else if (const std::string* text = std::get_if<std::string>(&value)) {
    if (Status status = CheckUtf8("hparam value", *text); !status.ok()) return status;
    writer.Message(3, *text);
  }
  return {};
}

// The number of a value's type in the hparams' DataType.
std::uint64_t TypeOf(const HParamValue& value) {
  return std::holds_alternative<std::string>(value) ? 1
         : std::holds_alternative<bool>(value)      ? 2
                                                    : 3;
}

Status EncodeDomain(const HParamDomain& hparam, std::string& out) {
  WireWriter writer(out);
  writer.Message(1, hparam.name);
  if (Status status = AddText("display name", 2, hparam.display_name, writer); !status.ok()) {
    return status;
  }
  if (Status status = AddText("description", 3, hparam.description, writer); !status.ok()) {
    return status;
  }
  if (!hparam.values.empty()) {
    std::string list;
    for (const HParamValue& value : hparam.values) {
      if (value.index() != hparam.values.front().index()) {
        return Invalid({"values of several types for hparam \"", hparam.name, "\""});
      }
      std::string message;
      if (Status status = EncodeValue(value, message); !status.ok()) return status;
      WireWriter(list).Message(1, message);
    }
    writer.Varint(4, TypeOf(hparam.values.front()));
    writer.Message(5, list);
  } else if (hparam.min != 0 || hparam.max != 0) {
    if (!(hparam.min <= hparam.max)) {
      return Invalid({"hparam \"", hparam.name, "\" from ", hparam.min, " to ", hparam.max});
    }
    std::string interval;
    WireWriter interval_writer(interval);
    interval_writer.Double(1, hparam.min);
    interval_writer.Double(2, hparam.max);
    writer.Varint(4, 3);
    writer.Message(6, interval);
  }
  return {};
}

Status EncodeMetric(const HParamMetric& metric, std::string& out) {
  std::string name;
  WireWriter name_writer(name);
  if (Status status = AddText("metric group", 1, metric.group, name_writer); !status.ok()) {
    return status;
  }
  if (metric.tag.empty()) return Invalid({"an empty metric tag"});
  if (Status status = AddText("metric tag", 2, metric.tag, name_writer); !status.ok()) {
    return status;
  }
  WireWriter writer(out);
  writer.Message(1, name);
  if (Status status = AddText("display name", 3, metric.display_name, writer); !status.ok()) {
    return status;
  }
  return AddText("description", 4, metric.description, writer);
}

// The data are in the metadata; the tensor is one of no elements, because some readers drop a value
// that has none.
void AppendHParams(std::string_view tag, std::uint32_t member, std::string_view message,
                   std::string& summary) {
  constexpr std::int64_t kNoElements[] = {0};
  std::string content;
  WireWriter(content).Message(member, message);
  AppendTensorValue({tag}, {.name = "hparams", .content = content},
                    {.type = TensorType::kFloat, .dims = kNoElements}, summary);
}

}  // namespace

Status EncodeExperiment(const HParamExperiment& experiment, double now, std::string& summary) {
  std::vector<std::string_view> names;
  for (const HParamDomain& hparam : experiment.hparams) names.push_back(hparam.name);
  if (Status status = CheckNames("hparam name", std::move(names)); !status.ok()) return status;
  std::string message;
  WireWriter writer(message);
  if (Status status = AddText("description", 1, experiment.description, writer); !status.ok()) {
    return status;
  }
  if (Status status = AddText("user", 2, experiment.user, writer); !status.ok()) return status;
  writer.Double(3, now);
  for (const HParamDomain& hparam : experiment.hparams) {
    std::string info;
    if (Status status = EncodeDomain(hparam, info); !status.ok()) return status;
    writer.Message(4, info);
  }
  for (const HParamMetric& metric : experiment.metrics) {
    std::string info;
    if (Status status = EncodeMetric(metric, info); !status.ok()) return status;
    writer.Message(5, info);
  }
  AppendHParams(kExperimentTag, 2, message, summary);
  return {};
}

Status EncodeSessionStart(std::span<const HParam> hparams, const HParamSession& session, double now,
                          std::string& summary) {
  std::vector<std::string_view> names;
  for (const HParam& hparam : hparams) names.push_back(hparam.name);
  if (Status status = CheckNames("hparam name", std::move(names)); !status.ok()) return status;
  std::string message;
  WireWriter writer(message);
  for (const HParam& hparam : hparams) {
    std::string value;
    if (Status status = EncodeValue(hparam.value, value); !status.ok()) return status;
    std::string entry;
    WireWriter entry_writer(entry);
    entry_writer.Message(1, hparam.name);
    entry_writer.Message(2, value);
    writer.Message(1, entry);
  }
  if (Status status = AddText("model_uri", 2, session.model_uri, writer); !status.ok()) {
    return status;
  }
  if (Status status = AddText("monitor_url", 3, session.monitor_url, writer); !status.ok()) {
    return status;
  }
  if (Status status = AddText("group_name", 4, session.group_name, writer); !status.ok()) {
    return status;
  }
  writer.Double(5, now);
  AppendHParams(kSessionStartTag, 3, message, summary);
  return {};
}

Status EncodeSessionEnd(SessionOutcome outcome, double now, std::string& summary) {
  if (outcome > SessionOutcome::kRunning) {
    return NoChoice("outcome", static_cast<std::int64_t>(outcome));
  }
  std::string message;
  WireWriter writer(message);
  if (outcome != SessionOutcome::kUnknown) writer.Varint(1, static_cast<std::uint64_t>(outcome));
  writer.Double(2, now);
  AppendHParams(kSessionEndTag, 4, message, summary);
  return {};
}

}  // namespace sightglass::writer
