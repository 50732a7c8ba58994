#include "paddle/framework/serving/model_config.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "paddle/platform/testing/expect_error.h"

namespace paddle::serving {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ModelConfig Parsed(const std::string& text) {
  return ParseModelConfig(text, "config.json");
}

TEST(ModelConfigTest, ReadsAllMembers) {
  const ModelConfig config = Parsed(
      R"({"versions": "specific", "specific": [3, 5], "threads": 2,)"
      R"( "queue": 7, "queue_bytes": 8, "joining": "never", "max_batch_rows": 9,)"
      R"( "max_wait_us": 50})");
  EXPECT_THAT(config.versions.versions, ElementsAre(3, 5));
  EXPECT_EQ(config.batcher.threads, 2);
  EXPECT_EQ(config.batcher.queue, 7);
  EXPECT_EQ(config.batcher.queue_bytes, 8);
  EXPECT_EQ(config.batcher.joining, Joining::kNever);
  EXPECT_EQ(config.batcher.limits.rows, 9);
  EXPECT_EQ(config.batcher.limits.wait.count(), 50);
  EXPECT_EQ(Parsed("{}").batcher.joining, Joining::kEqualBits);
}

TEST(ModelConfigTest, NamesWhatIsWrong) {
  EXPECT_ERROR(Parsed(R"({"threds": 2})"), InvalidArgument, "\"threds\"");
  EXPECT_ERROR(Parsed(R"({"threads": 0})"), InvalidArgument,
               "threads is 0, not in [1, 1024]");
  EXPECT_ERROR(Parsed(R"({"joining": "often"})"), InvalidArgument,
               "joining is \"often\", not one of equal_bits independent never");
  EXPECT_ERROR(Parsed("{} {}"), InvalidArgument, "config.json");
}

TEST(ModelConfigTest, ChoosesVersions) {
  VersionPolicy policy;
  EXPECT_THAT(CandidateVersions(policy, {2, 10, 9}), ElementsAre(10, 9, 2));
  EXPECT_FALSE(HasEnough(policy, 0));
  EXPECT_TRUE(HasEnough(policy, 1));
  EXPECT_THAT(CandidateVersions(policy, {}), IsEmpty());
  policy.latest = 2;
  EXPECT_FALSE(HasEnough(policy, 1));
  EXPECT_TRUE(HasEnough(policy, 2));
  policy.kind = VersionPolicy::Kind::kSpecific;
  policy.versions = {9, 11};
  EXPECT_THAT(CandidateVersions(policy, {2, 10, 9}), ElementsAre(9));
  policy.kind = VersionPolicy::Kind::kAll;
  EXPECT_THAT(CandidateVersions(policy, {2, 1}), ElementsAre(2, 1));
  EXPECT_FALSE(HasEnough(policy, 100));
}

}  // namespace
}  // namespace paddle::serving
