#include "paddle/framework/serving/joined_batch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "paddle/framework/tensor/lod.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::serving {
namespace {

using framework::DataType;
using framework::Dims;
using framework::LoD;
using framework::LoDTensor;
using ::testing::ElementsAre;

// One column of int64.
LoDTensor Column(const std::vector<int64_t>& values,
                 std::vector<int64_t> lengths = {}) {
  const auto rows = static_cast<int64_t>(values.size());
  LoDTensor column(Dims({rows, 1}), DataType::kInt64);
  std::copy(values.begin(), values.end(), column.mutable_data<int64_t>());
  if (!lengths.empty()) column.set_lod(LoD::FromLengths({std::move(lengths)}));
  return column;
}

std::vector<int64_t> ValuesOf(const LoDTensor& column) {
  const int64_t* data = column.data<int64_t>();
  return {data, data + column.numel()};
}

class JoinedBatchTest : public ::testing::Test {
 protected:
  const Tensors a_ = {Column({1, 2, 3}, {1, 2}), Column({7})};
  const Tensors b_ = {Column({}, {0}), Column({8, 9})};
  const Tensors c_ = {Column({4, 5}, {2, 0}), Column({})};
  const std::vector<const Tensors*> all_ = {&a_, &b_, &c_};
};

TEST_F(JoinedBatchTest, JoinsRowsAndSequences) {
  const Tensors joined = JoinRequests(all_);
  EXPECT_THAT(ValuesOf(joined[0]), ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(joined[0].lod()->offsets(0), ElementsAre(0, 1, 3, 3, 5, 5));
  EXPECT_THAT(ValuesOf(joined[1]), ElementsAre(7, 8, 9));
  EXPECT_EQ(joined[1].lod(), nullptr);
}

TEST_F(JoinedBatchTest, CutsByRowsAndBySequences) {
  const RowIndependence rows{"", {}, {{0, false}, {0, true}, {1, false}}};
  const auto parts = CutOutputs({Column({10, 20, 30, 40, 50}, {1, 2, 0, 2, 0}),
                                 Column({1, 2, 3, 4, 5}), Column({70, 80, 90})},
                                rows, all_);
  EXPECT_THAT(ValuesOf(parts[0][0]), ElementsAre(10, 20, 30));
  EXPECT_THAT(parts[0][0].lod()->offsets(0), ElementsAre(0, 1, 3));
  EXPECT_THAT(ValuesOf(parts[0][1]), ElementsAre(1, 2));
  EXPECT_THAT(ValuesOf(parts[0][2]), ElementsAre(70));
  EXPECT_THAT(ValuesOf(parts[1][0]), ElementsAre());
  EXPECT_THAT(parts[1][0].lod()->offsets(0), ElementsAre(0, 0));
  EXPECT_THAT(ValuesOf(parts[1][2]), ElementsAre(80, 90));
  EXPECT_THAT(ValuesOf(parts[2][0]), ElementsAre(40, 50));
  EXPECT_THAT(parts[2][0].lod()->offsets(0), ElementsAre(0, 2, 2));
  EXPECT_THAT(ValuesOf(parts[2][1]), ElementsAre(4, 5));
}

TEST_F(JoinedBatchTest, FindsRowsThatAreMissingOrTooMany) {
  const RowIndependence rows{"", {}, {{0, false}}};
  EXPECT_ERROR(CutOutputs({Column({1, 2, 3, 4})}, rows, all_), Internal,
               "of shape [4, 1] without row 5");
  EXPECT_ERROR(CutOutputs({Column({1, 2, 3, 4, 5, 6})}, rows, all_),
               InvalidArgument, "rows of an output");
}

TEST_F(JoinedBatchTest, JoinsWhatDiffersInItsRowsAlone) {
  EXPECT_TRUE(MayJoin(a_, b_));
  EXPECT_FALSE(MayJoin(a_, {a_[1], a_[1]}));  // no sequences
  const LoDTensor wide(Dims({1, 2}), DataType::kInt64);
  EXPECT_FALSE(MayJoin({a_[1]}, {wide}));
  const LoDTensor scalar(Dims({}), DataType::kInt64);
  EXPECT_FALSE(MayJoin({scalar}, {scalar}));
  EXPECT_EQ(RowsOf(a_), 3);
  EXPECT_EQ(RowsOf({scalar}), 1);
  EXPECT_EQ(RowsOf({Column({}, {0, 0, 0, 0})}), 4);
}

}  // namespace
}  // namespace paddle::serving
