#include "paddle/operators/convolution/quantized_mul.h"

#include <algorithm>
#include <cstdint>

#include "gtest/gtest.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/operators/convolution/quantized_conv.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using Device = platform::CPUDeviceContext;

Tensor Integers(const Dims& dims, int seed) {
  Tensor made(dims, DataType::kInt8);
  int8_t* to = made.mutable_data<int8_t>();
  uint32_t state = seed;
  for (int64_t i = 0; i < made.numel(); ++i) {
    state = state * 1664525 + 1013904223;
    to[i] = static_cast<int8_t>(static_cast<int>(state >> 24) - 127);
  }
  return made;
}

Tensor Scales(int64_t count, float value) {
  Tensor scales({count}, DataType::kFloat32);
  std::fill_n(scales.mutable_data<float>(), count, value);
  return scales;
}

constexpr int64_t kInner = 1024, kColumns = 512;

// Returns the product of the first rows of a matrix.
Tensor ProductOf(const Tensor& x, const Tensor* packed = nullptr) {
  const Tensor y = Integers({kColumns, kInner, 1, 1}, 7);
  Tensor out({x.dims()[0], kColumns}, DataType::kFloat32);
  QuantizedMul<Device, int8_t>(
      Device(), FusedActivation::kNone,
      {x, Scales(1, 0.5f), y, Scales(kColumns, 0.25f), nullptr, nullptr},
      packed, &memory::AllocatorOf(platform::CPUPlace()),
      [](size_t) -> void* { return nullptr; }, &out);
  return out;
}

TEST(QuantizedMulTest, ARowGivesTheSameBitsAloneAsAmongOthers) {
  const Tensor x = Integers({200, kInner}, 1);
  const int threads = platform::NumThreads();
  platform::SetNumThreads(3);
  const Tensor all = ProductOf(x);
  platform::SetNumThreads(threads);
  for (const int64_t row : {0, 31, 32, 130, 199}) {
    const Tensor alone = ProductOf(x.Slice(row, row + 1));
    EXPECT_TRUE(std::equal(alone.data<float>(), alone.data<float>() + kColumns,
                           all.data<float>() + row * kColumns))
        << row;
  }
}

TEST(QuantizedMulTest, APackedMatrixIsReadAndChangesNoBit) {
  const Tensor y = Integers({kColumns, kInner, 1, 1}, 7);
  Tensor packed({PackedQuantizedSize(kColumns, kInner, 1, 1)}, DataType::kInt8);
  PackQuantized(Device(), {{1, 1}, {0, 0}, {1, 1}, 1}, {1, kMulRows},
                FusedActivation::kNone, "int8", "float32", "", y, &packed);
  int8_t* bytes = packed.mutable_data<int8_t>();
  const int64_t note = kPackedNoteBytes;
  const bool has_library =
      std::any_of(bytes, bytes + note, [](int8_t x) { return x != 0; });
  for (const int64_t rows : {1, 5, 32, 100}) {
    const Tensor x = Integers({rows, kInner}, 1);
    const Tensor plain = ProductOf(x), got = ProductOf(x, &packed);
    EXPECT_TRUE(std::equal(plain.data<float>(),
                           plain.data<float>() + plain.numel(),
                           got.data<float>()));
  }
  if (!has_library) return;
  std::fill_n(bytes + note, packed.numel() - note, int8_t{0});
  for (const int64_t rows : {1, 32}) {
    EXPECT_EQ(ProductOf(Integers({rows, kInner}, 1), &packed).data<float>()[0],
              0);
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
