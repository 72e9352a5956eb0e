// What holds for every kind of the program.

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "generated/kind_list.h"
#include "tests/support/temp_dir.h"

namespace sightglass::testing {
namespace {

namespace fs = std::filesystem;

bool IsBelow(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

TEST(Kinds, HaveAReadmeInAFolderOfTheirId) {
  std::set<std::string> ids;
  for (const auto& kind : kinds::MakeKinds({})) {
    const std::string id(kind->id());
    EXPECT_TRUE(ids.insert(id).second) << id << " is there twice";
    const fs::path readme = fs::path(SIGHTGLASS_KINDS) / id / "README.md";
    EXPECT_TRUE(fs::is_regular_file(readme)) << readme;
    EXPECT_TRUE(fs::is_regular_file(fs::path(SIGHTGLASS_KINDS) / id / (id + "_kind.h"))) << id;
  }
  EXPECT_FALSE(ids.empty());
}

TEST(Kinds, AreAllThatHaveAFolderButTheSkeleton) {
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(SIGHTGLASS_KINDS)) {
    if (entry.is_directory()) folders.insert(entry.path().filename().string());
  }
  std::set<std::string> ids = {"skeleton"};
  for (const auto& kind : kinds::MakeKinds({})) ids.insert(std::string(kind->id()));
  EXPECT_EQ(folders, ids);
}

TEST(Kinds, HaveRoutesOfTheirOwnOnly) {
  const kind::Kinds all = kinds::MakeKinds({});
  for (const auto& kind : all) {
    kind::Router router;
    kind->AddRoutes(all, router);
    EXPECT_FALSE(router.routes().empty()) << kind->id();
    for (const auto& [path, route] : router.routes()) {
      const std::string tensorboards = "/data/plugin/" + std::string(kind->id()) + "/";
      EXPECT_TRUE(path.starts_with(tensorboards) ||
                  IsBelow(path, "/api/" + std::string(kind->id())))
          << kind->id() << " has " << path;
      const bool is_tensorboards = path.starts_with("/data/");
      EXPECT_EQ(route.errors,
                is_tensorboards ? kind::ErrorStyle::kTensorboard : kind::ErrorStyle::kApi)
          << path;
    }
  }
}

// The contract names what it serves, and serves what it names.
TEST(Kinds, DocumentTheirRoutes) {
  const kind::Kinds all = kinds::MakeKinds({});
  for (const auto& kind : all) {
    kind::Router router;
    kind->AddRoutes(all, router);
    const std::string readme =
        ReadFileBytes(fs::path(SIGHTGLASS_KINDS) / std::string(kind->id()) / "README.md");
    for (const auto& [path, route] : router.routes()) {
      EXPECT_NE(readme.find(path), std::string::npos)
          << "README.md of " << kind->id() << " does not name " << path;
    }
  }
}

}  // namespace
}  // namespace sightglass::testing
