#include "paddle/operators/convolution/conv_nhwc.h"

#include <cstring>

#include "gtest/gtest.h"

#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/operators/math/windows/channels.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Dims;
using framework::Tensor;
using Device = platform::CPUDeviceContext;

// Floats and doubles need none.
void* SomeWorkspace(size_t) { return nullptr; }

memory::Allocator* Memory() {
  return &memory::AllocatorOf(platform::CPUPlace());
}

bool SameBits(const Tensor& a, const Tensor& b) {
  return a.dims() == b.dims() &&
         std::memcmp(a.raw_data(), b.raw_data(), a.bytes()) == 0;
}

struct Row {
  Dims input;  // [N, H, W, C]
  Dims filter;
  ConvAttributes attributes;
};

// Compares with the other order.
template <typename T>
void ExpectSameBits(const Row& row) {
  const auto dtype = framework::DataTypeOf<T>();
  const auto& a = row.attributes;
  const Tensor x = testing::Numbers<T>(row.input, 1);
  const Tensor w = testing::Numbers<T>(row.filter, 2);
  Dims out{row.input[0]};
  for (int i = 0; i < 2; ++i) {
    const int64_t reach = (row.filter[2 + i] - 1) * a.dilations[i] + 1;
    out.Append(
        CountWindows(a.padding(), i, row.input[1 + i], reach, a.strides[i]));
  }
  out.Append(row.filter[0]);
  const Tensor dy = testing::Numbers<T>(out, 3);
  const auto turned = [](const Tensor& images) {
    return TurnedFirst(Device(), images, Memory());
  };

  Tensor first(ChannelsFirst(out), dtype);
  ConvForward<Device, T>(Device(), a, turned(x), w, SomeWorkspace, &first);
  Tensor d_first(ChannelsFirst(row.input), dtype), dw_first(row.filter, dtype);
  ConvForwardGrad<Device, T>(Device(), a, turned(x), w, turned(dy),
                             SomeWorkspace, &d_first, &dw_first);
  for (const int threads : {1, 3}) {
    platform::SetNumThreads(threads);
    Tensor y(out, dtype), dx(row.input, dtype), dw(row.filter, dtype);
    ConvNhwc<Device, T>(Device(), a, x, w, Memory(), SomeWorkspace, &y);
    EXPECT_TRUE(SameBits(turned(y), first)) << row.input << row.filter;
    ConvNhwcGrad<Device, T>(Device(), a, x, w, Memory(), dy, SomeWorkspace, &dx,
                            &dw);
    EXPECT_TRUE(SameBits(turned(dx), d_first)) << row.input << row.filter;
    EXPECT_TRUE(SameBits(dw, dw_first)) << row.input << row.filter;
  }
}

TEST(ConvNhwc, HasTheBitsOfTheOtherOrder) {
  const int before = platform::NumThreads();
  const Row kRows[] = {
      {{3, 9, 8, 3}, {16, 3, 3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}},
      {{10, 16, 17, 16}, {32, 16, 3, 3}, {{1, 1}, {1, 1}, {1, 1}, 1}},
      {{4, 16, 16, 32}, {64, 32, 3, 3}, {{2, 2}, {1, 1}, {1, 1}, 1}},
      {{4, 8, 8, 64}, {32, 64, 1, 1}, {{2, 2}, {0, 0}, {1, 1}, 1}},
      {{2, 9, 9, 32}, {32, 8, 3, 3}, {{1, 1}, {2, 2}, {2, 2}, 4}},
      {{2, 9, 9, 24}, {24, 1, 3, 3}, {{1, 1}, {1, 1}, {1, 1}, 24}},
      {{2, 6, 6, 5}, {7, 5, 2, 2}, {{3, 3}, {0, 0}, {1, 1}, 1}},
  };
  for (const Row& row : kRows) {
    ExpectSameBits<float>(row);
    ExpectSameBits<double>(row);
  }
  platform::SetNumThreads(before);
}

TEST(ConvNhwc, OfNoImagesGivesZeros) {
  const ConvAttributes a{{1, 1}, {1, 1}, {1, 1}, 1};
  const Tensor x({0, 5, 5, 3}, framework::DataType::kFloat32);
  const Tensor w = testing::Numbers<float>({4, 3, 3, 3}, 1);
  const Tensor dy({0, 5, 5, 4}, framework::DataType::kFloat32);
  Tensor dw = testing::Numbers<float>({4, 3, 3, 3}, 2);
  ConvNhwcGrad<Device, float>(Device(), a, x, w, Memory(), dy, SomeWorkspace,
                              nullptr, &dw);
  for (int64_t i = 0; i < dw.numel(); ++i) EXPECT_EQ(dw.data<float>()[i], 0);
}

}  // namespace
}  // namespace paddle::operators::kernels
