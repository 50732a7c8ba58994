#include <cstdint>
#include <memory>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/launch.cuh"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::platform {
namespace {

struct Sum {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t a, int64_t b) const {
    return a + b;
  }
};

// Memory of the GPU for `size` numbers, and their way back.
class Numbers {
 public:
  explicit Numbers(int64_t size)
      : size_(size),
        memory_(memory::AllocatorOf(CUDAPlace(0)).Allocate(size * 8)) {}
  int64_t* data() const { return static_cast<int64_t*>(memory_->data()); }
  std::vector<int64_t> Read() const {
    std::vector<int64_t> values(size_);
    memory::Copy(CPUPlace(), values.data(), CUDAPlace(0), data(), size_ * 8);
    return values;
  }

 private:
  int64_t size_;
  std::shared_ptr<memory::Allocation> memory_;
};

void Squares(const DeviceContext& device, int64_t size, int64_t* out) {
  ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) { out[i] = i * i; });
}

void RowSums(const DeviceContext& device, int64_t rows, int64_t width,
             int64_t* out) {
  ForEachTeam(device, rows, width, [=] PADDLE_DEVICE(const Team& team) {
    int64_t sum = 0;
    for (int64_t j = team.lane(); j < width; j += team.size()) {
      sum += j * team.index();
    }
    sum = team.Reduce(sum, Sum());
    if (team.lane() == 0) out[team.index()] = sum;
  });
}

struct Row {
  int64_t numbers[1000];
};

// Rows of the numbers from index() on, from the last to the first.
void ReversedRows(const DeviceContext& device, int64_t rows, int64_t* out) {
  const int size = 1000;
  ForEachTeam(device, rows, size, [=] PADDLE_DEVICE(const Team& team) {
    Row& row = team.Shared<Row>();
    team.Barrier();
    for (int j = team.lane(); j < size; j += team.size()) {
      row.numbers[j] = team.index() + j;
    }
    team.Barrier();
    for (int j = team.lane(); j < size; j += team.size()) {
      out[team.index() * size + j] = row.numbers[size - 1 - j];
    }
  });
}

void TeamSizes(const DeviceContext& device, int64_t work, int64_t* out) {
  ForEachTeam(device, 1, work, [=] PADDLE_DEVICE(const Team& team) {
    if (team.lane() == 0) out[0] = team.size();
  });
}

void Check(const DeviceContext& device, int64_t index, int64_t size,
           int64_t* out) {
  const DeviceErrors errors = ErrorsOf(device, "gather: Index");
  ForEach(device, 1,
          [=] PADDLE_DEVICE(int64_t) { out[0] = errors.Checked(index, size); });
}

TEST(ForEach, VisitsEveryElement) {
  PADDLE_SKIP_WITHOUT_GPU();
  const DeviceContext& device = DeviceContextOf(CUDAPlace(0));
  const int64_t size = 100003;
  const Numbers out(size);
  Squares(device, size, out.data());
  const std::vector<int64_t> values = out.Read();
  for (int64_t i = 0; i < size; ++i) ASSERT_EQ(values[i], i * i);
  Squares(device, 0, nullptr);
}

TEST(ForEachTeam, AddsUpRows) {
  PADDLE_SKIP_WITHOUT_GPU();
  const DeviceContext& device = DeviceContextOf(CUDAPlace(0));
  for (int64_t width : {1, 31, 64, 65, 1000, 5000}) {
    const int64_t rows = 17;
    const Numbers out(rows);
    RowSums(device, rows, width, out.data());
    const std::vector<int64_t> values = out.Read();
    for (int64_t i = 0; i < rows; ++i) {
      EXPECT_EQ(values[i], i * width * (width - 1) / 2) << width;
    }
  }
}

TEST(ForEachTeam, LanesShareMemory) {
  PADDLE_SKIP_WITHOUT_GPU();
  const DeviceContext& device = DeviceContextOf(CUDAPlace(0));
  const int64_t rows = 7;
  const Numbers out(rows * 1000);
  ReversedRows(device, rows, out.data());
  const std::vector<int64_t> values = out.Read();
  for (int64_t i = 0; i < rows * 1000; ++i) {
    ASSERT_EQ(values[i], i / 1000 + 999 - i % 1000);
  }
}

TEST(ForEachTeam, IsLargeForMuchWork) {
  PADDLE_SKIP_WITHOUT_GPU();
  const Numbers out(1);
  TeamSizes(DeviceContextOf(CUDAPlace(0)), 513, out.data());
  EXPECT_EQ(out.Read()[0], Team::kMaxSize);
}

TEST(DeviceErrors, WaitThrowsWhatAKernelReported) {
  PADDLE_SKIP_WITHOUT_GPU();
  const DeviceContext& device = DeviceContextOf(CUDAPlace(0));
  const Numbers out(1);
  Check(device, 5, 3, out.data());
  EXPECT_ERROR(device.Wait(), OutOfRange,
               "gather: Index: index 5 is outside of [0, 3)");
  Check(device, 2, 3, out.data());
  device.Wait();
  EXPECT_EQ(out.Read()[0], 2);
}

}  // namespace
}  // namespace paddle::platform
