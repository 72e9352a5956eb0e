#include "app/profile_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

namespace sightglass::app {
namespace {

using ::testing::EndsWith;
using ::testing::StartsWith;

// Another value of a variable for one test; nullptr: none.
class ScopedVariable {
 public:
  ScopedVariable(const char* name, const char* value) : name_(name) {
    if (const char* const old = std::getenv(name)) old_ = old;
    Set(value);
  }
  ~ScopedVariable() { Set(old_ ? old_->c_str() : nullptr); }
  ScopedVariable(const ScopedVariable&) = delete;
  ScopedVariable& operator=(const ScopedVariable&) = delete;

 private:
  void Set(const char* value) {
    if (value == nullptr) {
      ::unsetenv(name_);
    } else {
      ::setenv(name_, value, 1);
    }
  }
  const char* name_;
  std::optional<std::string> old_;
};

class ProfilePathTest : public ::testing::Test {
 protected:
  static std::string At(const std::vector<ingest::LogRoot>& roots) {
    return ProfilePath("", roots);
  }
  ScopedVariable config_{"XDG_CONFIG_HOME", "/settings"};
  ScopedVariable home_{"HOME", "/home/me"};
};

TEST_F(ProfilePathTest, TheFlagDecides) {
  EXPECT_EQ(ProfilePath("none", {{.name = "", .path = "/logs"}}), "");
  EXPECT_EQ(ProfilePath("a/b.json", {{.name = "", .path = "/logs"}}), "a/b.json");
}

TEST_F(ProfilePathTest, InTheSettings) {
  const std::string path = At({{.name = "", .path = "/data/my runs"}});
  EXPECT_THAT(path, StartsWith("/settings/sightglass/profiles/my_runs-"));
  EXPECT_THAT(path, EndsWith(".json"));
  EXPECT_THAT(At({{.name = "", .path = "/data/.."}}),
              StartsWith("/settings/sightglass/profiles/_-"));
}

TEST_F(ProfilePathTest, WithoutSettingsOfItsOwnInTheHome) {
  {
    const ScopedVariable relative("XDG_CONFIG_HOME", "settings");
    EXPECT_THAT(At({{.name = "", .path = "/x"}}),
                StartsWith("/home/me/.config/sightglass/profiles/x-"));
  }
  const ScopedVariable none("XDG_CONFIG_HOME", nullptr);
  const ScopedVariable no_home("HOME", nullptr);
  EXPECT_EQ(At({{.name = "", .path = "/x"}}), "");
}

TEST_F(ProfilePathTest, TheSamePlacesHaveTheSameFile) {
  const std::string path = At({{.name = "", .path = "/data/a"}, {.name = "", .path = "/data/b"}});
  EXPECT_EQ(At({{.name = "", .path = "/data/a/"}, {.name = "", .path = "/data//./b"}}), path);
  // The readable part is that of the first; what tells files apart is the rest.
  const std::string swapped =
      At({{.name = "", .path = "/data/b"}, {.name = "", .path = "/data/a"}});
  EXPECT_EQ(swapped.substr(swapped.rfind('-')), path.substr(path.rfind('-')));
}

TEST_F(ProfilePathTest, OtherPlacesHaveOthers) {
  const std::string path = At({{.name = "", .path = "/data/a"}});
  EXPECT_NE(At({{.name = "", .path = "/other/a"}}), path);
  EXPECT_NE(At({{.name = "x", .path = "/data/a"}}), path);
  EXPECT_NE(At({{.name = "", .path = "/data/a"}, {.name = "", .path = "/b"}}), path);
}

}  // namespace
}  // namespace sightglass::app
