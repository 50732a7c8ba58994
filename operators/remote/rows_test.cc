#include <memory>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/operators/remote/testing/remote_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using framework::MakeOp;
using ::testing::ElementsAre;

// A table "t" of 10 rows of two numbers, the id.
class RowsTest : public RemoteFixture {
 protected:
  void AppendPullRows(const std::vector<int64_t>& paddings) {
    framework::NameList ids, indices;
    for (size_t i = 0; i < paddings.size(); ++i) {
      ids.push_back("ids" + std::to_string(i));
      indices.push_back("index" + std::to_string(i));
      framework::proto::VarDesc* var = program_->global_block().Var(ids.back());
      var->set_dtype(framework::proto::INT64);
      var->add_dims(program_->global_block().sizes().Fresh());
      var->set_is_feed(true);
    }
    program_->AppendOp(
        0,
        MakeOp(
            "pull_rows", {{"Servers", {"servers"}}, {"Ids", ids}},
            {{"Rows", {"rows"}}, {"RowIds", {"row_ids"}}, {"Places", indices}},
            {{"table", std::string("t")},
             {"height", int64_t{10}},
             {"width", int64_t{2}},
             {"padding_idx", paddings}}));
  }
  static LoDTensor IdsOf(const std::vector<int64_t>& numbers) {
    LoDTensor ids;
    ids.Allocate({static_cast<int64_t>(numbers.size())}, DataType::kInt64);
    std::copy(numbers.begin(), numbers.end(), ids.mutable_data<int64_t>());
    return ids;
  }
  template <class T>
  static std::vector<T> NumbersOf(const framework::Fetched& fetched) {
    const auto& tensor = absl::get<LoDTensor>(fetched);
    return {tensor.data<T>(), tensor.data<T>() + tensor.numel()};
  }
};

TEST_F(RowsTest, PullsEachRowOnce) {
  AppendPullRows({-1, 4});
  const auto got = framework::Executor().Run(
      program_, {{"ids0", IdsOf({7, 4, 7})}, {"ids1", IdsOf({4, 9})}},
      {"rows", "row_ids", "index0", "index1"}, scope_.get());
  // The first row is that of the padding.
  EXPECT_THAT(NumbersOf<float>(got[0]), ElementsAre(0, 0, 7, 7, 4, 4, 9, 9));
  EXPECT_THAT(NumbersOf<int64_t>(got[1]), ElementsAre(-1, 7, 4, 9));
  EXPECT_THAT(NumbersOf<int64_t>(got[2]), ElementsAre(1, 2, 1));
  EXPECT_THAT(NumbersOf<int64_t>(got[3]), ElementsAre(0, 3));
  EXPECT_THAT(servers_->asked, ElementsAre("t"));
}

TEST_F(RowsTest, PullsNothing) {
  AppendPullRows({-1});
  const auto got = framework::Executor().Run(program_, {{"ids0", IdsOf({})}},
                                             {"rows"}, scope_.get());
  EXPECT_EQ(absl::get<LoDTensor>(got[0]).dims(), Dims({0, 2}));
}

TEST_F(RowsTest, RefusesOtherIds) {
  AppendPullRows({-1});
  for (const int64_t id : {-1, 10}) {
    EXPECT_ERROR(framework::Executor().Run(program_, {{"ids0", IdsOf({3, id})}},
                                           {"rows"}, scope_.get()),
                 OutOfRange,
                 std::to_string(id) +
                     " at position 1 is outside the table 't': [0, 10)");
  }
  EXPECT_ERROR(
      program_->AppendOp(
          0, MakeOp("pull_rows", {{"Servers", {"servers"}}, {"Ids", {"ids0"}}},
                    {{"Rows", {"a"}}, {"RowIds", {"b"}}, {"Places", {"c"}}},
                    {{"table", std::string("t")},
                     {"height", int64_t{10}},
                     {"width", int64_t{2}},
                     {"padding_idx", std::vector<int64_t>{}}})),
      InvalidArgument, "Places and a padding_idx for each of Ids");
}

TEST_F(RowsTest, PushesRowsOfShards) {
  program_->AppendOp(0, MakeOp("push_rows",
                               {{"Servers", {"servers"}},
                                {"Group", {"group"}},
                                {"Shards", {"shards"}}},
                               {},
                               {{"exchange", int64_t{5}},
                                {"table", std::string("t")},
                                {"width", int64_t{2}},
                                {"server", int64_t{1}}}));
  auto* shards = scope_->Var("shards")->GetMutable<ShardSums>();
  distributed::RunRanks(1, 1, [&](Communicator& group) {
    *scope_->Var("group")->GetMutable<std::shared_ptr<Communicator>>() = {
        &group, [](Communicator*) {}};
    EXPECT_ERROR(Run(), InvalidArgument, "no shard has given anything");
    Tensor weight({1}, DataType::kFloat64);
    weight.mutable_data<double>()[0] = 3;
    shards->Add(5, group, weight);
    framework::SelectedRows rows;
    rows.set_height(10);
    *rows.mutable_rows() = {4};
    *rows.mutable_value() = Numbers({1, 2}).Reshaped({1, 2});
    shards->AddRows(5, rows);
    Run();
  });
  ASSERT_EQ(servers_->pushed.size(), 1);
  EXPECT_EQ(servers_->pushed[0].exchange, 5);
  EXPECT_EQ(servers_->pushed[0].first, 3);
  EXPECT_EQ(servers_->rows_server, 1);
  ASSERT_EQ(servers_->pushed_rows.size(), 1);
  EXPECT_THAT(servers_->pushed_rows[0].rows(), ElementsAre(4));
}

TEST_F(RowsTest, TestProgramsTakeRowsAsTheyAre) {
  AppendPullRows({-1});
  const auto test = program_->InferenceClone();
  framework::Executor().Run(test, {{"ids0", IdsOf({3})}}, {"rows"},
                            scope_.get());
  EXPECT_THAT(servers_->asked, ElementsAre("t latest"));
}

TEST_F(RowsTest, GradientsGetTheIdsOfRows) {
  AppendPullRows({4});
  program_->AppendOp(
      0, MakeOp("lookup_table_grad",
                {{"W", {"rows"}}, {"Ids", {"index0"}}, {"Out@GRAD", {"rows"}}},
                {{"W@GRAD", {"grad"}}},
                {{"is_sparse", true}, {"padding_idx", int64_t{0}}}));
  program_->AppendOp(
      0, MakeOp("renumber_rows", {{"X", {"grad"}}, {"RowIds", {"row_ids"}}},
                {{"Out", {"named"}}}, {{"height", int64_t{10}}}));
  const auto got = framework::Executor().Run(
      program_, {{"ids0", IdsOf({7, 4, 9})}}, {"named"}, scope_.get());
  const auto& named = absl::get<framework::SelectedRows>(got[0]);
  EXPECT_THAT(named.rows(), ElementsAre(7, 9));
  EXPECT_EQ(named.height(), 10);
  EXPECT_THAT(std::vector<float>(named.value().data<float>(),
                                 named.value().data<float>() + 4),
              ElementsAre(0, 0, 9, 9));
}

}  // namespace
}  // namespace paddle::operators
