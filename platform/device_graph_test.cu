#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/memory/scratch.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::platform {
namespace {

void Add(const DeviceContext& device, int64_t size, int64_t number,
         int64_t* out) {
  ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) { out[i] += number; });
}

void Store(const DeviceContext& device, int64_t number, int64_t* out) {
  ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) { out[0] = number; });
}

void AddTo(const DeviceContext& device, const int64_t* number, int64_t* sum) {
  ForEach(device, 1, [=] PADDLE_DEVICE(int64_t) { sum[0] += number[0]; });
}

void Draw(const DeviceContext& device, const DeviceRandomStream& stream,
          int64_t* out) {
  ForEach(device, 1,
          [=] PADDLE_DEVICE(int64_t) { out[0] = stream.Block(9)[2]; });
}

class DeviceGraphTest : public testing::Test {
 protected:
  static constexpr int64_t kSize = 1000;

  void SetUp() override {
    PADDLE_SKIP_WITHOUT_GPU();
    device_ = &DeviceContextOf(CUDAPlace(0));
    memory_ = memory::AllocatorOf(CUDAPlace(0)).Allocate(kSize * 8);
    const std::vector<int64_t> zeros(kSize);
    memory::Copy(CUDAPlace(0), data(), CPUPlace(), zeros.data(), kSize * 8);
  }
  int64_t* data() const { return static_cast<int64_t*>(memory_->data()); }
  int64_t Value(int64_t i) const {
    int64_t value = 0;
    memory::Copy(CPUPlace(), &value, CUDAPlace(0), data() + i, 8);
    return value;
  }

  const DeviceContext* device_ = nullptr;
  std::shared_ptr<memory::Allocation> memory_;
};

TEST_F(DeviceGraphTest, IsRecordedOnceAndDoneAsOftenAsLaunched) {
  const auto graph = RecordGraph(*device_, [&] {
    Add(*device_, kSize, 1, data());
    Add(*device_, kSize, 10, data());
  });
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(Value(0), 0);
  graph->Launch();
  EXPECT_EQ(Value(kSize - 1), 11);
  Add(*device_, kSize, 100, data());
  graph->Launch();
  EXPECT_EQ(Value(0), 122);
}

TEST_F(DeviceGraphTest, FailsWhereSomethingCannotBeRepeated) {
  const auto record = [&](const auto& submit) {
    return RecordGraph(*device_, [&] {
      Add(*device_, kSize, 1, data());
      submit();
    });
  };
  EXPECT_EQ(record([&] { device_->Wait(); }), nullptr);
  EXPECT_EQ(record([&] { memory::AllocatorOf(CUDAPlace(0)).Allocate(64); }),
            nullptr);
  int64_t number = 7;
  EXPECT_EQ(record([&] {
              memory::CopyAsync(CPUPlace(), &number, CUDAPlace(0), data(), 8);
            }),
            nullptr);
  EXPECT_EQ(record([] { SubmittedStream({}); }), nullptr);
  auto* step = reinterpret_cast<uint64_t*>(data());
  EXPECT_EQ(RecordGraph(*device_,
                        [] {
                          SubmittedStream({1, 2, 3});
                        },
                        {step, 4}),
            nullptr);
  EXPECT_EQ(Value(0), 0);
  EXPECT_ERROR(record([] { PADDLE_THROW(NotFound, "another error"); }),
               NotFound, "another error");
  Add(*device_, kSize, 1, data());  // all is as before
  EXPECT_EQ(Value(0), 1);
}

TEST_F(DeviceGraphTest, CopiesWhatStoodInMemoryOfTheHost) {
  int64_t number = 7;
  const auto graph = RecordGraph(*device_, [&] {
    memory::CopyAsync(CUDAPlace(0), data(), CPUPlace(), &number, 8);
    Add(*device_, 1, 1, data());
  });
  ASSERT_NE(graph, nullptr);
  number = 100;
  for (int i = 0; i < 2; ++i) {
    graph->Launch();
    EXPECT_EQ(Value(0), 8);
  }
}

TEST_F(DeviceGraphTest, KeepsItsScratchMemory) {
  const Place place = CUDAPlace(0);
  std::vector<void*> used;
  const auto use = [&](int64_t number) {
    const auto scratch = memory::AllocateScratch(place, kSize * 8);
    used.push_back(scratch->data());
    auto* numbers = static_cast<int64_t*>(scratch->data());
    Store(*device_, number, numbers);
    AddTo(*device_, numbers, data());
  };
  const auto graph = RecordGraph(*device_, [&] {
    use(1);
    use(10);
  });
  ASSERT_NE(graph, nullptr);
  EXPECT_EQ(used[0], used[1]);
  const auto other = memory::AllocatorOf(place).Allocate(kSize * 8);
  EXPECT_NE(other->data(), used[0]);
  graph->Launch();
  EXPECT_EQ(Value(0), 11);
}

TEST_F(DeviceGraphTest, DrawsTheNumbersOfTheStepItFinds) {
  const RandomKey key{3, 4, 5};
  auto* step = reinterpret_cast<uint64_t*>(data() + 1);
  const auto graph = RecordGraph(
      *device_, [&] { Draw(*device_, SubmittedStream(key), data()); },
      {step, key.step});
  ASSERT_NE(graph, nullptr);
  EXPECT_TRUE(graph->reads_step());
  for (const uint64_t now : {uint64_t{8}, uint64_t{1} << 40}) {
    memory::CopyAsync(CUDAPlace(0), step, CPUPlace(), &now, 8);
    graph->Launch();
    EXPECT_EQ(Value(0), RandomStream({3, 4, now}).Block(9)[2]);
  }
}

}  // namespace
}  // namespace paddle::platform
