#include "tests/support/memory_sinks.h"

#include <algorithm>
#include <utility>

namespace sightglass::testing {

class MemorySinks::Sink final : public writer::FileSink {
 public:
  Sink(MemorySinks& sinks, std::shared_ptr<File> file) : sinks_(sinks), file_(std::move(file)) {}

  Status Append(std::string_view bytes, std::size_t& wrote) override {
    std::unique_lock lock(sinks_.mutex_);
    ++sinks_.waiting_writes_;
    sinks_.changed_.notify_all();
    sinks_.changed_.wait(lock, [this] { return !sinks_.held_; });
    --sinks_.waiting_writes_;
    wrote = 0;
    if (!sinks_.failure_.ok()) return sinks_.failure_;
    wrote = std::min(bytes.size(), sinks_.room_);
    if (sinks_.room_ != ~std::size_t{0}) sinks_.room_ -= wrote;
    file_->bytes += bytes.substr(0, wrote);
    if (wrote == bytes.size()) return {};
    return {StatusCode::kResourceExhausted, "no space left"};
  }
  bool deleted() override {
    const std::lock_guard lock(sinks_.mutex_);
    return file_->deleted;
  }
  void Abandon() override {}

 private:
  MemorySinks& sinks_;
  const std::shared_ptr<File> file_;
};

Status MemorySinks::Make(const std::string& directory, const std::string& /*name_end*/,
                         std::unique_ptr<writer::FileSink>& sink) {
  const std::lock_guard lock(mutex_);
  if (!failure_.ok()) return failure_;
  auto file = std::make_shared<File>();
  files_[directory].push_back(file);
  sink = std::make_unique<Sink>(*this, std::move(file));
  return {};
}

void MemorySinks::SetRoom(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  room_ = bytes;
}

void MemorySinks::SetFailure(const Status& failure) {
  const std::lock_guard lock(mutex_);
  failure_ = failure;
}

void MemorySinks::Hold() {
  const std::lock_guard lock(mutex_);
  held_ = true;
}

void MemorySinks::Release() {
  const std::lock_guard lock(mutex_);
  held_ = false;
  changed_.notify_all();
}

void MemorySinks::WaitForHeldWrite() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return waiting_writes_ > 0; });
}

void MemorySinks::Delete(const std::string& directory) {
  const std::lock_guard lock(mutex_);
  for (const auto& file : files_[directory]) file->deleted = true;
}

std::vector<std::string> MemorySinks::FilesIn(const std::string& directory) const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> files;
  const auto found = files_.find(directory);
  if (found == files_.end()) return files;
  for (const auto& file : found->second) files.push_back(file->bytes);
  return files;
}

}  // namespace sightglass::testing
