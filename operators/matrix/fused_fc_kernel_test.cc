#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/operators/matrix/fused_fc.h"
#include "paddle/operators/matrix/packed_weight_size.h"
#include "paddle/platform/bfloat16.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataTypeOf;
using framework::Dims;
using framework::Tensor;
using platform::bfloat16;
using Device = platform::CPUDeviceContext;

// The schema has room for the note, in elements of 16 bits.
static_assert(2 * PackedWeightSize(0, 0, false) >= kPackedNoteBytes);

template <typename T>
Tensor Numbers(const Dims& dims, double seed) {
  Tensor tensor(dims, DataTypeOf<T>());
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    tensor.mutable_data<T>()[i] = T(x - std::floor(x) - 0.5);
  }
  return tensor;
}

// A layer of some rows, with all that may follow it.
template <typename T>
struct Layer {
  Layer(int64_t m, int64_t k, int64_t n)
      : x(Numbers<T>({m, k}, 1)),
        w(Numbers<T>({k, n}, 2)),
        bias(Numbers<T>({n}, 3)),
        residual(Numbers<T>({m, n}, 4)),
        packed({PackedWeightSize(k, n, std::is_same_v<T, float>)},
               DataTypeOf<T>()),
        out({m, n}, DataTypeOf<T>()) {
    PackWeight<Device, T>(Device(), false, w, &packed);
  }
  void Run(FusedActivation f, bool has_residual, bool is_packed) {
    std::vector<char> space;
    FusedFc<Device, T>(
        Device(), false, f,
        {x, w, &bias, has_residual ? &residual : nullptr,
         is_packed ? &packed : nullptr},
        [&](size_t bytes) {
          space.resize(bytes);
          return space.data();
        },
        &out);
  }
  double At(int64_t i) const { return static_cast<double>(out.data<T>()[i]); }

  Tensor x, w, bias, residual, packed, out;
};

constexpr FusedActivation kActivations[] = {
    FusedActivation::kNone, FusedActivation::kRelu, FusedActivation::kGelu,
    FusedActivation::kTanh};

// The plain code is compared with float64 by the harness.
template <typename T>
void ExpectLikePlain(double bound) {
  for (const auto& size : {Dims{3, 20, 40}, Dims{65, 784, 128},
                           Dims{33, 2000, 330}, Dims{8, 30, 10}}) {
    for (FusedActivation f : kActivations) {
      for (bool has_residual : {false, true}) {
        Layer<T> plain(size[0], size[1], size[2]), packed = plain;
        packed.out = Tensor(plain.out.dims(), DataTypeOf<T>());
        plain.Run(f, has_residual, false);
        packed.Run(f, has_residual, true);
        for (int64_t i = 0; i < plain.out.numel(); ++i) {
          ASSERT_NEAR(packed.At(i), plain.At(i),
                      bound * std::max(1.0, std::abs(plain.At(i))))
              << size.ToString();
        }
      }
    }
  }
}

TEST(FusedFcTest, APackedWeightGivesTheSameUpToRounding) {
  ExpectLikePlain<float>(5e-5);
  // The plain code rounds before the bias is added, too.
  ExpectLikePlain<bfloat16>(0.03);
}

// Nothing is packed without oneDNN, or without instructions for the type.
bool IsPacked(const Tensor& packed) {
  const auto* bytes = static_cast<const char*>(packed.raw_data());
  return std::any_of(bytes, bytes + 64, [](char byte) { return byte != 0; });
}

template <typename T>
void ExpectSameBitsAlone() {
  if (!IsPacked(Layer<T>(1, 256, 300).packed)) return;
  for (FusedActivation f : kActivations) {
    for (bool has_residual : {false, true}) {
      Layer<T> batch(50, 256, 300), alone(1, 256, 300);
      batch.Run(f, has_residual, true);
      alone.Run(f, has_residual, true);
      EXPECT_EQ(std::memcmp(batch.out.raw_data(), alone.out.raw_data(),
                            alone.out.bytes()),
                0);
    }
  }
}

TEST(FusedFcTest, ARowGivesTheSameBitsAloneAsInABatch) {
  ExpectSameBitsAlone<float>();
  ExpectSameBitsAlone<bfloat16>();
}

TEST(FusedFcTest, NaNIsNotLost) {
  for (FusedActivation f : kActivations) {
    Layer<float> layer(3, 40, 40);
    layer.x.mutable_data<float>()[0] = std::nanf("");
    Layer<bfloat16> half(3, 40, 40);
    half.x.mutable_data<bfloat16>()[0] = bfloat16(std::nanf(""));
    layer.Run(f, false, true);
    half.Run(f, false, true);
    for (int64_t i = 0; i < 120; ++i) {
      EXPECT_EQ(std::isnan(layer.At(i)), i < 40);
      EXPECT_EQ(std::isnan(half.At(i)), i < 40);
    }
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
