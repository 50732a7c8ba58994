#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/device_graph.h"
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
  const int64_t number = 7;
  EXPECT_EQ(record([&] {
              memory::CopyAsync(CUDAPlace(0), data(), CPUPlace(), &number, 8);
            }),
            nullptr);
  EXPECT_EQ(Value(0), 0);
  EXPECT_ERROR(record([] { PADDLE_THROW(NotFound, "another error"); }),
               NotFound, "another error");
  Add(*device_, kSize, 1, data());  // all is as before
  EXPECT_EQ(Value(0), 1);
}

}  // namespace
}  // namespace paddle::platform
