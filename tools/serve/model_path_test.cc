#include "paddle/tools/serve/model_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::serve {
namespace {

using ::testing::ElementsAre;

// Returns a path as "name version what".
std::string Read(absl::string_view target) {
  const auto path = ParseModelPath(PartsOf(target));
  if (!path) return "none";
  return absl::StrCat(path->name, " ", path->version.value_or(0), " ",
                      path->what);
}

TEST(ModelPathTest, PartsEndWhereTheQueryBegins) {
  EXPECT_THAT(PartsOf("/v2/health/live?a=/b"),
              ElementsAre("", "v2", "health", "live"));
  EXPECT_THAT(PartsOf(""), ElementsAre(""));
}

TEST(ModelPathTest, ReadsModelsVersionsAndWhatIsAsked) {
  EXPECT_EQ(Read("/v2/models/mlp"), "mlp 0 ");
  EXPECT_EQ(Read("/v2/models/mlp/infer"), "mlp 0 infer");
  EXPECT_EQ(Read("/v2/models/mlp/versions/3"), "mlp 3 ");
  EXPECT_EQ(Read("/v2/models/mlp/versions/3/infer?a"), "mlp 3 infer");
  EXPECT_EQ(Read("/v2/models/mlp/versions"), "mlp 0 versions");
}

TEST(ModelPathTest, OtherPathsAreNone) {
  for (const char* target :
       {"", "/v2", "/v2/models", "/v3/models/mlp", "v2/models/mlp",
        "/v2/repository/mlp/infer", "/v2/models/mlp/infer/more",
        "/v2/models/mlp/versions/3/infer/more"}) {
    EXPECT_EQ(Read(target), "none") << target;
  }
}

TEST(ModelPathTest, RefusesWhatIsNoVersion) {
  for (const char* text : {"", "0", "-1", "a", "99999999999999999999"}) {
    EXPECT_ERROR(ParseVersion(text), NotFound, "is no version");
  }
}

}  // namespace
}  // namespace paddle::serve
