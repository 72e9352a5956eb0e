#include "tests/loaded_logs.h"

#include <gtest/gtest.h>

#include <fstream>

namespace sightglass::testing {

LoadedLogs::LoadedLogs(const std::string& directory, io::FileSystem& files,
                       LoadedLogsOptions options)
    : pool_(options.threads),
      loader_({ingest::LogRoot{.name = "", .path = directory}}, files, pool_, issues_,
              options.loader) {
  loader_.Refresh();
}

std::set<std::string> LoadedLogs::IssueNames(std::string_view directory) const {
  std::set<std::string> names;
  for (const auto& [key, found] : issues_.Collect()) {
    const std::string_view path = key.first;
    if (path == directory ||
        (path.starts_with(directory) && path.substr(directory.size()).starts_with('/'))) {
      names.insert(std::string(base::IssueName(key.second)));
    }
  }
  return names;
}

std::vector<store::ScalarPoint> ScalarPoints(const store::Series& series) {
  std::vector<store::ScalarPoint> points;
  const auto* scalars = series.scalars();
  EXPECT_NE(scalars, nullptr) << series.tag_name << " is not a scalar series";
  if (scalars != nullptr) scalars->Read(0, scalars->size(), points);
  return points;
}

std::vector<store::ScalarPoint> SupersededScalarPoints(const store::Series& series) {
  std::vector<store::ScalarPoint> points;
  if (const auto* scalars = series.scalars()) scalars->ReadSuperseded(points);
  return points;
}

std::vector<FoundValue> RefPoints(const store::Run& run, const store::Series& series) {
  std::vector<FoundValue> found;
  const auto* refs = series.refs();
  EXPECT_NE(refs, nullptr) << series.tag_name << " is a scalar series";
  if (refs == nullptr) return found;
  for (const auto& part : refs->parts()) {
    std::string path;
    for (const auto& file : run.files) {
      if (file->id == part.file) path = file->path;
    }
    EXPECT_FALSE(path.empty()) << "no file " << part.file.value << " in run " << run.name;
    std::vector<store::RefPoint> points;
    part.segment->Read(0, part.visible, points);
    for (const auto& point : points) found.push_back({point, path});
  }
  return found;
}

std::string ReadValue(const FoundValue& value) {
  std::string bytes(value.point.bytes, '\0');
  std::ifstream in(value.path, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(value.point.offset));
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  EXPECT_TRUE(in.good()) << "cannot read " << bytes.size() << " bytes at " << value.point.offset
                         << " of " << value.path;
  return bytes;
}

}  // namespace sightglass::testing
