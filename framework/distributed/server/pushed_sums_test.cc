#include "paddle/framework/distributed/server/pushed_sums.h"

#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoDTensor;
using framework::Tensor;
using ::testing::ElementsAre;

framework::proto::VarDesc Gradient(DataType type, int64_t size) {
  framework::proto::VarDesc var;
  var.set_name("g");
  var.set_dtype(static_cast<framework::proto::DataType>(type));
  var.add_dims(size);
  return var;
}

proto::CallHead From(int rank, int ranks, int shards, int64_t epoch = 0) {
  proto::CallHead head;
  head.set_rank(rank);
  head.set_ranks(ranks);
  head.set_shards(shards);
  head.set_epoch(epoch);
  return head;
}

Tensor Part(const std::vector<float>& numbers) {
  Tensor part(Dims({static_cast<int64_t>(numbers.size())}), DataType::kFloat32);
  std::copy(numbers.begin(), numbers.end(), part.mutable_data<float>());
  return part;
}

std::vector<float> NumbersOf(const LoDTensor& tensor) {
  return {tensor.data<float>(), tensor.data<float>() + tensor.numel()};
}

class PushedSumsTest : public ::testing::Test {
 protected:
  PushedSums sums_{
      {Gradient(DataType::kFloat32, 2), Gradient(DataType::kFloat32, 1)}};
};

TEST_F(PushedSumsTest, DividesByTheWeights) {
  EXPECT_FALSE(sums_.Add(From(1, 2, 2), {Part({1, 2, 3, 1})}));
  EXPECT_TRUE(sums_.Add(From(0, 2, 2), {Part({7, 8, 9, 3})}));
  const std::vector<LoDTensor> means = sums_.TakeMean();
  EXPECT_THAT(NumbersOf(means[0]), ElementsAre(2, 2.5f));
  EXPECT_THAT(NumbersOf(means[1]), ElementsAre(3));
  // Begins anew.
  EXPECT_FALSE(sums_.Add(From(1, 2, 2), {Part({1, 2, 3, 1})}));
}

TEST_F(PushedSumsTest, RoundsToTheTypeOfTheGradient) {
  PushedSums sums({Gradient(DataType::kFloat16, 1)});
  sums.Add(From(0, 1, 1), {Part({2, 4})});
  EXPECT_EQ(sums.TakeMean()[0].dtype(), DataType::kFloat16);
}

TEST_F(PushedSumsTest, TheSameTrainerMayGiveAgain) {
  EXPECT_FALSE(sums_.Add(From(0, 2, 2), {Part({9, 9, 9, 9})}));
  EXPECT_FALSE(sums_.Add(From(0, 2, 2), {Part({1, 1, 1, 1})}));
  EXPECT_TRUE(sums_.Add(From(1, 2, 2), {Part({1, 1, 1, 1})}));
  EXPECT_THAT(NumbersOf(sums_.TakeMean()[1]), ElementsAre(1));
}

TEST_F(PushedSumsTest, AnotherEpochBeginsAnew) {
  sums_.Add(From(0, 3, 4, 1), {Part({9, 9, 9, 9})});
  EXPECT_FALSE(sums_.Add(From(0, 2, 4, 2), {Part({1, 1, 1, 1})}));
  EXPECT_ERROR(sums_.Add(From(1, 3, 4, 1), {Part({9, 9, 9, 9})}),
               FailedPrecondition, "trainer 1 pushes in epoch 1");
  EXPECT_TRUE(sums_.Add(From(1, 2, 4, 2), {Part({3, 3, 3, 1})}));
  EXPECT_THAT(NumbersOf(sums_.TakeMean()[1]), ElementsAre(2));
}

TEST_F(PushedSumsTest, TrainersAgreeOnTheirNumber) {
  sums_.Add(From(0, 2, 2), {Part({1, 1, 1, 1})});
  EXPECT_ERROR(sums_.Add(From(1, 3, 3), {Part({1, 1, 1, 1})}), InvalidArgument,
               "trainer 1 is one of 3 with 3 shards; another one was of 2");
}

TEST_F(PushedSumsTest, RefusesOtherArrays) {
  EXPECT_ERROR(sums_.Add(From(0, 1, 1), {}), InvalidArgument,
               "arrays of trainer 0");
  EXPECT_ERROR(sums_.Add(From(0, 1, 1), {Part({1, 2})}), InvalidArgument,
               "pushes 2 numbers of float32; the update takes 4 of float32");
  EXPECT_ERROR(
      sums_.Add(From(0, 1, 1), {Tensor(Dims({4}), DataType::kFloat64)}),
      InvalidArgument, "pushes 4 numbers of float64");
}

TEST_F(PushedSumsTest, RefusesOtherTrainers) {
  EXPECT_ERROR(sums_.Add(From(2, 2, 2), {}), InvalidArgument, "trainer 2 of 2");
  EXPECT_ERROR(sums_.Add(From(-1, 2, 2), {}), InvalidArgument, "trainer -1");
  EXPECT_ERROR(sums_.Add(From(0, 2, 1), {}), InvalidArgument, "with 1 shards");
  EXPECT_ERROR(sums_.Add(From(0, 1, 1 << 30), {}), InvalidArgument, "shards");
}

TEST_F(PushedSumsTest, SomebodyHasRows) {
  sums_.Add(From(0, 1, 1), {Part({0, 0, 0, 0})});
  EXPECT_ERROR(sums_.TakeMean(), FailedPrecondition, "all weights are 0");
}

}  // namespace
}  // namespace paddle::distributed
