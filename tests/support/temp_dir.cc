#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <system_error>

namespace sightglass::testing {
namespace {

namespace fs = std::filesystem;

void WriteWith(const fs::path& path, std::string_view bytes, std::ios::openmode mode) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream out(path, std::ios::binary | mode);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  EXPECT_TRUE(out.good()) << "cannot write " << path;
}

}  // namespace

std::string ReadFileBytes(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << "cannot read " << path;
  std::ostringstream bytes;
  bytes << in.rdbuf();
  return std::move(bytes).str();
}

TempDir::TempDir() {
  // mkdtemp() replaces six letters X at the end.
  std::string name =
      (fs::temp_directory_path() / "sightglass-test-").string() + std::string(6, 'X');
  EXPECT_NE(::mkdtemp(name.data()), nullptr) << "cannot make a directory like " << name;
  root_ = name;
}

TempDir::~TempDir() {
  // Tests take permissions away; removing needs them back.
  std::error_code error;
  for (fs::recursive_directory_iterator it(root_, error), end; !error && it != end;
       it.increment(error)) {
    if (it->is_directory(error) && !it->is_symlink(error)) {
      fs::permissions(it->path(), fs::perms::owner_all, fs::perm_options::add, error);
    }
  }
  fs::remove_all(root_, error);
  EXPECT_FALSE(error) << "cannot remove " << root_ << ": " << error.message();
}

std::string TempDir::Join(std::string_view relative) const { return (root_ / relative).string(); }

void TempDir::Write(std::string_view relative, std::string_view bytes) const {
  WriteWith(root_ / relative, bytes, std::ios::trunc);
}

void TempDir::Append(std::string_view relative, std::string_view bytes) const {
  WriteWith(root_ / relative, bytes, std::ios::app);
}

void TempDir::Replace(std::string_view relative, std::string_view bytes) const {
  // Not in the directory itself, where a watcher would take it for a file of the run.
  const fs::path staging = root_.string() + ".staging";
  WriteWith(staging, bytes, std::ios::trunc);
  std::error_code error;
  fs::create_directories((root_ / relative).parent_path(), error);
  fs::rename(staging, root_ / relative, error);
  EXPECT_FALSE(error) << "cannot replace " << relative << ": " << error.message();
}

void TempDir::Truncate(std::string_view relative, std::uintmax_t size) const {
  std::error_code error;
  fs::resize_file(root_ / relative, size, error);
  EXPECT_FALSE(error) << "cannot truncate " << relative << ": " << error.message();
}

void TempDir::Remove(std::string_view relative) const {
  std::error_code error;
  EXPECT_GT(fs::remove_all(root_ / relative, error), 0U) << "nothing to remove at " << relative;
  EXPECT_FALSE(error) << "cannot remove " << relative << ": " << error.message();
}

void TempDir::MakeDirectory(std::string_view relative) const {
  std::error_code error;
  fs::create_directories(root_ / relative, error);
  EXPECT_FALSE(error) << "cannot make " << relative << ": " << error.message();
}

void TempDir::Symlink(std::string_view relative, std::string_view target) const {
  std::error_code error;
  fs::create_directories((root_ / relative).parent_path(), error);
  fs::create_symlink(target, root_ / relative, error);
  EXPECT_FALSE(error) << "cannot link " << relative << ": " << error.message();
}

void TempDir::CopyFrom(const fs::path& source, std::string_view relative) const {
  std::error_code error;
  fs::create_directories((root_ / relative).parent_path(), error);
  fs::copy(source, root_ / relative, fs::copy_options::recursive, error);
  EXPECT_FALSE(error) << "cannot copy " << source << ": " << error.message();
}

}  // namespace sightglass::testing
