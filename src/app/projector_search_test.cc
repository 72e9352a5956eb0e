#include "app/projector_search.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "tests/support/fake_clock.h"
#include "tests/support/temp_dir.h"

namespace sightglass::app {
namespace {

store::Snapshot SnapshotWithRun(const std::string& directory, std::uint64_t version) {
  auto run = std::make_shared<store::Run>();
  run->directory = directory;
  store::Snapshot snapshot;
  snapshot.version = version;
  snapshot.runs.push_back(std::move(run));
  return snapshot;
}

bool Finds(const testing::TempDir& dir) {
  const testing::FakeClock clock;
  ProjectorSearch search({dir.path()}, io::LocalFileSystem(), clock);
  return search.HasConfig(SnapshotWithRun(dir.Join("run"), 1));
}

TEST(ProjectorSearch, WantsAConfigThatLeadsSomewhere) {
  const testing::TempDir dir;
  dir.MakeDirectory("run");
  EXPECT_FALSE(Finds(dir));
  dir.Write("run/projector_config.pbtxt", "embeddings { tensor_path: 'v.tsv' }");
  EXPECT_FALSE(Finds(dir)) << "no such file";
  dir.Write("run/v.tsv", "1\t2\n");
  EXPECT_TRUE(Finds(dir));
}

TEST(ProjectorSearch, LooksInLogDirectoriesAndPluginFolders) {
  const testing::TempDir at_root;
  at_root.Write("projector_config.pbtxt", "model_checkpoint_path: \"x\"");
  EXPECT_TRUE(Finds(at_root));
  const testing::TempDir in_folder;
  const std::string folder = "run/plugins/org_tensorflow_tensorboard_projector";
  in_folder.Write(folder + "/projector_config.pbtxt", "embeddings {}");
  EXPECT_FALSE(Finds(in_folder));
  in_folder.Write(folder + "/checkpoint", "");
  EXPECT_TRUE(Finds(in_folder));
}

TEST(ProjectorSearch, LooksAtNothingOutside) {
  const testing::TempDir dir;
  dir.Write("v.tsv", "1\n");
  dir.Write("run/projector_config.pbtxt",
            "tensor_path: \"../v.tsv\" tensor_path: \"/etc/passwd\" tensor_path: \"open");
  EXPECT_FALSE(Finds(dir));
}

TEST(ProjectorSearch, LooksAgainAfterAChangeOrAWhile) {
  const testing::TempDir dir;
  testing::FakeClock clock;
  ProjectorSearch search({dir.path()}, io::LocalFileSystem(), clock);
  EXPECT_FALSE(search.HasConfig(SnapshotWithRun(dir.Join("run"), 1)));
  dir.Write("run/projector_config.pbtxt", "model_checkpoint_path: \"x\"");
  EXPECT_FALSE(search.HasConfig(SnapshotWithRun(dir.Join("run"), 1))) << "not so soon";
  EXPECT_TRUE(search.HasConfig(SnapshotWithRun(dir.Join("run"), 2)));
  dir.Remove("run");
  EXPECT_TRUE(search.HasConfig(SnapshotWithRun(dir.Join("run"), 3))) << "for good";

  ProjectorSearch patient({dir.path()}, io::LocalFileSystem(), clock);
  EXPECT_FALSE(patient.HasConfig(SnapshotWithRun(dir.Join("run"), 1)));
  dir.Write("run/projector_config.pbtxt", "model_checkpoint_path: \"x\"");
  clock.Advance(ProjectorSearch::kPatience);
  EXPECT_TRUE(patient.HasConfig(SnapshotWithRun(dir.Join("run"), 1)));
}

}  // namespace
}  // namespace sightglass::app
