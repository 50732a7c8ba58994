#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/group/testing/run_ranks.h"
#include "paddle/framework/distributed/nccl/testing/emulated_group.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/emulated_memory.h"
#include "paddle/platform/place.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::operators {
namespace {

using distributed::Communicator;
using framework::DataType;
using framework::Dims;
using framework::Fetched;
using framework::LoDTensor;
using framework::MakeOp;
using framework::NameList;
using framework::SelectedRows;
using framework::proto::OpDesc;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
LoDTensor TensorOf(const Dims& dims, const std::vector<T>& numbers) {
  LoDTensor tensor(framework::Tensor(dims, framework::DataTypeOf<T>()));
  std::copy(numbers.begin(), numbers.end(), tensor.mutable_data<T>());
  return tensor;
}

template <class T>
std::vector<T> NumbersOf(const LoDTensor& tensor) {
  const T* data = tensor.data<T>();
  return {data, data + tensor.numel()};
}

// A program that every member runs on a scope of its own, with a device of the
// place that is the parameter.
class CollectiveTest : public ::testing::TestWithParam<platform::Place> {
 protected:
  CollectiveTest()
      : program_(std::make_shared<framework::Program>(
            framework::OpInfoMap::Instance())) {
    Var("group")->set_kind(framework::proto::RAW);
  }

  framework::proto::VarDesc* Var(const std::string& name) {
    return program_->global_block().Var(name);
  }
  // Declares data [rows, width].
  void Data(const std::string& name, int64_t width,
            DataType type = DataType::kFloat32, int lod_level = 0) {
    framework::proto::VarDesc* var = Var(name);
    var->set_dtype(static_cast<framework::proto::DataType>(type));
    var->add_dims(framework::kBatchSize);
    var->add_dims(width);
    var->set_is_feed(true);
    var->set_lod_level(lod_level);
  }
  void Append(OpDesc op) { program_->AppendOp(0, std::move(op)); }

  // Runs the program on `ranks` threads. `feeds` returns what a rank feeds,
  // `check` sees what it fetches.
  using Feed = std::function<framework::Feeds(int rank)>;
  using Check = std::function<void(int rank, const std::vector<Fetched>&)>;
  void RunMembers(int ranks, const std::function<void(Communicator&)>& member) {
    const platform::EmulatedMemoryAccess access;
    const bool on_gpu = GetParam().is_cuda();
    distributed::RunRanks(ranks, 0, member,
                          on_gpu ? distributed::OnEmulatedGPU : nullptr);
  }
  void Run(int ranks, const Feed& feed, const NameList& fetches,
           const Check& check) {
    std::mutex checking;
    RunMembers(ranks, [&](Communicator& group) {
      auto scope = framework::Scope::Create();
      *scope->Var("group")->GetMutable<std::shared_ptr<Communicator>>() = {
          &group, [](Communicator*) {}};
      framework::Executor executor(GetParam());
      const auto fetched =
          executor.Run(program_, feed(group.rank()), fetches, scope.get());
      std::lock_guard<std::mutex> lock(checking);
      check(group.rank(), fetched);
    });
  }
  // Runs the program on member 0, which feeds x; `check` sees what a recv with
  // these attributes receives on member 1.
  void RunWithReceiver(const LoDTensor& x,
                       const framework::AttributeMap& attributes,
                       const std::function<void(const Fetched&)>& check) {
    const auto other =
        std::make_shared<framework::Program>(framework::OpInfoMap::Instance());
    other->global_block().Var("group")->set_kind(framework::proto::RAW);
    other->AppendOp(0, MakeOp("recv", {{"Group", {"group"}}}, {{"Out", {"y"}}},
                              attributes));
    RunMembers(2, [&](Communicator& group) {
      auto scope = framework::Scope::Create();
      *scope->Var("group")->GetMutable<std::shared_ptr<Communicator>>() = {
          &group, [](Communicator*) {}};
      framework::Executor executor(GetParam());
      if (group.rank() == 0) {
        executor.Run(program_, {{"x", x}}, {}, scope.get());
      } else {
        check(executor.Run(other, {}, {"y"}, scope.get())[0]);
      }
    });
  }

  std::shared_ptr<framework::Program> program_;
};

const LoDTensor& Dense(const Fetched& fetched) {
  return absl::get<LoDTensor>(fetched);
}

TEST_P(CollectiveTest, AllreduceReducesEveryElement) {
  Data("x", 2);
  for (const char* reduce : {"sum", "mean", "max", "min"}) {
    Append(MakeOp("allreduce", {{"X", {"x"}}, {"Group", {"group"}}},
                  {{"Out", {reduce}}}, {{"reduce", std::string(reduce)}}));
  }
  Run(
      3,
      [](int rank) {
        const float r = static_cast<float>(rank);
        return framework::Feeds{{"x", TensorOf<float>({1, 2}, {r, 10 * r})}};
      },
      {"sum", "mean", "max", "min"},
      [](int, const std::vector<Fetched>& out) {
        EXPECT_THAT(NumbersOf<float>(Dense(out[0])), ElementsAre(3, 30));
        EXPECT_THAT(NumbersOf<float>(Dense(out[1])), ElementsAre(1, 10));
        EXPECT_THAT(NumbersOf<float>(Dense(out[2])), ElementsAre(2, 20));
        EXPECT_THAT(NumbersOf<float>(Dense(out[3])), ElementsAre(0, 0));
      });
}

TEST_P(CollectiveTest, FastOrderHasTheSameSum) {
  Data("x", 2);
  Append(MakeOp("allreduce", {{"X", {"x"}}, {"Group", {"group"}}},
                {{"Out", {"y"}}}, {{"order", std::string("fast")}}));
  Run(
      3,
      [](int rank) {
        const float r = static_cast<float>(rank);
        return framework::Feeds{{"x", TensorOf<float>({1, 2}, {r, 10 * r})}};
      },
      {"y"},
      [](int, const std::vector<Fetched>& out) {
        EXPECT_THAT(NumbersOf<float>(Dense(out[0])), ElementsAre(3, 30));
      });
}

TEST_P(CollectiveTest, MeanIsWeightedByRows) {
  Data("rows", 1);
  for (const char* name : {"a", "b"}) {
    framework::proto::VarDesc* var = Var(name);
    var->set_dtype(framework::proto::FLOAT32);
    var->add_dims(2);
    var->set_is_feed(true);
  }
  Append(MakeOp("scale", {{"X", {"a"}}}, {{"Out", {"a2"}}}, {{"scale", 2.0}}));
  Append(MakeOp("scale", {{"X", {"b"}}}, {{"Out", {"b2"}}}, {{"scale", 1.0}}));
  Append(MakeOp("allreduce_start",
                {{"X", {"a2", "b2"}}, {"Rows", {"rows"}}, {"Group", {"group"}}},
                {{"Buffer", {"buffer"}}, {"Pending", {"pending"}}}));
  Append(MakeOp(
      "allreduce_wait",
      {{"Buffer", {"buffer"}}, {"Pending", {"pending"}}, {"X", {"a2", "b2"}}},
      {{"Out", {"a2", "b2"}}}));
  // Member 0 has one row, member 1 three.
  Run(
      2,
      [](int rank) {
        const float r = static_cast<float>(rank);
        return framework::Feeds{
            {"rows", TensorOf<float>({1 + 2 * rank, 1},
                                     std::vector<float>(1 + 2 * rank))},
            {"a", TensorOf<float>({2}, {4 * r, 8})},
            {"b", TensorOf<float>({2}, {r, -r})}};
      },
      {"a2", "b2"},
      [](int, const std::vector<Fetched>& out) {
        EXPECT_THAT(NumbersOf<float>(Dense(out[0])), ElementsAre(6, 16));
        EXPECT_THAT(NumbersOf<float>(Dense(out[1])), ElementsAre(.75, -.75));
      });
}

TEST_P(CollectiveTest, BroadcastGivesTheRootsValue) {
  Data("x", 1, DataType::kInt64);
  Append(MakeOp("broadcast", {{"X", {"x"}}, {"Group", {"group"}}},
                {{"Out", {"y"}}}, {{"root", int64_t{2}}}));
  Run(
      3,
      [](int rank) {
        return framework::Feeds{{"x", TensorOf<int64_t>({1, 1}, {rank})}};
      },
      {"y"},
      [](int, const std::vector<Fetched>& out) {
        EXPECT_THAT(NumbersOf<int64_t>(Dense(out[0])), ElementsAre(2));
      });
}

TEST_P(CollectiveTest, AllgatherTakesRowsAndSequences) {
  Data("x", 1, DataType::kFloat32, /*lod_level=*/1);
  Append(MakeOp("allgather", {{"X", {"x"}}, {"Group", {"group"}}},
                {{"Out", {"y"}}}));
  Run(
      2,
      [](int rank) {
        // Member 0: one sequence of 1 row; member 1: sequences of 2 and 0.
        LoDTensor x = rank == 0 ? TensorOf<float>({1, 1}, {7})
                                : TensorOf<float>({2, 1}, {8, 9});
        x.set_lod(rank == 0 ? framework::LoD::FromLengths({{1}})
                            : framework::LoD::FromLengths({{2, 0}}));
        return framework::Feeds{{"x", x}};
      },
      {"y"},
      [](int, const std::vector<Fetched>& out) {
        const LoDTensor& y = Dense(out[0]);
        EXPECT_EQ(y.dims(), Dims({3, 1}));
        EXPECT_THAT(NumbersOf<float>(y), ElementsAre(7, 8, 9));
        EXPECT_THAT(y.lod()->offsets(0), ElementsAre(0, 1, 3, 3));
      });
}

TEST_P(CollectiveTest, ReduceScatterLeavesEachItsRows) {
  Data("x", 1);
  for (const char* order : {"tree", "fast"}) {
    Append(MakeOp("reduce_scatter", {{"X", {"x"}}, {"Group", {"group"}}},
                  {{"Out", {order}}}, {{"order", std::string(order)}}));
  }
  // Rows that are shared out unevenly, and evenly.
  for (const int64_t rows : {3, 4}) {
    Run(
        2,
        [&](int rank) {
          LoDTensor x(framework::Tensor({rows, 1}, DataType::kFloat32));
          for (int i = 0; i < rows; ++i) {
            x.mutable_data<float>()[i] = static_cast<float>(1 + rank + i);
          }
          return framework::Feeds{{"x", x}};
        },
        {"tree", "fast"},
        [&](int rank, const std::vector<Fetched>& out) {
          std::vector<float> expected;
          const int64_t begin = rank == 0 ? 0 : rows / 2;
          for (int64_t i = begin; i < (rank == 0 ? rows / 2 : rows); ++i) {
            expected.push_back(static_cast<float>(3 + 2 * i));
          }
          EXPECT_EQ(NumbersOf<float>(Dense(out[0])), expected);
          EXPECT_EQ(NumbersOf<float>(Dense(out[1])), expected);
        });
  }
}

TEST_P(CollectiveTest, AlltoallSendsEachItsRows) {
  Data("x", 1);
  framework::proto::VarDesc* lengths = Var("lengths");
  lengths->set_dtype(framework::proto::INT64);
  lengths->add_dims(2);
  lengths->set_is_feed(true);
  Append(MakeOp("alltoall",
                {{"X", {"x"}}, {"Lengths", {"lengths"}}, {"Group", {"group"}}},
                {{"Out", {"y"}}, {"OutLengths", {"y_lengths"}}}));
  Run(
      2,
      [](int rank) {
        if (rank == 0) {
          return framework::Feeds{{"x", TensorOf<float>({3, 1}, {1, 2, 3})},
                                  {"lengths", TensorOf<int64_t>({2}, {1, 2})}};
        }
        return framework::Feeds{{"x", TensorOf<float>({1, 1}, {4})},
                                {"lengths", TensorOf<int64_t>({2}, {1, 0})}};
      },
      {"y", "y_lengths"},
      [](int rank, const std::vector<Fetched>& out) {
        const auto y = NumbersOf<float>(Dense(out[0]));
        const auto lengths = NumbersOf<int64_t>(Dense(out[1]));
        if (rank == 0) {
          EXPECT_THAT(y, ElementsAre(1, 4));
          EXPECT_THAT(lengths, ElementsAre(1, 1));
        } else {
          EXPECT_THAT(y, ElementsAre(2, 3));
          EXPECT_THAT(lengths, ElementsAre(2, 0));
        }
      });
}

TEST_P(CollectiveTest, RecvTakesWhatWasSent) {
  Data("x", 2);
  Append(MakeOp("send", {{"X", {"x"}}, {"Group", {"group"}}}, {},
                {{"peer", int64_t{1}}, {"tag", int64_t{3}}}));
  RunWithReceiver(TensorOf<float>({1, 2}, {5, 6}),
                  {{"peer", int64_t{0}},
                   {"tag", int64_t{3}},
                   {"shape", std::vector<int64_t>{-1, 2}}},
                  [](const Fetched& y) {
                    EXPECT_THAT(NumbersOf<float>(Dense(y)), ElementsAre(5, 6));
                  });
}

TEST_P(CollectiveTest, MessagesThatWereStartedHaveSequences) {
  Data("x", 1);
  Append(MakeOp("send_start", {{"X", {"x"}}, {"Group", {"group"}}},
                {{"Pending", {"pending"}}}, {{"peer", int64_t{1}}}));
  Append(MakeOp("send_wait",
                {{"X", {"x"}}, {"Pending", {"pending"}}, {"Group", {"group"}}},
                {}, {{"peer", int64_t{1}}}));
  LoDTensor x = TensorOf<float>({3, 1}, {5, 6, 7});
  x.set_lod(framework::LoD::FromLengths({{1, 1}, {1, 2}}));
  RunWithReceiver(x,
                  {{"peer", int64_t{0}},
                   {"lod_level", int64_t{2}},
                   {"shape", std::vector<int64_t>{-1, 1}}},
                  [&](const Fetched& y) {
                    EXPECT_THAT(NumbersOf<float>(Dense(y)),
                                ElementsAre(5, 6, 7));
                    EXPECT_TRUE(framework::SameLoD(Dense(y).lod(), x.lod()));
                  });
}

TEST_P(CollectiveTest, MicroBatchesAreParts) {
  Data("x", 1);
  for (const int64_t index : {0, 1}) {
    Append(MakeOp("micro_batch", {{"X", {"x"}}},
                  {{"Out", {"y" + std::to_string(index)}}},
                  {{"index", index}, {"count", int64_t{2}}}));
  }
  framework::Executor executor(GetParam());
  const auto scope = framework::Scope::Create();
  const framework::Feeds feeds = {{"x", TensorOf<float>({3, 1}, {5, 6, 7})}};
  const auto out = executor.Run(program_, feeds, {"y0", "y1"}, scope.get());
  EXPECT_THAT(NumbersOf<float>(Dense(out[0])), ElementsAre(5, 6));
  EXPECT_THAT(NumbersOf<float>(Dense(out[1])), ElementsAre(7));
  const framework::Feeds few = {{"x", TensorOf<float>({1, 1}, {5})}};
  EXPECT_ERROR(executor.Run(program_, few, {"y0"}, scope.get()),
               InvalidArgument,
               "a batch of 1 rows has too few for 2 micro-batches");
}

TEST_P(CollectiveTest, ErrorsNameTheOperatorAndTheVariable) {
  Data("x", 1);
  Append(MakeOp("broadcast", {{"X", {"x"}}, {"Group", {"group"}}},
                {{"Out", {"y"}}}, {{"root", int64_t{5}}}));
  framework::Executor executor(GetParam());
  const auto scope = framework::Scope::Create();
  const framework::Feeds feeds = {{"x", TensorOf<float>({1, 1}, {1})}};
  scope->Var("group")->GetMutable<std::shared_ptr<Communicator>>();
  EXPECT_ERROR(executor.Run(program_, feeds, {"y"}, scope.get()),
               FailedPrecondition,
               "the variable group of the scope holds no group");
  EXPECT_ERROR(Run(
                   2, [&](int) { return feeds; }, {"y"},
                   [](int, const std::vector<Fetched>&) {}),
               InvalidArgument, "root 5 is not a rank of a group of 2");
}

TEST_P(CollectiveTest, LostMemberIsAnErrorOfTheOperator) {
  Data("x", 1);
  Append(MakeOp("allreduce", {{"X", {"x"}}, {"Group", {"group"}}},
                {{"Out", {"y"}}}));
  EXPECT_ERROR(
      Run(
          2,
          [](int rank) {
            if (rank == 1) PADDLE_THROW(Unavailable, "gone");
            return framework::Feeds{{"x", TensorOf<float>({1, 1}, {1})}};
          },
          {"y"}, [](int, const std::vector<Fetched>&) {}),
      Unavailable, "");
}

std::vector<platform::Place> Places() {
  std::vector<platform::Place> places = {platform::CPUPlace()};
  if (distributed::HasEmulatedGPU()) places.push_back(platform::CUDAPlace(0));
  return places;
}

INSTANTIATE_TEST_SUITE_P(
    Places, CollectiveTest, ::testing::ValuesIn(Places()),
    [](const ::testing::TestParamInfo<platform::Place>& info) {
      return info.param.is_cpu() ? "CPU" : "GPU";
    });

}  // namespace
}  // namespace paddle::operators
