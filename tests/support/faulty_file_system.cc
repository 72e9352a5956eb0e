#include "tests/support/faulty_file_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace sightglass::testing {

using base::MutexLock;
using base::Result;
using base::Status;

class FaultyFileSystem::FaultyFile final : public io::File {
 public:
  FaultyFile(FaultyFileSystem& owner, std::unique_ptr<io::File> inner, std::string path)
      : owner_(owner), inner_(std::move(inner)), path_(std::move(path)) {
    const MutexLock lock(owner_.mutex_);
    ++owner_.open_files_;
    owner_.most_open_files_ = std::max(owner_.most_open_files_, owner_.open_files_);
  }

  ~FaultyFile() override {
    const MutexLock lock(owner_.mutex_);
    --owner_.open_files_;
  }

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into) override {
    RETURN_IF_ERROR(owner_.Count("read", path_));
    if (const std::size_t limit = owner_.max_read_bytes(); limit > 0 && limit < into.size()) {
      into = into.first(limit);
    }
    return inner_->ReadAt(offset, into);
  }

  Result<io::FileInfo> Stat() override {
    RETURN_IF_ERROR(owner_.Count("stat", path_));
    return inner_->Stat();
  }

 private:
  FaultyFileSystem& owner_;
  std::unique_ptr<io::File> inner_;
  std::string path_;
};

FaultyFileSystem::FaultyFileSystem(io::FileSystem& inner, Faults faults)
    : inner_(inner), faults_(faults) {}

FaultyFileSystem::~FaultyFileSystem() { CHECK(open_files() == 0); }

Result<std::unique_ptr<io::File>> FaultyFileSystem::Open(const std::string& path) {
  RETURN_IF_ERROR(Count("open", path));
  ASSIGN_OR_RETURN(std::unique_ptr<io::File> file, inner_.Open(path));
  return std::unique_ptr<io::File>(std::make_unique<FaultyFile>(*this, std::move(file), path));
}

Result<io::FileInfo> FaultyFileSystem::Stat(const std::string& path) {
  RETURN_IF_ERROR(Count("stat", path));
  return inner_.Stat(path);
}

Result<std::vector<io::DirectoryEntry>> FaultyFileSystem::List(const std::string& path) {
  RETURN_IF_ERROR(Count("list", path));
  return inner_.List(path);
}

void FaultyFileSystem::SetFaults(Faults faults) {
  const MutexLock lock(mutex_);
  faults_ = faults;
  calls_ = 0;
  failures_ = 0;
}

std::uint64_t FaultyFileSystem::calls() const {
  const MutexLock lock(mutex_);
  return calls_;
}

std::uint64_t FaultyFileSystem::failures() const {
  const MutexLock lock(mutex_);
  return failures_;
}

std::size_t FaultyFileSystem::open_files() const {
  const MutexLock lock(mutex_);
  return open_files_;
}

std::size_t FaultyFileSystem::most_open_files() const {
  const MutexLock lock(mutex_);
  return most_open_files_;
}

Status FaultyFileSystem::Count(const char* operation, const std::string& path) {
  const MutexLock lock(mutex_);
  ++calls_;
  const bool fails =
      faults_.fail_at_call != 0 &&
      (calls_ == faults_.fail_at_call || (faults_.fail_forever && calls_ > faults_.fail_at_call));
  if (!fails) return base::OkStatus();
  ++failures_;
  return base::Error{faults_.code,
                     fmt::format("{}: made to fail at call {}: {}", operation, calls_, path)};
}

std::size_t FaultyFileSystem::max_read_bytes() const {
  const MutexLock lock(mutex_);
  return faults_.max_read_bytes;
}

}  // namespace sightglass::testing
