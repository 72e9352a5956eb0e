#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "sightglass/status.h"

namespace sightglass::writer {

// A file that only grows. Tests put their own in its place.
//
// Threads: one at a time.
class FileSink {
 public:
  virtual ~FileSink() = default;
  // Appends a part of `bytes`, the first `wrote` of them; an error may come after some. The rest is
  // to be offered again.
  virtual Status Append(std::string_view bytes, std::size_t& wrote) = 0;
  // Has somebody deleted the file? What is appended to it is then lost.
  virtual bool deleted() = 0;
  // After fork(), in the child: closes the descriptor and touches nothing else.
  virtual void Abandon() = 0;
};

class SinkMaker {
 public:
  virtual ~SinkMaker() = default;
  // Makes the folder `directory` with its parents, and in it a new file: never one that exists.
  virtual Status Make(const std::string& directory, const std::string& name_end,
                      std::unique_ptr<FileSink>& sink) = 0;
};

// Files as TensorFlow names them:
// events.out.tfevents.<seconds>.<host>.<process>.<number><name_end>.
std::shared_ptr<SinkMaker> LocalSinkMaker();

// "message (errno text)", with the code that fits `error`.
Status ErrnoStatus(const std::string& what, int error);

// mkdir -p.
Status MakeDirectories(const std::string& directory);

std::string HostName();

}  // namespace sightglass::writer
