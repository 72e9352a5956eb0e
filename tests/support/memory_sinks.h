#pragma once

#include <condition_variable>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "sightglass/status.h"
#include "writer/file_sink.h"

namespace sightglass::testing {

// Event files in memory, on a disk that is as slow, as full and as broken as a test wants it.
//
// Threads: any.
class MemorySinks final : public writer::SinkMaker {
 public:
  Status Make(const std::string& directory, const std::string& name_end,
              std::unique_ptr<writer::FileSink>& sink) override;

  // The disk takes so many bytes more, then every write fails as a full disk does.
  void SetRoom(std::size_t bytes);
  // Every write and every new file fails with this; success: no more.
  void SetFailure(const Status& failure);
  // While it is held, writes wait.
  void Hold();
  void Release();
  // Waits until a write waits. REQUIRES: Hold().
  void WaitForHeldWrite();
  void Delete(const std::string& directory);

  // What the files of a directory hold, oldest first.
  [[nodiscard]] std::vector<std::string> FilesIn(const std::string& directory) const;

 private:
  struct File {
    std::string bytes;
    bool deleted = false;
  };
  class Sink;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::string, std::vector<std::shared_ptr<File>>> files_;
  std::size_t room_ = ~std::size_t{0};
  Status failure_;
  bool held_ = false;
  int waiting_writes_ = 0;
};

}  // namespace sightglass::testing
