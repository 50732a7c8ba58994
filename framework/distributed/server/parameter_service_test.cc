#include "paddle/framework/distributed/server/parameter_service.h"

#include <chrono>
#include <cstdint>
#include <future>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock-matchers.h"
#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/passes/parameter_server.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using ::testing::ElementsAre;

// A server of one parameter w = [0, 0], trained by plain steps of rate 1.
class ParameterServiceTest : public backward::ProgramFixture {
 protected:
  ParameterServiceTest() {
    layer::ParamAttr attr("w");
    attr.initializer = layer::initializer::Constant(0);
    const layer::Variable x = layer::data("x", {-1, 2}, DataType::kFloat32);
    backward::SGDOptimizer(1).Minimize(layer::mean(x * Parameter(attr, {2})));
    const auto programs = ParameterServer(main_, startup_, {});
    server_ = programs.servers[0];
    service_ =
        std::make_unique<ParameterService>(*server_.main, server_.startup);
  }

  // Starts it anew, waiting for no trainer.
  void Start(int64_t staleness) {
    ParameterServiceOptions options;
    options.served.set_async(true);
    options.served.set_staleness(staleness);
    service_ = std::make_unique<ParameterService>(*server_.main,
                                                  server_.startup, options);
  }
  static Call Block(const std::string& name) {
    Call call;
    call.head.set_block(name);
    return call;
  }

  std::future<Reply> Begin(Call call) {
    return BeginCall(service_.get(), std::move(call));
  }
  static Call Push(int64_t step, float gradient) {
    Call call;
    call.head.set_block("update:0");
    call.head.set_step(step);
    call.head.set_ranks(1);
    call.head.set_shards(1);
    Tensor numbers(Dims({3}), DataType::kFloat32);
    for (int i = 0; i < 2; ++i) numbers.mutable_data<float>()[i] = gradient;
    numbers.mutable_data<float>()[2] = 1;
    call.tensors = {numbers};
    return call;
  }
  static Call Pull(int64_t step) {
    Call call;
    call.head.set_block(kParametersBlock);
    call.head.set_step(step);
    call.head.add_names("w");
    return call;
  }
  static Call Numbered(Call call, int64_t sequence, int64_t oldest,
                       uint64_t client = 77) {
    call.head.set_client(client);
    call.head.set_sequence(sequence);
    call.head.set_oldest(oldest);
    return call;
  }
  // Throws the error of a call.
  void Do(Call call) { ThrowErrorOf(Begin(std::move(call)).get(), "here"); }
  float First(std::future<Reply> reply) {
    const Reply got = reply.get();
    ThrowErrorOf(got, "here");
    return got.tensors[0].data<float>()[0];
  }

  framework::ServerPrograms server_;
  std::unique_ptr<ParameterService> service_;
};

TEST_F(ParameterServiceTest, APullWaitsForTheStep) {
  std::future<Reply> pulled = Begin(Pull(0));
  Do(Push(0, 2));
  EXPECT_EQ(First(std::move(pulled)), -2);
}

TEST_F(ParameterServiceTest, WhatIsPushedAgainIsTakenOnce) {
  for (int i = 0; i < 3; ++i) Do(Push(0, 2));
  EXPECT_EQ(First(Begin(Pull(0))), -2);
}

TEST_F(ParameterServiceTest, LatestDoesNotWait) {
  Call call = Pull(9);
  call.head.set_latest(true);
  EXPECT_EQ(First(Begin(std::move(call))), 0);
}

TEST_F(ParameterServiceTest, StepsComeInOrder) {
  EXPECT_ERROR(Do(Push(1, 2)), FailedPrecondition,
               "pushes gradients of step 1, and the server has made 0 steps");
  Do(Push(0, 2));
  Do(Push(1, 2));
  EXPECT_ERROR(Do(Pull(0)), FailedPrecondition,
               "that step 0 makes, and the server has made 2 steps");
}

TEST_F(ParameterServiceTest, RefusesNamesThatItDoesNotHave) {
  Call call = Push(0, 1);
  call.head.set_block("update:7");
  EXPECT_ERROR(Do(call), NotFound, "no block 'update:7'");
  Call pull = Pull(0);
  pull.head.set_latest(true);
  pull.head.set_names(0, "v");
  EXPECT_ERROR(Do(pull), NotFound, "no variable 'v'");
}

TEST_F(ParameterServiceTest, AnErrorOfAnUpdateReachesWhoPulls) {
  Call call = Push(0, 1);
  call.tensors[0].mutable_data<float>()[2] = 0;
  std::future<Reply> waiting = Begin(Pull(0));
  Do(call);
  EXPECT_ERROR(First(std::move(waiting)), FailedPrecondition, "weights are 0");
  EXPECT_ERROR(Do(Pull(0)), FailedPrecondition, "weights are 0");
}

TEST_F(ParameterServiceTest, AsyncAppliesWhatComes) {
  Start(/*staleness=*/1);
  Do(Numbered(Block(kJoinBlock), 1, 1, 1));
  Call seventh = Block(kJoinBlock);
  seventh.head.set_step(7);
  Do(Numbered(seventh, 1, 1, 2));
  Do(Numbered(Push(0, 2), 1, 1, /*client=*/1));
  Do(Numbered(Push(0, 2), 1, 1, 1));  // the same again
  EXPECT_EQ(First(Begin(Numbered(Pull(0), 2, 1, 1))), -2);
  Do(Numbered(Push(7, 3), 1, 1, 2));
  EXPECT_EQ(First(Begin(Numbered(Pull(7), 2, 1, 2))), -5);
  // Trainer 1 made its last pull before this push of the other one.
  Do(Numbered(Push(1, 1), 3, 1, 1));
  EXPECT_EQ(First(Begin(Numbered(Pull(1), 4, 1, 1))), -6);
  Do(Numbered(Push(2, 1), 5, 1, 1));
  std::future<Reply> ahead = Begin(Numbered(Pull(2), 6, 1, 1));
  EXPECT_EQ(ahead.wait_for(std::chrono::milliseconds(20)),
            std::future_status::timeout);
  Do(Numbered(Block(kLeaveBlock), 3, 1, 2));
  EXPECT_EQ(First(std::move(ahead)), -7);
  const Reply counts = Begin(Block(kStalenessBlock)).get();
  EXPECT_EQ(counts.tensors[0].data<int64_t>()[0], 1);
  EXPECT_EQ(counts.tensors[0].data<int64_t>()[1], 1);
}

TEST_F(ParameterServiceTest, AsyncTakesTrainersOneByOne) {
  Start(-1);
  Call half = Push(0, 1);
  half.head.set_ranks(2);
  half.head.set_shards(2);
  EXPECT_ERROR(Do(half), InvalidArgument, "is pushed gradients of 2 together");
  Call empty = Push(0, 1);
  empty.tensors[0].mutable_data<float>()[2] = 0;
  EXPECT_ERROR(Do(empty), FailedPrecondition, "weights are 0");
  Do(Push(0, 1));  // the others go on
  EXPECT_EQ(First(Begin(Pull(0))), -1);
}

// Not as a repeat of one that was applied.
TEST_F(ParameterServiceTest, AsyncAnswersAPushThatFailedAsBefore) {
  Start(-1);
  Call empty = Numbered(Push(0, 1), 1, 1);
  empty.tensors[0].mutable_data<float>()[2] = 0;
  for (int i = 0; i < 2; ++i) {
    EXPECT_ERROR(Do(empty), FailedPrecondition, "weights are 0");
  }
  Do(Numbered(Push(0, 1), 2, 2));
  EXPECT_EQ(First(Begin(Pull(0))), -1);
}

TEST_F(ParameterServiceTest, LateCallsDoNotBringBackWhoHasLeft) {
  Start(/*staleness=*/1);
  Do(Numbered(Block(kJoinBlock), 1, 1, 1));
  Do(Numbered(Block(kJoinBlock), 1, 1, 2));
  Do(Numbered(Block(kLeaveBlock), 9, 9, 2));
  EXPECT_ERROR(Do(Numbered(Pull(0), 8, 8, 2)), FailedPrecondition,
               "has given up its call 8 before it came");
  EXPECT_ERROR(Do(Numbered(Block(kJoinBlock), 1, 1, 2)), FailedPrecondition,
               "has given up its call 1 before it came");
  EXPECT_EQ(First(Begin(Numbered(Pull(5), 2, 2, 1))), 0);
  // It may join again, and one that says late that it leaves does not.
  Call join = Block(kJoinBlock);
  join.head.set_step(5);
  Do(Numbered(join, 10, 10, 2));
  EXPECT_ERROR(Do(Numbered(Block(kLeaveBlock), 9, 9, 2)), FailedPrecondition,
               "has given up its call 9");
  std::future<Reply> ahead = Begin(Numbered(Pull(9), 3, 3, 1));
  EXPECT_EQ(ahead.wait_for(std::chrono::milliseconds(20)),
            std::future_status::timeout);
  Do(Numbered(Block(kLeaveBlock), 11, 11, 2));
  EXPECT_EQ(First(std::move(ahead)), 0);
}

TEST_F(ParameterServiceTest, RefusesWhatNoTrainerAsks) {
  const int64_t most = std::numeric_limits<int64_t>::max();
  for (const bool async : {false, true}) {
    if (async) Start(1);
    for (const int64_t step : {most, -most - 1}) {
      EXPECT_ERROR(Do(Pull(step)), InvalidArgument,
                   "makes a call of step " + std::to_string(step));
      Call call = Block(kRestoreBlock);
      call.head.set_step(step);
      EXPECT_ERROR(Do(call), InvalidArgument, "makes a call of step");
    }
  }
  Call many = Pull(0);
  for (int i = 0; i < 1000; ++i) many.head.add_names("w");
  EXPECT_ERROR(Do(many), InvalidArgument, "asks for 1001 variables");
}

TEST_F(ParameterServiceTest, IsRestoredOnce) {
  Call call = Numbered(Block(kRestoreBlock), 1, 1);
  call.head.set_step(5);
  Do(call);
  Do(Push(5, 2));
  Do(call);  // again, and late
  EXPECT_EQ(First(Begin(Pull(5))), -2);
  Do(Numbered(Push(6, 2), 2, 2));
  EXPECT_ERROR(Do(call), FailedPrecondition, "given up its call 1");
}

TEST_F(ParameterServiceTest, GoesOnFromRestoredValues) {
  Do(Push(0, 2));
  Call call;
  call.head.set_block(kRestoreBlock);
  call.head.set_step(5);
  call.head.add_names("w");
  Tensor value(Dims({2}), DataType::kFloat32);
  value.mutable_data<float>()[0] = value.mutable_data<float>()[1] = 10;
  call.tensors = {value};
  Do(call);
  EXPECT_ERROR(Do(Push(6, 2)), FailedPrecondition, "has made 5 steps");
  Do(Push(5, 2));
  EXPECT_EQ(First(Begin(Pull(5))), 8);
  call.tensors = {Tensor(Dims({3}), DataType::kFloat32)};
  EXPECT_ERROR(Do(call), InvalidArgument,
               "the server has 'w' as [2] of float32, and is to set it to [3] "
               "of float32");
  call.tensors.clear();
  EXPECT_ERROR(Do(call), InvalidArgument, "names and values");
  call.head.set_names(0, "v");
  call.tensors = {value};
  EXPECT_ERROR(Do(call), NotFound, "the server has no variable 'v'");
  EXPECT_EQ(First(Begin(Pull(5))), 8);
}

TEST_F(ParameterServiceTest, APullThatIsMadeAgainTakesThePlaceOfTheOther) {
  std::future<Reply> first = Begin(Numbered(Pull(0), 1, 1));
  std::future<Reply> second = Begin(Numbered(Pull(0), 1, 1));
  EXPECT_TRUE(first.get().head.waiting());
  Do(Push(0, 2));
  EXPECT_EQ(First(std::move(second)), -2);
}

TEST_F(ParameterServiceTest, RefusesToWaitForWhatAnotherIncarnationHas) {
  const uint64_t incarnation = Begin(Push(-1, 2)).get().head.incarnation();
  EXPECT_NE(incarnation, 0);
  Call other = Pull(0), same = Pull(0);
  other.head.set_server(incarnation + 1);
  same.head.set_server(incarnation);
  const Reply refused = Begin(other).get();
  EXPECT_EQ(refused.head.incarnation(), incarnation);
  EXPECT_ERROR(ThrowErrorOf(refused, "here"), Unavailable, "has begun anew");
  std::future<Reply> waiting = Begin(same);
  Do(Push(0, 2));
  EXPECT_EQ(First(std::move(waiting)), -2);
  EXPECT_EQ(First(Begin(other)), -2);  // need not wait
}

TEST_F(ParameterServiceTest, RefusesWhatWasGivenUp) {
  Call half = Push(0, 2);
  half.head.set_ranks(2);
  half.head.set_shards(2);
  Do(Numbered(half, 1, 1));
  Do(Numbered(half, 1, 1));
  // The step is begun again, and a call of the attempt before comes late.
  half.tensors[0].mutable_data<float>()[0] = 4;
  Do(Numbered(half, 2, 2));
  EXPECT_ERROR(Do(Numbered(Push(0, 8), 1, 1)), FailedPrecondition,
               "trainer 0 has given up its call 1 before it came");
  half.head.set_rank(1);
  Do(half);
  EXPECT_EQ(First(Begin(Pull(0))), -4);
}

TEST_F(ParameterServiceTest, WhoWaitsLearnsOfTheEnd) {
  std::future<Reply> waiting = Begin(Pull(0));
  service_ = nullptr;
  EXPECT_ERROR(First(std::move(waiting)), Unavailable, "the server ends");
}

}  // namespace
}  // namespace paddle::distributed
