#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "tests/case_server.h"
#include "tests/support/run_builder.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {

// Words of a line. Blanks part them; inside "..." they do not, and \n, \t, \\, \" and \xNN stand
// for bytes. A word may have quoted pieces: 3="two words". kInvalidArgument for an open quote.
base::Result<std::vector<std::string>> SplitWords(std::string_view line);

// One command of a case and what must come of it.
struct CaseCommand {
  enum class What : unsigned char {
    kRun,      // the program, to its end
    kServe,    // the program as a server, until the next of these or the end
    kRequest,  // to the server
    kAwait,    // the same, again and again until the answer is as expected
    kFiles,    // more files, while the server runs
  };

  int line = 0;
  What what = What::kRun;
  std::vector<std::string> arguments;  // kRun, kServe
  CaseRequest request;
  std::vector<std::string> setup;  // kFiles: lines as before the first command

  // Of kRun.
  int exit_code = 0;
  std::optional<std::string> out;  // all of standard output
  std::vector<std::string> out_has;
  std::vector<std::string> out_lacks;
  std::vector<std::string> err_has;  // kServe: in what the server has said until the next command
  bool err_empty = false;
  // Of kRun (standard output) and requests (body).
  std::optional<std::string> json;
  // Of requests.
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;
  std::vector<std::string> headers_lacking;
  std::optional<std::string> body;
  std::vector<std::string> body_has;
  std::vector<std::string> body_lacks;
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
  // Puts everything in place. Files that are there already are appended to where that is enough.
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
    std::string written;  // what is on disk
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
