#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/executor/frame_graph.h"
#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/graph_recording.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/testing/gpu.h"

namespace paddle::framework {
namespace {

using platform::CPUPlace;
using platform::CUDAPlace;

void AddOne(const platform::DeviceContext& device, int64_t* number) {
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) { number[0] += 1; });
}

void Draw(const platform::DeviceContext& device, uint64_t step,
          int64_t* number) {
  const auto stream = platform::SubmittedStream({1, 2, step});
  platform::ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) {
    number[0] = stream.Block(0)[0];
  });
}

class FrameGraphTest : public testing::Test {
 protected:
  void SetUp() override {
    PADDLE_SKIP_WITHOUT_GPU();
    device_ = &platform::DeviceContextOf(CUDAPlace(0));
    numbers_ = memory::AllocatorOf(CUDAPlace(0)).Allocate(16);
    const int64_t zeros[2] = {0, 0};
    memory::Copy(CUDAPlace(0), numbers_->data(), CPUPlace(), zeros, 16);
  }
  int64_t* number(int i) const {
    return static_cast<int64_t*>(numbers_->data()) + i;
  }
  int64_t Value(int i) const {
    int64_t value = 0;
    memory::Copy(CPUPlace(), &value, CUDAPlace(0), number(i), 8);
    return value;
  }
  void Run(int i, uint64_t step = 0) {
    graph_.Run(*device_, {number(i)}, step, [&] {
      ++submitted_;
      if (draws_) Draw(*device_, step, number(i));
      AddOne(*device_, number(i));
      if (waits_) device_->Wait();
      const auto* recording = platform::internal::CurrentRecording();
      PADDLE_ENFORCE(!short_of_memory_ || recording == nullptr,
                     ResourceExhausted, "a recording takes memory");
    });
  }

  const platform::DeviceContext* device_ = nullptr;
  std::shared_ptr<memory::Allocation> numbers_;
  FrameGraph graph_;
  int submitted_ = 0;
  bool draws_ = false;
  bool waits_ = false;
  bool short_of_memory_ = false;
};

TEST_F(FrameGraphTest, ReplaysWhatRepeats) {
  for (int i = 0; i < 10; ++i) Run(0);
  EXPECT_TRUE(graph_.recorded());
  EXPECT_EQ(submitted_, 3);
  EXPECT_EQ(Value(0), 10);
}

TEST_F(FrameGraphTest, OtherMemoryIsOtherWork) {
  for (int i = 0; i < 5; ++i) Run(0);
  Run(1);
  EXPECT_FALSE(graph_.recorded());
  for (int i = 0; i < 4; ++i) Run(1);
  EXPECT_TRUE(graph_.recorded());
  EXPECT_EQ(Value(0), 5);
  EXPECT_EQ(Value(1), 5);
  graph_.Reset();
  Run(1);
  EXPECT_FALSE(graph_.recorded());
  EXPECT_EQ(Value(1), 6);
}

TEST_F(FrameGraphTest, RandomNumbersAreThoseOfTheStep) {
  draws_ = true;
  for (uint64_t step : {5, 6, 7, 5, 1000}) {
    Run(0, step);
    const platform::RandomStream expected({1, 2, step});
    EXPECT_EQ(Value(0), int64_t{expected.Block(0)[0]} + 1);
  }
  EXPECT_TRUE(graph_.recorded());
}

TEST_F(FrameGraphTest, WorkThatWaitsIsSubmittedEachTime) {
  waits_ = true;
  for (int i = 0; i < 5; ++i) Run(0);
  EXPECT_FALSE(graph_.recorded());
  EXPECT_EQ(submitted_, 6);  // one of them was to be recorded
  EXPECT_EQ(Value(0), 5);
}

TEST_F(FrameGraphTest, WorkThatOnlyItsRecordingFailsIsSubmittedEachTime) {
  short_of_memory_ = true;
  for (int i = 0; i < 5; ++i) Run(0);
  EXPECT_FALSE(graph_.recorded());
  EXPECT_EQ(submitted_, 6);
  EXPECT_EQ(Value(0), 5);
}

TEST_F(FrameGraphTest, LaunchesGoOnAfterARecording) {
  for (int i = 0; i < 4; ++i) Run(0);
  AddOne(*device_, number(1));
  device_->Wait();
  EXPECT_EQ(Value(1), 1);
}

}  // namespace
}  // namespace paddle::framework
