#include "app/verify_report.h"

#include <fmt/format.h>

#include <string>

#include "app/human_text.h"
#include "app/log_loading.h"
#include "base/text.h"

namespace sightglass::app {

VerifyReport::VerifyReport(const std::vector<ingest::LogRoot>& roots, VerifyForm form,
                           Terminal terminal, base::BufferedOutput& out)
    : roots_(roots), form_(form), terminal_(terminal), out_(out), json_(out) {
  if (form_ == VerifyForm::kText) return;
  json_.BeginObject();
  json_.Key("logdirs");
  json_.BeginArray();
  for (const ingest::LogRoot& root : roots) {
    json_.BeginObject();
    json_.Key("name");
    json_.String(root.name);
    json_.Key("path");
    json_.String(root.path);
    json_.EndObject();
  }
  json_.EndArray();
  json_.Key("files");
  json_.BeginArray();
}

void VerifyReport::AddFile(const ingest::FileReport& file) {
  const std::uint64_t places_before = damaged_places_;
  if (form_ == VerifyForm::kJson) {
    json_.BreakLine();
    json_.BeginObject();
    json_.Key("run");
    json_.String(file.run);
    json_.Key("path");
    json_.String(file.path);
    json_.Key("bytes");
    json_.UInt(file.bytes);
    json_.Key("records");
    json_.UInt(file.records);
    json_.Key("lost_bytes");
    json_.UInt(file.lost_bytes);
    json_.Key("tail_bytes");
    json_.UInt(file.tail_bytes);
    json_.Key("issues");
    json_.BeginArray();
  }
  for (const base::Issue& issue : file.issues) AddIssue(issue);
  if (form_ == VerifyForm::kJson) {
    json_.EndArray();
    json_.EndObject();
  }
  ++files_;
  records_ += file.records;
  bytes_ += file.bytes;
  lost_bytes_ += file.lost_bytes;
  tail_bytes_ += file.tail_bytes;
  if (file.tail_bytes > 0) ++torn_files_;
  if (damaged_places_ > places_before) ++damaged_files_;
}

void VerifyReport::AddIssue(const base::Issue& issue) {
  const bool damage = base::IssueLosesData(issue.kind);
  if (damage) ++damaged_places_;
  if (form_ == VerifyForm::kJson) {
    json_.BeginObject();
    json_.Key("name");
    json_.String(base::IssueName(issue.kind));
    json_.Key("path");
    json_.String(issue.path);
    json_.Key("offset");
    json_.UInt(issue.offset);
    json_.Key("bytes");
    json_.UInt(issue.bytes);
    json_.Key("damage");
    json_.Bool(damage);
    json_.Key("message");
    json_.String(issue.message);
    json_.EndObject();
    return;
  }
  // Plain numbers without separators: this line is for cutting apart, and for dd.
  const std::string name =
      Painted(terminal_, damage ? Paint::kRed : Paint::kYellow, base::IssueName(issue.kind));
  out_.Write(fmt::format("{}: offset {}: {}, {} bytes{}: {}\n",
                         base::EscapeForDisplay(issue.path, 4096), issue.offset, name, issue.bytes,
                         damage ? " lost" : "", base::EscapeForDisplay(issue.message, 4096)));
}

bool VerifyReport::Finish(const std::map<base::IssueLog::Key, base::FileIssues>& others,
                          double seconds) {
  if (form_ == VerifyForm::kJson) {
    json_.EndArray();
    json_.BreakLine();
    json_.Key("issues");
    json_.BeginArray();
  }
  for (const auto& [key, issues] : others) {
    for (const base::Issue& issue : issues.first) AddIssue(issue);
  }
  if (form_ == VerifyForm::kJson) json_.EndArray();
  WriteSummary(seconds);
  return damaged_places_ == 0;
}

void VerifyReport::WriteSummary(double seconds) {
  if (form_ == VerifyForm::kJson) {
    json_.BreakLine();
    json_.Key("totals");
    json_.BeginObject();
    json_.Key("files");
    json_.UInt(files_);
    json_.Key("records");
    json_.UInt(records_);
    json_.Key("bytes");
    json_.UInt(bytes_);
    json_.Key("lost_bytes");
    json_.UInt(lost_bytes_);
    json_.Key("tail_bytes");
    json_.UInt(tail_bytes_);
    json_.Key("damaged_files");
    json_.UInt(damaged_files_);
    json_.Key("damaged_places");
    json_.UInt(damaged_places_);
    json_.EndObject();
    json_.Key("sound");
    json_.Bool(damaged_places_ == 0);
    json_.Key("seconds");
    json_.Double(seconds);
    json_.EndObject();
    out_.Put('\n');
    return;
  }
  if (files_ == 0) {
    out_.Write(
        fmt::format("No event files below {}: looked for files with 'tfevents' in their "
                    "name.\n",
                    RootsText(roots_)));
    if (damaged_places_ == 0) return;
  }
  std::string verdict = Painted(terminal_, Paint::kGreen, "sound");
  if (damaged_places_ > 0) {
    verdict = Painted(terminal_, Paint::kRed, "damaged") +
              fmt::format(": {} in {}, {} lost", PluralText(damaged_places_, "place"),
                          PluralText(damaged_files_, "file"), PluralText(lost_bytes_, "byte"));
  }
  if (torn_files_ > 0) {
    verdict +=
        fmt::format("; {} inside a record that may still be being written",
                    torn_files_ == 1 ? "1 file ends" : CountText(torn_files_) + " files end");
  }
  out_.Write(fmt::format("{}, {}, {} checked in {}: {}\n", PluralText(files_, "file"),
                         PluralText(records_, "record"), BytesText(bytes_), DurationText(seconds),
                         verdict));
}

}  // namespace sightglass::app
