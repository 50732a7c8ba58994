#include "paddle/operators/convolution/fused_conv.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/memory/allocation.h"
#include "paddle/operators/convolution/conv_bands.h"
#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/operators/convolution/pointwise_last.h"
#include "paddle/operators/convolution/winograd_last.h"
#include "paddle/operators/convolution/winograd_size.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataTypeOf;
using framework::Dims;
using framework::Tensor;
using platform::bfloat16;
using testing::Numbers;
using testing::Shape;
using Device = platform::CPUDeviceContext;

// The schema has room for the note, in elements of 16 bits.
static_assert(2 * kPackedNote >= kPackedNoteBytes);

void* NoWorkspace(size_t) {
  ADD_FAILURE() << "the CPU needs no workspace";
  return nullptr;
}

ConvAttributes AttributesOf(const ConvShape& s) {
  return {{s.stride[1], s.stride[2]},
          {s.padding[1], s.padding[2]},
          {s.dilation[1], s.dilation[2]},
          s.groups};
}

Dims FilterDims(const ConvShape& s) {
  return {s.filters, s.channels / s.groups, s.kernel[1], s.kernel[2]};
}

// A convolution with all that may follow it.
template <typename T>
struct Fused {
  explicit Fused(const ConvShape& s, bool has_residual = true)
      : input(Numbers<T>({s.batch, s.in[1], s.in[2], s.channels}, 1)),
        filter(Numbers<T>(FilterDims(s), 2)),
        bias(Numbers<T>({s.filters}, 3)),
        residual(Numbers<T>({s.batch, s.out[1], s.out[2], s.filters}, 4)),
        scale(Numbers<T>({s.filters}, 5)),
        output(residual.dims(), DataTypeOf<T>()),
        attributes(AttributesOf(s)),
        has_residual(has_residual) {}

  void Run(const Tensor* packed = nullptr) {
    FusedConv<Device, T>(
        Device(), attributes, activation,
        {input, filter, &bias, has_residual ? &residual : nullptr, packed,
         has_scale ? &scale : nullptr},
        &memory::AllocatorOf(platform::CPUPlace()), NoWorkspace, &output);
  }
  Tensor input, filter, bias, residual, scale, output;
  ConvAttributes attributes;
  bool has_residual;
  bool has_scale = false;
  FusedActivation activation = FusedActivation::kRelu;
};

bool SameBits(const Tensor& a, const Tensor& b) {
  return a.bytes() == b.bytes() &&
         std::equal(static_cast<const char*>(a.raw_data()),
                    static_cast<const char*>(a.raw_data()) + a.bytes(),
                    static_cast<const char*>(b.raw_data()));
}

// The larger ones are cut into bands.
std::vector<ConvShape> Shapes() {
  return {
      Shape(3, 3, 9, 4, 3, 1, 1, 0, 1), Shape(2, 6, 8, 4, 3, 2, 1, 1, 1),
      Shape(3, 64, 14, 64, 3, 1, 1, 1, 1), Shape(2, 64, 28, 96, 3, 1, 2, 1, 1),
      Shape(2, 256, 7, 300, 3, 1, 1, 1, 1),
      Shape(2, 512, 7, 256, 3, 1, 1, 1, 1),
      Shape(2, 160, 40, 160, 3, 160, 1, 1, 1),
      Shape(2, 24, 20, 24, 5, 24, 2, 2, 1),
      Shape(2, 512, 14, 128, 1, 1, 1, 0, 1),
      Shape(2, 32, 30, 64, 3, 1, 1, 3, 3),
      // Depthwise: few channels and windows beyond both sides, taps far
      // apart, steps longer than windows, and whole tiles of pixels.
      Shape(2, 7, 5, 7, 7, 7, 1, 3, 1), Shape(2, 40, 11, 40, 3, 40, 1, 4, 4),
      Shape(2, 100, 9, 100, 2, 100, 3, 0, 1),
      Shape(2, 33, 15, 33, 3, 33, 2, 1, 1),
      Shape(1, 20, 31, 20, 7, 20, 2, 3, 1),
      Shape(2, 48, 13, 48, 5, 48, 1, 2, 1),
      // Windows that see nothing of the image.
      Shape(1, 16, 4, 16, 3, 16, 1, 5, 1),
      // Enough tiles for Winograd's algorithm.
      Shape(3, 48, 22, 24, 3, 1, 1, 1, 1),
      Shape(2, 128, 25, 128, 3, 1, 1, 0, 1),
      // Small tiles, of images that are multiplied together, and by panels.
      Shape(5, 32, 8, 16, 3, 1, 1, 1, 1), Shape(3, 256, 9, 264, 3, 1, 1, 2, 1),
      // Products of pixels: in one part and in several, of filters that do not
      // fill panels, of rows that are packed.
      Shape(3, 96, 14, 144, 1, 1, 1, 0, 1),
      Shape(2, 1100, 7, 40, 1, 1, 1, 0, 1),
      Shape(2, 2048, 4, 130, 1, 1, 1, 0, 1)};
}

// Copies numbers to double.
template <typename T>
void CopyNumbers(const Tensor& from, Tensor* to) {
  for (int64_t i = 0; i < from.numel(); ++i) {
    to->mutable_data<double>()[i] = static_cast<double>(from.data<T>()[i]);
  }
}

template <typename T>
void ExpectLikeDouble(const ConvShape& shape, bool has_residual, double bound,
                      FusedActivation f = FusedActivation::kRelu) {
  SCOPED_TRACE(::testing::Message() << shape.channels << " x " << shape.in[1]);
  Fused<T> got(shape, has_residual);
  Fused<double> wanted(shape, has_residual);
  got.activation = wanted.activation = f;
  CopyNumbers<T>(got.input, &wanted.input);
  CopyNumbers<T>(got.filter, &wanted.filter);
  CopyNumbers<T>(got.bias, &wanted.bias);
  CopyNumbers<T>(got.residual, &wanted.residual);
  got.Run();
  wanted.Run();
  for (int64_t i = 0; i < got.output.numel(); ++i) {
    const double value = wanted.output.data<double>()[i];
    ASSERT_NEAR(static_cast<double>(got.output.template data<T>()[i]), value,
                bound * std::max(1.0, std::abs(value)))
        << i;
  }
}

// bfloat16 is rounded to 8 bits, twice if a residual is added elsewhere than in
// registers: the sum that was rounded may be larger than the result.
TEST(FusedConvTest, AgreesWithDouble) {
  for (const ConvShape& shape : Shapes()) {
    ExpectLikeDouble<float>(shape, true, 1e-4);
    ExpectLikeDouble<float>(shape, false, 1e-4);
    const double once = 1.0 / 256;
    ExpectLikeDouble<bfloat16>(
        shape, true, HasWinogradLast<bfloat16>(shape) ? once : 1.0 / 64);
    ExpectLikeDouble<bfloat16>(shape, false, once);
  }
}

// Some are applied in registers, and others later.
TEST(FusedConvTest, EachActivationAgreesWithDouble) {
  for (ConvShape shape : Shapes()) {
    shape.batch = 1;
    for (const auto f : {FusedActivation::kNone, FusedActivation::kRelu6,
                         FusedActivation::kHardSwish}) {
      ExpectLikeDouble<float>(shape, true, 1e-4, f);
    }
  }
}

template <typename T>
void ExpectSameBitsForThreads() {
  const int threads = platform::NumThreads();
  for (const ConvShape& shape : Shapes()) {
    for (bool has_residual : {true, false}) {
      platform::SetNumThreads(1);
      Fused<T> one(shape, has_residual);
      one.Run();
      for (int n : {2, 3, 5}) {
        platform::SetNumThreads(n);
        Fused<T> more(shape, has_residual);
        more.Run();
        EXPECT_TRUE(SameBits(one.output, more.output)) << shape.in[1];
      }
    }
  }
  platform::SetNumThreads(threads);
}

TEST(FusedConvTest, GivesTheSameBitsForAnyNumberOfThreads) {
  ExpectSameBitsForThreads<float>();
  ExpectSameBitsForThreads<bfloat16>();
}

template <typename T>
void ExpectSameBitsAlone(bool has_residual) {
  for (ConvShape shape : Shapes()) {
    Fused<T> batch(shape, has_residual);
    batch.Run();
    shape.batch = 1;
    Fused<T> alone(shape, has_residual);
    alone.Run();
    EXPECT_TRUE(SameBits(batch.output.Slice(0, 1), alone.output))
        << shape.channels << " x " << shape.in[1];
  }
}

TEST(FusedConvTest, AnImageGivesTheSameBitsAloneAsInABatch) {
  ExpectSameBitsAlone<float>(true);
  ExpectSameBitsAlone<float>(false);
  ExpectSameBitsAlone<double>(true);
  ExpectSameBitsAlone<bfloat16>(true);
  ExpectSameBitsAlone<bfloat16>(false);
}

template <typename T>
Tensor Packed(const ConvShape& s, const Fused<T>& fused,
              const std::vector<int64_t>& image) {
  const int64_t size =
      PackedSize(s.filters, s.channels / s.groups, Volume(s.kernel), s.groups);
  const int64_t factors = WinogradFilterSize(s.channels, s.filters, 4);
  const int64_t of_float = sizeof(float) / sizeof(T);
  const int64_t pointwise = PackedPointwiseSize(s.filters, s.channels);
  Tensor packed({std::max({size, kPackedNote + of_float * factors, pointwise})},
                DataTypeOf<T>());
  std::vector<char> scratch;
  const auto workspace = [&](size_t bytes) -> void* {
    scratch.resize(bytes);
    return scratch.data();
  };
  PackFilter<Device, T>(Device(), fused.attributes, image, fused.filter,
                        fused.has_scale ? &fused.scale : nullptr,
                        &memory::AllocatorOf(platform::CPUPlace()), workspace,
                        &packed);
  return packed;
}

// For images of another size the order may be another one.
template <typename T>
void ExpectPackingChangesNoBit() {
  for (const ConvShape& shape : Shapes()) {
    Fused<T> plain(shape), fused(shape);
    plain.Run();
    for (int64_t larger : {0, 40}) {
      const Tensor packed =
          Packed(shape, fused, {shape.in[1] + larger, shape.in[2] + larger});
      fused.Run(&packed);
      EXPECT_TRUE(SameBits(plain.output, fused.output)) << shape.in[1];
    }
  }
}

TEST(FusedConvTest, APackedFilterChangesNoBit) {
  ExpectPackingChangesNoBit<float>();
  ExpectPackingChangesNoBit<bfloat16>();
}

bool HasNote(const Tensor& packed) {
  const char* note = static_cast<const char*>(packed.raw_data());
  return std::any_of(note, note + kPackedNoteBytes,
                     [](char x) { return x != 0; });
}

ConvShape Pointwise(int64_t channels, int64_t filters, int64_t size) {
  return Shape(1, channels, size, filters, 1, 1, 1, 0, 1);
}

// True if the filter has been put into an order of the library or of our own.
bool IsPacked(const ConvShape& shape) {
  const Fused<float> fused(shape);
  return HasNote(Packed(shape, fused, {shape.in[1], shape.in[2]}));
}

// Otherwise it is packed in each run. The last ones are computed in slices,
// which the library fills up by 48 filters.
TEST(FusedConvTest, ThereIsRoomForEachOrder) {
  const bool has_library = IsPacked(Pointwise(64, 64, 56));
  const auto expect_packed = [&](const ConvShape& shape) {
    EXPECT_EQ(IsPacked(shape), has_library || HasPointwiseLast(shape))
        << shape.channels << " by " << shape.filters;
  };
  for (const int64_t size : {7, 14, 56}) {
    for (int64_t filters = 16; filters <= 512; filters += 16) {
      expect_packed(Pointwise(32, filters, size));
      expect_packed(Pointwise(64, filters, size));
    }
  }
  for (const int64_t filters : {320, 640, 1280, 1920}) {
    for (const int64_t size : {7, 40}) {
      expect_packed(Pointwise(320, filters, size));
      expect_packed(Pointwise(1152, filters, size));
    }
  }
}

// As one that was multiplied before, packed or not.
template <typename T>
void ExpectScaleIsThatOfTheFilter() {
  for (const ConvShape& shape : Shapes()) {
    Fused<T> scaled(shape), plain(shape);
    scaled.has_scale = true;
    const int64_t each = scaled.filter.numel() / shape.filters;
    for (int64_t i = 0; i < scaled.filter.numel(); ++i) {
      plain.filter.template mutable_data<T>()[i] =
          T(static_cast<const Tensor&>(scaled.filter).template data<T>()[i] *
            static_cast<const Tensor&>(scaled.scale)
                .template data<T>()[i / each]);
    }
    plain.Run();
    scaled.Run();
    EXPECT_TRUE(SameBits(plain.output, scaled.output)) << shape.in[1];
    const Tensor packed = Packed(shape, scaled, {shape.in[1], shape.in[2]});
    scaled.Run(&packed);
    EXPECT_TRUE(SameBits(plain.output, scaled.output)) << shape.in[1];
  }
}

TEST(FusedConvTest, ScalesFilters) {
  ExpectScaleIsThatOfTheFilter<float>();
  ExpectScaleIsThatOfTheFilter<bfloat16>();
}

TEST(FusedConvTest, IgnoresWhatIsNoPackedFilter) {
  const ConvShape shape = Shapes()[2];
  Fused<float> plain(shape), fused(shape);
  plain.Run();
  for (int64_t size : {1, 100000}) {
    const Tensor garbage = Numbers<float>({size}, 9);
    fused.Run(&garbage);
    EXPECT_TRUE(SameBits(plain.output, fused.output));
  }
}

// The library's activations would lose it.
template <typename T>
void ExpectNaNStays(const ConvShape& shape, FusedActivation f) {
  Fused<T> plain(shape, false), bad(shape, false);
  plain.activation = bad.activation = f;
  plain.Run();
  bad.input.template mutable_data<T>()[bad.input.numel() - 1] =
      T(std::numeric_limits<float>::quiet_NaN());
  bad.Run();
  const T* got = bad.output.template data<T>();
  const T* wanted = plain.output.template data<T>();
  int64_t lost = 0, marked = 0;
  for (int64_t i = 0; i < bad.output.numel(); ++i) {
    const auto x = static_cast<float>(got[i]);
    marked += std::isnan(x);
    lost += !std::isnan(x) && x != static_cast<float>(wanted[i]);
  }
  EXPECT_EQ(lost, 0) << shape.in[1];
  // Strides may leave out the last element.
  EXPECT_TRUE(marked > 0 || shape.stride[1] > 1) << shape.in[1];
}

TEST(FusedConvTest, NaNIsNotLost) {
  for (const ConvShape& shape : Shapes()) {
    for (auto f : {FusedActivation::kRelu, FusedActivation::kRelu6}) {
      ExpectNaNStays<float>(shape, f);
      ExpectNaNStays<bfloat16>(shape, f);
    }
  }
}

// Reads the packed elements, not the filter beside them.
TEST(FusedConvTest, ReadsThePackedFilterWhereThereIsOne) {
  for (const ConvShape& shape : Shapes()) {
    Fused<float> fused(shape);
    Tensor packed = Packed(shape, fused, {shape.in[1], shape.in[2]});
    if (!HasNote(packed)) continue;  // nothing was packed
    std::fill_n(packed.mutable_data<float>() + kPackedNoteBytes / 4,
                packed.numel() - kPackedNoteBytes / 4, 0.f);
    fused.Run(&packed);
    const int64_t filters = shape.filters;
    for (int64_t i = 0; i < fused.output.numel(); ++i) {
      const float sum = fused.bias.data<float>()[i % filters] +
                        fused.residual.data<float>()[i];
      ASSERT_EQ(fused.output.data<float>()[i], std::max(sum, 0.f));
    }
  }
}

TEST(FusedConvTest, BandsCoverTheRows) {
  for (const ConvShape& shape : Shapes()) {
    const int64_t bands = BandCount(shape);
    int64_t next = 0;
    for (int64_t i = 0; i < bands; ++i) {
      const ConvBand band = BandAt(shape, bands, i);
      EXPECT_EQ(band.begin, next);
      EXPECT_GE(band.rows, 1);
      next += band.count;
    }
    EXPECT_EQ(next, shape.out[1]);
  }
  EXPECT_EQ(BandCount(Shape(1, 64, 56, 64, 3, 1, 1, 1, 1)), 8);
  EXPECT_EQ(BandCount(Shape(1, 512, 7, 512, 3, 1, 1, 1, 1)), 2);
  EXPECT_EQ(BandCount(Shape(1, 3, 8, 4, 3, 1, 1, 1, 1)), 1);
  EXPECT_EQ(SliceCount(Shape(1, 512, 7, 512, 3, 1, 1, 1, 1)), 8);
  EXPECT_EQ(SliceCount(Shape(1, 512, 7, 300, 3, 1, 1, 1, 1)), 1);
  EXPECT_EQ(SliceCount(Shape(1, 64, 56, 64, 3, 1, 1, 1, 1)), 1);
}

}  // namespace
}  // namespace paddle::operators::kernels
