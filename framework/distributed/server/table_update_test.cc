#include "paddle/framework/distributed/server/table_update.h"

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/server/parameter_service.h"
#include "paddle/framework/distributed/server/testing/tensors.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::Tensor;
using ::testing::ElementsAre;

// A server of a table w of 100 rows of one number, 0 at first, trained by plain
// steps of rate 1.
class TableUpdateTest : public backward::ProgramFixture {
 protected:
  TableUpdateTest() {
    layer::EmbeddingOptions options;
    options.is_sparse = true;
    options.is_distributed = true;
    options.weight.name = "w";
    options.weight.initializer = layer::initializer::Constant(0);
    const layer::Variable ids =
        layer::data("ids", {-1, 1}, framework::DataType::kInt64);
    backward::SGDOptimizer(1).Minimize(
        layer::mean(layer::embedding(ids, 100, 1, options)));
    programs_ = ParameterServer(main_, startup_, {}).servers[0];
    service_ = NewService();
  }

  std::unique_ptr<ParameterService> NewService() {
    ParameterServiceOptions service;
    service.new_table = [&](const std::string& name,
                            std::vector<TableColumn> columns) {
      made_ = name;
      return NewTableInMemory(name, std::move(columns));
    };
    return std::make_unique<ParameterService>(*programs_.main,
                                              programs_.startup, service);
  }

  std::future<Reply> Begin(Call call) {
    return BeginCall(service_.get(), std::move(call));
  }
  static Call Push(int64_t step, const std::vector<int64_t>& ids,
                   const std::vector<float>& gradients) {
    const auto count = static_cast<int64_t>(ids.size());
    Call call;
    call.head.set_block("update:0");
    call.head.set_step(step);
    call.head.set_ranks(1);
    call.head.set_shards(1);
    call.tensors = {ArrayOf<double>({1}, {1}), ArrayOf<int64_t>({count}, ids),
                    ArrayOf<float>({count, 1}, gradients)};
    return call;
  }
  static Call Pull(int64_t step, const std::vector<int64_t>& ids) {
    Call call;
    call.head.set_block("rows:w");
    call.head.set_step(step);
    call.tensors = {ArrayOf<int64_t>({static_cast<int64_t>(ids.size())}, ids)};
    return call;
  }
  void Do(Call call) { ThrowErrorOf(Begin(std::move(call)).get(), "here"); }
  static std::vector<float> RowsOf(std::future<Reply> reply) {
    const Reply got = reply.get();
    ThrowErrorOf(got, "here");
    return NumbersOf<float>(got.tensors[0]);
  }
  std::vector<float> Read(Call call) { return RowsOf(Begin(std::move(call))); }

  static Call List(int64_t from, int64_t most) {
    Call call;
    call.head.set_block("list_rows:w");
    call.tensors = {ArrayOf<int64_t>({2}, {from, most})};
    return call;
  }
  static Call Take(std::vector<Tensor> rows) {
    Call call;
    call.head.set_block("take_rows:w");
    call.tensors = std::move(rows);
    return call;
  }

  framework::ServerPrograms programs_;
  std::unique_ptr<ParameterService> service_;
  std::string made_;
};

TEST_F(TableUpdateTest, ChangesTheRowsOfAGradient) {
  EXPECT_EQ(made_, "w");
  Do(Push(0, {7, 3, 7}, {1, 2, 4}));
  EXPECT_THAT(Read(Pull(1, {3, 4, 7, 3})), ElementsAre(-2, 0, -5, -2));
  EXPECT_EQ(service_->table("w").rows(), 2);
  EXPECT_ERROR(service_->table("v"), NotFound, "no table 'v'");
}

TEST_F(TableUpdateTest, APullWaitsForTheStepBefore) {
  EXPECT_THAT(Read(Pull(0, {3})), ElementsAre(0));
  std::future<Reply> waiting = Begin(Pull(1, {3}));
  Do(Push(0, {3}, {2}));
  EXPECT_THAT(RowsOf(std::move(waiting)), ElementsAre(-2));
}

TEST_F(TableUpdateTest, AStepThatIsRepeatedSeesTheRowsOfBefore) {
  Do(Push(0, {3, 4}, {2, 1}));
  Do(Push(1, {3, 5}, {2, 1}));
  EXPECT_THAT(Read(Pull(1, {5, 4, 3})), ElementsAre(0, -1, -2));
  // Rows that are pushed again are taken once.
  Do(Push(1, {3, 5}, {2, 1}));
  EXPECT_THAT(Read(Pull(2, {5, 4, 3})), ElementsAre(-1, -1, -4));
  EXPECT_ERROR(Do(Pull(0, {3})), FailedPrecondition,
               "rows of the table 'w' before step 0 are asked for, and the "
               "server has made 2 steps");
}

TEST_F(TableUpdateTest, LatestDoesNotWait) {
  Call call = Pull(9, {3});
  call.head.set_latest(true);
  EXPECT_THAT(Read(call), ElementsAre(0));
}

TEST_F(TableUpdateTest, AStepWithoutRowsIsOne) {
  Do(Push(0, {}, {}));
  EXPECT_THAT(Read(Pull(1, {3})), ElementsAre(0));
  EXPECT_TRUE(Read(Pull(1, {})).empty());
  EXPECT_EQ(service_->table("w").rows(), 0);
}

TEST_F(TableUpdateTest, RefusesWhatNoTrainerAsks) {
  EXPECT_ERROR(Do(Pull(0, {-1})), OutOfRange,
               "id -1 is outside the table 'w': [0, 100)");
  EXPECT_ERROR(Do(Pull(0, {100})), OutOfRange, "id 100");
  Call other = Pull(0, {1});
  other.head.set_block("rows:v");
  EXPECT_ERROR(Do(other), NotFound, "this server has no table 'v'");
  Call floats = Pull(0, {1});
  floats.tensors = {ArrayOf<float>({1}, {1})};
  EXPECT_ERROR(Do(floats), InvalidArgument, "asked for by [1] of float32");
  floats.tensors.clear();
  EXPECT_ERROR(Do(floats), InvalidArgument, "asked for by 0 arrays of ids");
  EXPECT_ERROR(Do(Push(0, {100}, {1})), OutOfRange, "the row 100 of 100");
  EXPECT_ERROR(Do(Push(1, {1}, {1})), FailedPrecondition,
               "pushes gradients of step 1, and the server has made 0 steps");
}

TEST_F(TableUpdateTest, AnotherServerGoesOnFromItsRows) {
  Do(Push(0, {7, 3}, {1, 2}));
  Do(Push(1, {9}, {4}));
  const std::vector<Tensor> first = Begin(List(0, 2)).get().tensors;
  EXPECT_THAT(NumbersOf<int64_t>(first[0]), ElementsAre(3, 7));
  EXPECT_THAT(NumbersOf<float>(first[1]), ElementsAre(-2, -1));
  const std::vector<Tensor> rest = Begin(List(8, 2)).get().tensors;
  EXPECT_THAT(NumbersOf<int64_t>(rest[0]), ElementsAre(9));
  EXPECT_EQ(Begin(List(10, 2)).get().tensors[0].numel(), 0);
  service_ = NewService();
  Do(Take(first));
  Do(Take(rest));
  Call restore;
  restore.head.set_block(kRestoreBlock);
  restore.head.set_step(2);
  Do(restore);
  EXPECT_THAT(Read(Pull(2, {9, 7, 3, 1})), ElementsAre(-4, -1, -2, 0));
  Do(Push(2, {9}, {1}));
  EXPECT_THAT(Read(Pull(3, {9})), ElementsAre(-5));
  EXPECT_ERROR(Do(Take(first)), FailedPrecondition,
               "the table 'w' is sent rows, and has made 3 steps");
}

TEST_F(TableUpdateTest, RefusesRowsOfOtherTables) {
  const Tensor ids = ArrayOf<int64_t>({2}, {3, 7});
  EXPECT_ERROR(Do(Take({ids})), InvalidArgument,
               "rows of a table of 1 columns are sent as 1 arrays");
  EXPECT_ERROR(Do(Take({ids, ArrayOf<float>({1, 2}, {1, 2})})), InvalidArgument,
               "the column 'w' of 2 rows is sent as [1, 2] of float32");
  const Tensor values = ArrayOf<float>({2, 1}, {1, 2});
  EXPECT_ERROR(Do(Take({values, values})), InvalidArgument,
               "ids of rows are sent as [2, 1] of float32");
  EXPECT_ERROR(Do(Take({ArrayOf<int64_t>({2}, {3, 100}), values})), OutOfRange,
               "id 100 of a row that is sent is outside the table: [0, 100)");
  Call call = List(0, 1);
  call.tensors = {values};
  EXPECT_ERROR(Do(call), InvalidArgument, "rows are listed from one id on");
  EXPECT_EQ(service_->table("w").rows(), 0);
}

TEST_F(TableUpdateTest, WhoWaitsLearnsOfAnError) {
  std::future<Reply> waiting = Begin(Pull(1, {3}));
  Call call = Push(0, {3}, {1});
  call.tensors[0].mutable_data<double>()[0] = 0;
  Do(call);
  EXPECT_ERROR(RowsOf(std::move(waiting)), FailedPrecondition, "weights are 0");
}

}  // namespace
}  // namespace paddle::distributed
