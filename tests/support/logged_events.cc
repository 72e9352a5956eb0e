#include "tests/support/logged_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <utility>

#include "format/event.h"
#include "format/frame.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

bool ReadEvent(base::Bytes payload, LoggedFile& file) {
  format::EventView event;
  if (format::ParseEvent(payload, event) != format::WireError::kOk) return false;
  if (event.what != format::EventWhat::kSummary) {
    file.others.push_back({.what = std::string(format::EventWhatName(event.what)),
                           .step = event.step,
                           .body = std::string(base::AsText(event.body))});
    return true;
  }
  format::ValueWalker walker(event.body);
  format::ValueView value;
  while (walker.Next(value)) {
    if (value.form != format::ValueForm::kSimpleValue) continue;
    file.scalars.push_back({.tag = std::string(base::AsText(value.tag)),
                            .step = event.step,
                            .wall_time = event.wall_time,
                            .value = value.simple_value});
  }
  return walker.error() == format::WireError::kOk;
}

}  // namespace

LoggedFile ReadEventBytes(std::string_view bytes) {
  LoggedFile file;
  base::Bytes rest = base::AsBytes(bytes);
  while (!rest.empty()) {
    const format::Frame frame = format::ReadFrame(rest);
    if (frame.state == format::FrameState::kIncomplete) {
      file.torn_bytes = rest.size();
      break;
    }
    if (frame.state != format::FrameState::kRecord || !ReadEvent(frame.payload, file)) {
      file.damaged = true;
      break;
    }
    ++file.records;
    rest = rest.subspan(frame.frame_bytes);
  }
  return file;
}

std::vector<LoggedFile> ReadEventFiles(const std::string& directory) {
  std::vector<std::string> paths;
  std::error_code absent;
  for (const auto& entry : std::filesystem::directory_iterator(directory, absent)) {
    const std::string name = entry.path().filename().string();
    if (name.find("tfevents") != std::string::npos) paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  std::vector<LoggedFile> files;
  for (const std::string& path : paths) {
    files.push_back(ReadEventBytes(ReadFileBytes(path)));
    files.back().path = path;
  }
  return files;
}

std::map<std::string, std::vector<LoggedScalar>> ReadScalars(const std::string& directory) {
  std::map<std::string, std::vector<LoggedScalar>> by_tag;
  for (LoggedFile& file : ReadEventFiles(directory)) {
    EXPECT_FALSE(file.damaged) << file.path;
    for (LoggedScalar& scalar : file.scalars) by_tag[scalar.tag].push_back(std::move(scalar));
  }
  return by_tag;
}

}  // namespace sightglass::testing
