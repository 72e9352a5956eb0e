#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "app/terminal.h"
#include "base/buffered_output.h"
#include "base/issue_log.h"
#include "base/json_writer.h"
#include "ingest/log_root.h"
#include "ingest/verify.h"

namespace sightglass::app {

enum class VerifyForm : unsigned char { kText, kJson };

// Writes what `verify` finds as it is found: text, a line for each place; or JSON, see README.md.
//
// Threads: one at a time. Memory: none that grows with the number of files.
class VerifyReport {
 public:
  // `out` must outlive the report.
  VerifyReport(const std::vector<ingest::LogRoot>& roots, VerifyForm form, Terminal terminal,
               base::BufferedOutput& out);

  void AddFile(const ingest::FileReport& file);

  // The end: `others` are issues of no single file. Returns whether nothing was damaged.
  bool Finish(const std::map<base::IssueLog::Key, base::FileIssues>& others, double seconds);

 private:
  void AddIssue(const base::Issue& issue);
  void WriteSummary(double seconds);

  const std::vector<ingest::LogRoot>& roots_;
  const VerifyForm form_;
  const Terminal terminal_;
  base::BufferedOutput& out_;
  base::JsonWriter json_;

  std::uint64_t files_ = 0;
  std::uint64_t records_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t lost_bytes_ = 0;
  std::uint64_t tail_bytes_ = 0;
  std::uint64_t torn_files_ = 0;
  std::uint64_t damaged_files_ = 0;
  std::uint64_t damaged_places_ = 0;
};

}  // namespace sightglass::app
