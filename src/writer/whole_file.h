#pragma once

#include <string>
#include <string_view>

#include "sightglass/status.h"

namespace sightglass::writer {

// A file that appears at `path` whole or not at all: written under another name beside it.
class WholeFile {
 public:
  enum class Existing { kReplace, kKeep };

  // With kKeep, Open() fails with kFailedPrecondition if there is such a file or another writer of
  // it, also in another process.
  explicit WholeFile(std::string path, Existing existing = Existing::kReplace);
  // Without a Finish() that succeeded, nothing is left.
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  Status Open();
  Status Append(std::string_view bytes);
  Status Finish();

 private:
  const std::string path_;
  const Existing existing_;
  std::string unfinished_path_;
  int descriptor_ = -1;
};

// Open, append, finish.
Status WriteWholeFile(std::string path, std::string_view bytes);
// kNotFound if there is none.
Status ReadWholeFile(const std::string& path, std::string& bytes);

}  // namespace sightglass::writer
