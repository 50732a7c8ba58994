#include "paddle/framework/io/feed_shard.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/io/testing/array_files.h"
#include "paddle/framework/io/testing/opened.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using testing::BytesOf;
using ::testing::ElementsAre;
using testing::NpyFile;

class FeedShardTest : public testing::ArrayFilesTest {
 protected:
  // Writes words of these lengths (two numbers a row), five in all, and `rows`
  // labels.
  std::string File(const std::vector<int32_t>& lengths, int rows) const {
    const std::string count = std::to_string(lengths.size());
    const std::string labels = std::to_string(rows);
    return Written(
        "file.npz",
        testing::ZipFile({{"words.npy", NpyFile("|u1", "(5, 2)", "aabbccddee")},
                          {"lengths.npy", NpyFile("<i4", "(" + count + ",)",
                                                  BytesOf(lengths))},
                          {"labels.npy", NpyFile("|u1", "(" + labels + ", 1)",
                                                 std::string(rows, 'l'))},
                          {"none.npy", NpyFile("|u1", "(3, 0)", "")}},
                         false));
  }
};

const FeedMapping kMapping = {{"word", {"words", "lengths"}},
                              {"label", {"labels", ""}}};

TEST_F(FeedShardTest, CountsItemsAndRows) {
  const FeedShard shard(File({2, 0, 3}, 3), kMapping);
  EXPECT_EQ(shard.items(), 3);
  EXPECT_THAT(shard.feeds().at("word").offsets, ElementsAre(0, 2, 2, 5));
  EXPECT_EQ(shard.feeds().at("word").RowOf(2), 2);
  EXPECT_FALSE(shard.feeds().at("label").is_ragged());
  EXPECT_EQ(shard.feeds().at("label").RowOf(2), 2);
}

TEST_F(FeedShardTest, LengthsMustFitTheRows) {
  EXPECT_ERROR(FeedShard(File({2, 2}, 2), kMapping), InvalidArgument,
               "file.npz, array words with lengths lengths: the lengths sum to "
               "4, but there are 5 rows");
  EXPECT_ERROR(FeedShard(File({6, -1}, 2), kMapping), InvalidArgument,
               "length -1 of sequence 1");
  EXPECT_ERROR(FeedShard(File({5}, 1), {{"word", {"words", "labels"}}}),
               InvalidArgument, "a vector of int32 or int64, not uint8 [1, 1]");
}

TEST_F(FeedShardTest, AllFeedsHaveTheItems) {
  EXPECT_ERROR(FeedShard(File({2, 3}, 3), kMapping), InvalidArgument,
               "array words with lengths lengths has 2 items, but the array of "
               "feed label has 3");
}

TEST_F(FeedShardTest, ArraysMustBeThereAndHaveRows) {
  const std::string file = File({5}, 1);
  EXPECT_ERROR(FeedShard(file, {{"x", {"wards", ""}}}), NotFound,
               "no array wards");
  EXPECT_ERROR(FeedShard(file, {{"x", {"none", ""}}}), InvalidArgument,
               "an array [3, 0] has no rows of elements");
  EXPECT_ERROR(FeedShard(file, {}), InvalidArgument, "no feed is mapped");
}

}  // namespace
}  // namespace paddle::framework
