#include "tests/case_file.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <random>

namespace sightglass::testing {
namespace {

using base::Error;
using base::ErrorCode;
using base::Result;
using base::Status;

Error Bad(std::string message) { return {ErrorCode::kInvalidArgument, std::move(message)}; }

template <class T>
Result<T> ParseNumber(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    return Bad(fmt::format("not a number: '{}'", text));
  }
  return number;
}

bool IsBlank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

std::string_view Trim(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  return text.substr(begin);
}

// "LEFT:RIGHT:COUNT,..." as rows of three numbers; a number alone counts what lies between 0 and 1.
Result<std::vector<double>> BucketRows(const std::string& text) {
  if (text.find_first_of(":,") == std::string::npos && !text.empty()) {
    return std::vector<double>{0, 1, std::strtod(text.c_str(), nullptr)};
  }
  std::vector<double> rows;
  for (const char* at = text.c_str(); *at != '\0';) {
    char* end = nullptr;
    rows.push_back(std::strtod(at, &end));
    if (end == at) return Bad(fmt::format("LEFT:RIGHT:COUNT,..., not '{}'", text));
    at = *end == '\0' ? end : end + 1;
  }
  if (rows.size() % 3 != 0) return Bad(fmt::format("LEFT:RIGHT:COUNT,..., not '{}'", text));
  return rows;
}

}  // namespace

Result<std::vector<std::string>> SplitWords(std::string_view line) {
  std::vector<std::string> words;
  std::string word;
  bool has_word = false;
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      quoted = !quoted;
      has_word = true;
    } else if (quoted && c == '\\' && i + 1 < line.size()) {
      const char code = line[++i];
      if (code == 'x' && i + 2 < line.size()) {
        word.push_back(static_cast<char>(
            std::strtol(std::string(line.substr(i + 1, 2)).c_str(), nullptr, 16)));
        i += 2;
      } else {
        word.push_back(code == 'n' ? '\n' : code == 't' ? '\t' : code);
      }
    } else if (!quoted && (c == ' ' || c == '\t')) {
      if (has_word) words.push_back(std::exchange(word, {}));
      has_word = false;
    } else {
      word.push_back(c);
      has_word = true;
    }
  }
  if (quoted) return Bad("a quote that does not end");
  if (has_word) words.push_back(std::move(word));
  return words;
}

namespace {

// The first word of `text` and what stands behind it.
std::pair<std::string_view, std::string_view> FirstWord(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  return {word, Trim(text.substr(word.size()))};
}

// "NAME: VALUE".
Result<std::pair<std::string, std::string>> ParseHeader(std::string_view text) {
  const std::size_t colon = text.find(": ");
  if (colon == std::string_view::npos) return Bad("a header is NAME: VALUE");
  return std::pair{std::string(text.substr(0, colon)), std::string(text.substr(colon + 2))};
}

bool IsStatus(std::string_view key) {
  return key.size() == 3 && key.find_first_not_of("0123456789") == std::string_view::npos;
}

bool IsSetup(std::string_view key) {
  constexpr std::string_view kSetup[] = {"root", "run", "file", "dir", "plain", "link"};
  return std::ranges::find(kSetup, key) != std::end(kSetup);
}

// Takes the lines of a case one by one.
class CaseParser {
 public:
  Status TakeLine(std::string_view line, int number) {
    if (continued_ != nullptr && !line.empty() &&
        (line[0] == ' ' || line[0] == '}' || line[0] == ']')) {
      *continued_ += line;
      return {};
    }
    continued_ = nullptr;
    if (IsBlank(line) || line.starts_with('#')) return {};
    const auto [key, rest] = FirstWord(line);
    ASSIGN_OR_RETURN(const bool is_command, TakeCommand(key, rest, number));
    if (is_command) return {};
    if (key == "skip-as-root") {
      file_.skip_as_root = true;
    } else if (file_.commands.empty()) {
      file_.setup.emplace_back(line);
      file_.setup_lines.push_back(number);
    } else if (IsSetup(key)) {
      if (file_.commands.back().what != CaseCommand::What::kFiles) {
        Add(CaseCommand::What::kFiles, number);
      }
      file_.commands.back().setup.emplace_back(line);
    } else if (line.starts_with('|')) {
      std::optional<std::string>& out = file_.commands.back().out;
      out = out.value_or("") + fmt::format("{}\n", line.substr(line.starts_with("| ") ? 2 : 1));
    } else {
      return TakeExpectation(key, rest, file_.commands.back());
    }
    return {};
  }

  Result<CaseFile> Finish() {
    if (file_.commands.empty()) return Bad("no command");
    for (const CaseCommand& command : file_.commands) {
      const bool is_request =
          command.what == CaseCommand::What::kRequest || command.what == CaseCommand::What::kAwait;
      if (is_request && command.status == 0) {
        return Bad(fmt::format("line {}: no status is expected", command.line));
      }
    }
    return std::move(file_);
  }

 private:
  CaseCommand& Add(CaseCommand::What what, int number) {
    CaseCommand& command = file_.commands.emplace_back();
    command.what = what;
    command.line = number;
    return command;
  }

  // false if the line is no command.
  Result<bool> TakeCommand(std::string_view key, std::string_view rest, int number) {
    using What = CaseCommand::What;
    if (key == "$" || key == "serve") {
      ASSIGN_OR_RETURN(std::vector<std::string> words, SplitWords(rest));
      Add(key == "$" ? What::kRun : What::kServe, number).arguments = std::move(words);
      return true;
    }
    if (key == "header") {
      ASSIGN_OR_RETURN(auto header, ParseHeader(rest));
      headers_.push_back(std::move(header));
      return true;
    }
    if (key != "get" && key != "await-get" && key != "post" && key != "send") return false;
    CaseCommand& command = Add(key == "await-get" ? What::kAwait : What::kRequest, number);
    command.request.headers = std::exchange(headers_, {});
    command.request.target = rest;
    if (key == "send") {
      const auto [method, target] = FirstWord(rest);
      command.request.method = method;
      command.request.target = target;
    } else if (key == "post") {
      const auto [target, behind] = FirstWord(rest);
      const auto [type, body] = FirstWord(behind);
      if (body.empty()) return Bad("post PATH TYPE BODY");
      command.request.method = "POST";
      command.request.target = target;
      command.request.headers.emplace_back("Content-Type", type);
      command.request.body = body;
    }
    return true;
  }

  Status TakeExpectation(std::string_view key, std::string_view rest, CaseCommand& command) {
    if (IsStatus(key)) {
      ASSIGN_OR_RETURN(command.status, ParseNumber<int>(key));
      if (!rest.empty()) continued_ = &command.json.emplace(rest);
    } else if (key == "json") {
      continued_ = &command.json.emplace(rest);
    } else if (key == "exit") {
      ASSIGN_OR_RETURN(command.exit_code, ParseNumber<int>(rest));
    } else if (key == "out-empty") {
      command.out.emplace();
    } else if (key == "err-empty") {
      command.err_empty = true;
    } else if (key == "out-has") {
      command.out_has.emplace_back(rest);
    } else if (key == "out-lacks") {
      command.out_lacks.emplace_back(rest);
    } else if (key == "err-has") {
      command.err_has.emplace_back(rest);
    } else if (key == "header-is") {
      const auto [name, value] = FirstWord(rest);
      command.headers.emplace_back(name, value);
    } else if (key == "header-lacks") {
      command.headers_lacking.emplace_back(rest);
    } else if (key == "body-is") {
      command.body.emplace(rest);
    } else if (key == "body-has") {
      command.body_has.emplace_back(rest);
    } else if (key == "body-lacks") {
      command.body_lacks.emplace_back(rest);
    } else {
      return Bad("unknown expectation");
    }
    return {};
  }

  CaseFile file_;
  std::vector<std::pair<std::string, std::string>> headers_;  // of the next request
  std::string* continued_ = nullptr;                          // JSON over several lines
};

}  // namespace

Result<CaseFile> ParseCase(std::string_view text) {
  CaseParser parser;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const Status taken = parser.TakeLine(line, number); !taken.ok()) {
      return Bad(fmt::format("line {}: {}: {}", number, taken.error().message, line));
    }
  }
  return parser.Finish();
}

Status CaseLogs::Take(std::string_view line) {
  ASSIGN_OR_RETURN(const std::vector<std::string> words, SplitWords(line));
  if (words.empty()) return {};
  const std::string& key = words[0];
  if (key == "file") return TakeFile(words);
  if (words.size() < 2) return Bad("a name is missing");
  if (key == "root") {
    root_ = words[1];
    run_ = ".";
    dir_.MakeDirectory(root_);
  } else if (key == "run") {
    run_ = words[1];
  } else if (key == "dir") {
    dir_.MakeDirectory(words[1]);
  } else if (key == "plain" && words.size() == 3) {
    dir_.Write(words[1], words[2]);
  } else if (key == "link" && words.size() == 3) {
    dir_.Symlink(words[1], words[2]);
  } else {
    return Bad(fmt::format("unknown word '{}'", key));
  }
  return {};
}

Status CaseLogs::TakeFile(const std::vector<std::string>& words) {
  if (words.size() < 3) return Bad("file NUMBER WHAT ...");
  ASSIGN_OR_RETURN(const int number, ParseNumber<int>(words[1]));
  auto& file = files_[root_ + "/" + run_][number];
  if (file == nullptr) {
    file = std::make_unique<File>();
    file->name = EventFileName(number);
  }
  const std::string& what = words[2];
  const std::vector<std::string> rest(words.begin() + 3, words.end());
  if (what == "empty") return {};
  if (what == "version") {
    file->run.Version();
    return {};
  }
  if (what == "flip" || what == "cut" || what == "lose" || what == "append-zero" ||
      what == "append-noise" || what == "insert") {
    file->damages.push_back({what, rest});
    return {};
  }
  if (rest.empty()) return Bad(fmt::format("'{}' needs more", what));
  if (what == "name") {
    file->name = rest[0];
  } else if (what == "mode") {
    file->mode = static_cast<int>(std::strtol(rest[0].c_str(), nullptr, 8));
  } else if (what == "at") {
    file->run.At(std::strtod(rest[0].c_str(), nullptr));
  } else if (what == "graph") {
    file->run.Graph(rest[0]);
  } else if (what == "record") {
    file->run.Record(rest[0]);
  } else if (what == "start") {
    ASSIGN_OR_RETURN(const auto step, ParseNumber<base::Step>(rest[0]));
    file->run.SessionStart(step);
  } else {
    return AddPoints(file->run, words);
  }
  return {};
}

Status CaseLogs::AddPoints(RunBuilder& run, const std::vector<std::string>& words) {
  const std::string& what = words[2];
  const std::string& tag = words[3];
  for (std::size_t i = 4; i < words.size(); ++i) {
    const std::size_t equals = words[i].find('=');
    if (equals == std::string::npos) return Bad(fmt::format("STEP=VALUE, not '{}'", words[i]));
    ASSIGN_OR_RETURN(const auto step, ParseNumber<base::Step>(words[i].substr(0, equals)));
    const std::string value = words[i].substr(equals + 1);
    if (what == "scalar") {
      run.Scalar(tag, step, std::strtof(value.c_str(), nullptr));
    } else if (what == "old-scalar") {
      run.OldScalar(tag, step, std::strtof(value.c_str(), nullptr));
    } else if (what == "double") {
      run.DoubleScalar(tag, step, std::strtod(value.c_str(), nullptr));
    } else if (what == "text") {
      run.Text(tag, step, value);
    } else if (what == "image") {
      run.Image(tag, step, 2, 1, value);
    } else if (what == "histogram") {
      ASSIGN_OR_RETURN(const auto rows, BucketRows(value));
      run.Histogram(tag, step, rows);
    } else if (what == "old-histogram") {
      ASSIGN_OR_RETURN(const auto rows, BucketRows(value));
      run.OldHistogram(tag, step, rows);
    } else {
      return Bad(fmt::format("unknown kind '{}'", what));
    }
  }
  return {};
}

// "@K" is the start of record K, "@K+D" D bytes into it; "end" and "end-D" count from the end.
Result<std::size_t> CaseLogs::Place(std::string_view text, const RunBuilder& run) {
  const std::size_t mark = std::min(text.find_first_of("+-"), text.size());
  const std::string_view base_text = text.substr(0, mark);
  std::size_t place = 0;
  if (base_text == "end") {
    place = run.bytes().size();
  } else if (base_text.starts_with('@')) {
    ASSIGN_OR_RETURN(const auto record, ParseNumber<std::size_t>(base_text.substr(1)));
    if (record >= run.offsets().size()) return Bad(fmt::format("no record {}", record));
    place = run.offsets()[record];
  } else {
    ASSIGN_OR_RETURN(place, ParseNumber<std::size_t>(base_text));
  }
  if (mark == text.size()) return place;
  ASSIGN_OR_RETURN(const auto more, ParseNumber<std::size_t>(text.substr(mark + 1)));
  return text[mark] == '+' ? place + more : place - more;
}

Status CaseLogs::Apply(const Damage& damage, const RunBuilder& run, std::string& bytes) {
  if (damage.arguments.empty()) return Bad(fmt::format("{} where?", damage.what));
  const std::string& first = damage.arguments[0];
  const std::string second = damage.arguments.size() > 1 ? damage.arguments[1] : "";
  if (damage.what == "append-zero" || damage.what == "append-noise") {
    ASSIGN_OR_RETURN(const auto count, ParseNumber<std::size_t>(first));
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < count; ++i) {
      bytes.push_back(damage.what == "append-zero" ? '\0' : static_cast<char>(random()));
    }
    return {};
  }
  ASSIGN_OR_RETURN(const std::size_t place, Place(first, run));
  if (place > bytes.size()) return Bad(fmt::format("{} is past the end", first));
  if (damage.what == "cut") {
    bytes.resize(place);
  } else if (damage.what == "insert") {
    bytes.insert(place, second);
  } else if (damage.what == "lose") {
    ASSIGN_OR_RETURN(const auto count, ParseNumber<std::size_t>(second));
    bytes.erase(place, count);
  } else if (place < bytes.size()) {
    bytes[place] = static_cast<char>(bytes[place] ^ 1);
  }
  return {};
}

Status CaseLogs::Write() {
  for (const auto& [directory, files] : files_) {
    for (const auto& [number, file] : files) {
      std::string bytes = file->run.bytes();
      for (const Damage& damage : file->damages) {
        RETURN_IF_ERROR(Apply(damage, file->run, bytes));
      }
      const std::string path = directory + "/" + file->name;
      const bool is_new = !std::filesystem::exists(dir_.Join(path));
      if (!is_new && bytes == file->written) continue;
      if (!is_new && bytes.starts_with(file->written)) {
        dir_.Append(path, bytes.substr(file->written.size()));
      } else {
        dir_.Write(path, bytes);
      }
      file->written = bytes;
      if (file->mode && ::chmod(dir_.Join(path).c_str(), static_cast<mode_t>(*file->mode)) != 0) {
        return Error{ErrorCode::kUnknown, fmt::format("cannot change the mode of {}", path)};
      }
    }
  }
  return {};
}

}  // namespace sightglass::testing
