#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "tests/support/run_builder.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {

// Words of a line. Blanks part them; inside "..." they do not, and \n, \t, \\, \" and \xNN stand
// for bytes. A word may have quoted pieces: 3="two words". kInvalidArgument for an open quote.
base::Result<std::vector<std::string>> SplitWords(std::string_view line);

// One command of a case and what must come of it.
struct CaseCommand {
  int line = 0;
  std::vector<std::string> arguments;
  int exit_code = 0;
  std::optional<std::string> out;  // all of standard output
  std::optional<std::string> json;
  std::vector<std::string> out_has;
  std::vector<std::string> out_lacks;
  std::vector<std::string> err_has;
  bool err_empty = false;
};

// A test as data: log directories in words, commands, what they must print. The grammar is in
// tests/cases/README.md.
struct CaseFile {
  bool skip_as_root = false;
  std::vector<std::string> setup;  // lines that make files
  std::vector<int> setup_lines;    // where they stand
  std::vector<CaseCommand> commands;
};

// kInvalidArgument names the line.
base::Result<CaseFile> ParseCase(std::string_view text);

// Makes the files that setup lines describe.
class CaseLogs {
 public:
  // `dir` must outlive this.
  explicit CaseLogs(const TempDir& dir) : dir_(dir) {}

  base::Status Take(std::string_view line);
  // Puts everything in place.
  base::Status Write();

 private:
  struct Damage {
    std::string what;
    std::vector<std::string> arguments;
  };
  struct File {
    RunBuilder run;
    std::string name;
    std::vector<Damage> damages;
    std::optional<int> mode;
  };

  base::Status TakeFile(const std::vector<std::string>& words);
  static base::Status AddPoints(RunBuilder& run, const std::vector<std::string>& words);
  static base::Result<std::size_t> Place(std::string_view text, const RunBuilder& run);
  static base::Status Apply(const Damage& damage, const RunBuilder& run, std::string& bytes);

  const TempDir& dir_;
  std::string root_ = "logs";
  std::string run_ = ".";
  std::map<std::string, std::map<int, std::unique_ptr<File>>> files_;  // by directory, number
};

}  // namespace sightglass::testing
