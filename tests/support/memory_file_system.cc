#include "tests/support/memory_file_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace sightglass::testing {

using base::Error;
using base::ErrorCode;
using base::MutexLock;
using base::Result;
using io::DirectoryEntry;
using io::EntryType;
using io::FileInfo;

namespace {

constexpr std::int64_t kTickNanos = 1'000'000;
constexpr int kMaxLinks = 40;  // as Linux has it

std::size_t CopyRange(std::string_view bytes, std::uint64_t offset, std::span<std::byte> into) {
  if (offset >= bytes.size()) return 0;
  const std::size_t count = std::min(into.size(), bytes.size() - static_cast<std::size_t>(offset));
  std::memcpy(into.data(), bytes.data() + offset, count);
  return count;
}

std::vector<std::string_view> SplitPath(std::string_view path) {
  std::vector<std::string_view> names;
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    if (!name.empty() && name != ".") names.push_back(name);
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  return names;
}

}  // namespace

void ScriptedFile::Append(std::string_view bytes) {
  const MutexLock lock(mutex_);
  bytes_ += bytes;
}

void ScriptedFile::Assign(std::string_view bytes) {
  const MutexLock lock(mutex_);
  bytes_ = bytes;
}

void ScriptedFile::FailReads(std::optional<Error> error) {
  const MutexLock lock(mutex_);
  error_ = std::move(error);
}

Result<std::size_t> ScriptedFile::ReadAt(std::uint64_t offset, std::span<std::byte> into) {
  const MutexLock lock(mutex_);
  ++reads_;
  if (error_.has_value()) return *error_;
  return CopyRange(bytes_, offset, into);
}

Result<FileInfo> ScriptedFile::Stat() {
  const MutexLock lock(mutex_);
  if (error_.has_value()) return *error_;
  return FileInfo{.type = EntryType::kFile, .device = 1, .inode = 1, .size_bytes = bytes_.size()};
}

std::uint64_t ScriptedFile::reads() const {
  const MutexLock lock(mutex_);
  return reads_;
}

struct MemoryFileSystem::Inode {
  EntryType type = EntryType::kFile;
  std::uint64_t number = 0;
  std::int64_t modified_nanos = 0;
  std::string bytes;                                                 // of a file
  std::map<std::string, std::shared_ptr<Inode>, std::less<>> names;  // of a directory
  std::string link_target;                                           // not empty: a symbolic link
  std::optional<Error> error;

  [[nodiscard]] FileInfo Info() const {
    return FileInfo{.type = type,
                    .device = 1,
                    .inode = number,
                    .size_bytes = bytes.size(),
                    .modified_nanos = modified_nanos,
                    .changed_nanos = modified_nanos};
  }
};

struct MemoryFileSystem::State {
  mutable base::Mutex mutex;
  std::shared_ptr<Inode> root GUARDED_BY(mutex);
  std::uint64_t last_inode GUARDED_BY(mutex) = 0;
  std::int64_t now_nanos GUARDED_BY(mutex) = 1'700'000'000'000'000'000;
  std::size_t open GUARDED_BY(mutex) = 0;
  std::size_t most_open GUARDED_BY(mutex) = 0;
  std::uint64_t bytes_read GUARDED_BY(mutex) = 0;

  void Touch(Inode& inode) REQUIRES_LOCK(mutex) { inode.modified_nanos = now_nanos += kTickNanos; }

  std::shared_ptr<Inode> NewInode(EntryType type) REQUIRES_LOCK(mutex) {
    auto inode = std::make_shared<Inode>();
    inode->type = type;
    inode->number = ++last_inode;
    Touch(*inode);
    return inode;
  }

  // The directory that `path` is in, made if missing, and the last name.
  std::pair<std::shared_ptr<Inode>, std::string> Parent(std::string_view path)
      REQUIRES_LOCK(mutex) {
    std::vector<std::string_view> names = SplitPath(path);
    CHECK(!names.empty());
    std::string last(names.back());
    names.pop_back();
    std::shared_ptr<Inode> at = root;
    for (const std::string_view name : names) {
      auto found = at->names.find(name);
      if (found == at->names.end()) {
        Touch(*at);
        found = at->names.emplace(std::string(name), NewInode(EntryType::kDirectory)).first;
      }
      at = found->second;
      CHECK(at->type == EntryType::kDirectory);
    }
    return {std::move(at), std::move(last)};
  }

  std::shared_ptr<Inode> MakeFile(std::string_view path) REQUIRES_LOCK(mutex) {
    auto [directory, name] = Parent(path);
    auto found = directory->names.find(name);
    if (found == directory->names.end()) {
      Touch(*directory);
      found = directory->names.emplace(std::move(name), NewInode(EntryType::kFile)).first;
    }
    CHECK(found->second->type == EntryType::kFile);
    Touch(*found->second);
    return found->second;
  }

  // What `path` leads to, links followed; null if there is nothing.
  [[nodiscard]] std::shared_ptr<Inode> Find(std::string_view path, int links = 0) const
      REQUIRES_LOCK(mutex) {
    std::shared_ptr<Inode> at = root;
    std::vector<std::shared_ptr<Inode>> above;
    for (const std::string_view name : SplitPath(path)) {
      if (at->type != EntryType::kDirectory) return nullptr;
      if (name == "..") {
        if (!above.empty()) {
          at = above.back();
          above.pop_back();
        }
        continue;
      }
      const auto found = at->names.find(name);
      if (found == at->names.end()) return nullptr;
      above.push_back(at);
      at = found->second;
      if (!at->link_target.empty()) {
        if (links >= kMaxLinks) return nullptr;
        at = Find(at->link_target, links + 1);
        if (at == nullptr) return nullptr;
      }
    }
    return at;
  }
};

class MemoryFileSystem::OpenFile : public io::File {
 public:
  OpenFile(std::shared_ptr<State> state, std::shared_ptr<Inode> inode)
      : state_(std::move(state)), inode_(std::move(inode)) {}

  ~OpenFile() override {
    const MutexLock lock(state_->mutex);
    --state_->open;
  }

  Result<std::size_t> ReadAt(std::uint64_t offset, std::span<std::byte> into) override {
    const MutexLock lock(state_->mutex);
    if (inode_->error.has_value()) return *inode_->error;
    const std::size_t count = CopyRange(inode_->bytes, offset, into);
    state_->bytes_read += count;
    return count;
  }

  Result<FileInfo> Stat() override {
    const MutexLock lock(state_->mutex);
    return inode_->Info();
  }

 private:
  std::shared_ptr<State> state_;
  std::shared_ptr<Inode> inode_;
};

MemoryFileSystem::MemoryFileSystem() : state_(std::make_shared<State>()) {
  const MutexLock lock(state_->mutex);
  state_->root = state_->NewInode(EntryType::kDirectory);
}

MemoryFileSystem::~MemoryFileSystem() = default;

void MemoryFileSystem::Write(std::string_view path, std::string_view bytes) {
  const MutexLock lock(state_->mutex);
  state_->MakeFile(path)->bytes = bytes;
}

void MemoryFileSystem::Append(std::string_view path, std::string_view bytes) {
  const MutexLock lock(state_->mutex);
  state_->MakeFile(path)->bytes += bytes;
}

void MemoryFileSystem::Truncate(std::string_view path, std::size_t size) {
  const MutexLock lock(state_->mutex);
  state_->MakeFile(path)->bytes.resize(size);
}

void MemoryFileSystem::Replace(std::string_view path, std::string_view bytes) {
  const MutexLock lock(state_->mutex);
  auto [directory, name] = state_->Parent(path);
  auto inode = state_->NewInode(EntryType::kFile);
  inode->bytes = bytes;
  directory->names.insert_or_assign(std::move(name), std::move(inode));
  state_->Touch(*directory);
}

void MemoryFileSystem::Remove(std::string_view path) {
  const MutexLock lock(state_->mutex);
  auto [directory, name] = state_->Parent(path);
  CHECK(directory->names.erase(name) == 1);
  state_->Touch(*directory);
}

void MemoryFileSystem::MakeDirectory(std::string_view path) {
  const MutexLock lock(state_->mutex);
  auto [directory, name] = state_->Parent(path);
  if (directory->names.contains(name)) return;
  directory->names.emplace(std::move(name), state_->NewInode(EntryType::kDirectory));
  state_->Touch(*directory);
}

void MemoryFileSystem::Symlink(std::string_view path, std::string_view target) {
  const MutexLock lock(state_->mutex);
  auto [directory, name] = state_->Parent(path);
  auto inode = state_->NewInode(EntryType::kOther);
  inode->link_target = target;
  directory->names.insert_or_assign(std::move(name), std::move(inode));
  state_->Touch(*directory);
}

void MemoryFileSystem::Fail(std::string_view path, std::optional<Error> error) {
  const MutexLock lock(state_->mutex);
  const auto inode = state_->Find(path);
  CHECK(inode != nullptr);
  inode->error = std::move(error);
}

Result<std::unique_ptr<io::File>> MemoryFileSystem::Open(const std::string& path) {
  const MutexLock lock(state_->mutex);
  auto inode = state_->Find(path);
  if (inode == nullptr) return Error{ErrorCode::kNotFound, fmt::format("no such file: {}", path)};
  if (inode->error.has_value()) return *inode->error;
  if (inode->type != EntryType::kFile) {
    return Error{ErrorCode::kFailedPrecondition, fmt::format("not a file: {}", path)};
  }
  state_->most_open = std::max(state_->most_open, ++state_->open);
  return std::unique_ptr<io::File>(std::make_unique<OpenFile>(state_, std::move(inode)));
}

Result<FileInfo> MemoryFileSystem::Stat(const std::string& path) {
  const MutexLock lock(state_->mutex);
  const auto inode = state_->Find(path);
  if (inode == nullptr) return Error{ErrorCode::kNotFound, fmt::format("no such file: {}", path)};
  return inode->Info();
}

Result<std::vector<DirectoryEntry>> MemoryFileSystem::List(const std::string& path) {
  const MutexLock lock(state_->mutex);
  const auto inode = state_->Find(path);
  if (inode == nullptr) {
    return Error{ErrorCode::kNotFound, fmt::format("no such directory: {}", path)};
  }
  if (inode->error.has_value()) return *inode->error;
  if (inode->type != EntryType::kDirectory) {
    return Error{ErrorCode::kFailedPrecondition, fmt::format("not a directory: {}", path)};
  }
  std::vector<DirectoryEntry> entries;
  for (const auto& [name, child] : inode->names) {
    const bool is_symlink = !child->link_target.empty();
    const auto target = is_symlink ? state_->Find(child->link_target) : child;
    entries.push_back({.name = name,
                       .type = target == nullptr ? EntryType::kOther : target->type,
                       .is_symlink = is_symlink});
  }
  return entries;
}

std::size_t MemoryFileSystem::open_files() const {
  const MutexLock lock(state_->mutex);
  return state_->open;
}

std::size_t MemoryFileSystem::most_open_files() const {
  const MutexLock lock(state_->mutex);
  return state_->most_open;
}

std::uint64_t MemoryFileSystem::bytes_read() const {
  const MutexLock lock(state_->mutex);
  return state_->bytes_read;
}

}  // namespace sightglass::testing
