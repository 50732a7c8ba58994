#include "paddle/framework/distributed/server/parameter_service.h"

#include <future>
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
    service_ = std::make_unique<ParameterService>(*programs.servers[0].main,
                                                  programs.servers[0].startup);
  }

  std::future<Reply> Begin(Call call) {
    auto reply = std::make_shared<std::promise<Reply>>();
    service_->Begin(std::move(call), [reply](Reply given) {
      reply->set_value(std::move(given));
    });
    return reply->get_future();
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
  static Call Numbered(Call call, int64_t sequence, int64_t oldest) {
    call.head.set_client(77);
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
