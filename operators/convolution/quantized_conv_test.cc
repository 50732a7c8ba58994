#include "paddle/operators/convolution/quantized_conv.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/types/data_type.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/convolution/conv_test_shapes.h"
#include "paddle/operators/convolution/packed_size.h"
#include "paddle/operators/math/blas/packed_note.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Dims;
using framework::Tensor;
using testing::Numbers;
using testing::Shape;
using Device = platform::CPUDeviceContext;

void* NoWorkspace(size_t) {
  ADD_FAILURE() << "the CPU needs no workspace";
  return nullptr;
}

// Returns integers over most of the range of T.
template <typename T>
Tensor Integers(const Dims& dims, int seed) {
  const Tensor real = Numbers<float>(dims, seed);
  Tensor made(dims, framework::DataTypeOf<T>());
  std::transform(
      real.data<float>(), real.data<float>() + real.numel(),
      made.mutable_data<T>(), [](float x) {
        const float wide = x * 100;
        return static_cast<T>(std::is_signed_v<T> ? wide : std::abs(wide));
      });
  return made;
}

Tensor Scale(float value) {
  Tensor scale({1}, DataType::kFloat32);
  scale.mutable_data<float>()[0] = value;
  return scale;
}

// A convolution of uint8 with all that may follow it.
struct Quantized {
  Quantized(const ConvShape& s, DataType out, bool has_residual = true)
      : input(Integers<uint8_t>({s.batch, s.in[1], s.in[2], s.channels}, 1)),
        filter(Integers<int8_t>(
            {s.filters, s.channels / s.groups, s.kernel[1], s.kernel[2]}, 2)),
        filter_scale(Numbers<float>({s.filters}, 5)),
        bias(Numbers<float>({s.filters}, 3)),
        residual(Integers<int8_t>({s.batch, s.out[1], s.out[2], s.filters}, 4)),
        output(residual.dims(), out),
        attributes{{s.stride[1], s.stride[2]},
                   {s.padding[1], s.padding[2]},
                   {s.dilation[1], s.dilation[2]},
                   s.groups},
        has_residual(has_residual) {
    float* scales = filter_scale.mutable_data<float>();
    for (int64_t i = 0; i < s.filters; ++i) {
      scales[i] = 0.001f * (std::abs(scales[i]) + 0.1f);
    }
  }

  void Run(const Tensor* packed = nullptr) {
    QuantizedConv<Device, uint8_t>(
        Device(), attributes, activation,
        {input, input_scale, filter, filter_scale, &bias,
         has_residual ? &residual : nullptr,
         has_residual ? &residual_scale : nullptr,
         output.dtype() == DataType::kFloat32 ? nullptr : &output_scale},
        packed, &memory::AllocatorOf(platform::CPUPlace()), NoWorkspace,
        &output);
  }

  // Returns the output before it is rounded, for one element.
  double Exact(const ConvShape& s, int64_t index) const;

  Tensor input, filter, filter_scale, bias, residual, output;
  Tensor input_scale = Scale(0.02f), residual_scale = Scale(0.03f),
         output_scale = Scale(0.05f);
  ConvAttributes attributes;
  bool has_residual;
  FusedActivation activation = FusedActivation::kRelu;
};

double Quantized::Exact(const ConvShape& s, int64_t index) const {
  const int64_t m = index % s.filters, pixel = index / s.filters;
  const int64_t x = pixel % s.out[2], y = pixel / s.out[2] % s.out[1];
  const int64_t n = pixel / (s.out[1] * s.out[2]);
  const int64_t depth = s.channels / s.groups;
  const int64_t first = m / (s.filters / s.groups) * depth;
  int64_t sum = 0;
  for (int64_t i = 0; i < s.kernel[1]; ++i) {
    const int64_t row = y * s.stride[1] + i * s.dilation[1] - s.padding[1];
    for (int64_t j = 0; j < s.kernel[2]; ++j) {
      const int64_t column = x * s.stride[2] + j * s.dilation[2] - s.padding[2];
      const bool inside =
          row >= 0 && row < s.in[1] && column >= 0 && column < s.in[2];
      for (int64_t c = 0; inside && c < depth; ++c) {
        sum += filter.data<int8_t>()[((m * depth + c) * s.kernel[1] + i) *
                                         s.kernel[2] +
                                     j] *
               input.data<uint8_t>()[((n * s.in[1] + row) * s.in[2] + column) *
                                         s.channels +
                                     first + c];
      }
    }
  }
  double value = static_cast<double>(sum) * input_scale.data<float>()[0] *
                     filter_scale.data<float>()[m] +
                 bias.data<float>()[m];
  if (has_residual) {
    value += residual.data<int8_t>()[index] * residual_scale.data<float>()[0];
  }
  WithActivation(activation,
                 [&](auto f) { value = Activated<f.value>(value); });
  return value;
}

// The larger ones are cut into bands, or into slices.
std::vector<ConvShape> Shapes() {
  return {Shape(3, 3, 9, 4, 3, 1, 1, 0, 1),
          Shape(2, 6, 8, 4, 3, 2, 1, 1, 1),
          Shape(3, 64, 14, 64, 3, 1, 1, 1, 1),
          Shape(2, 64, 28, 96, 3, 1, 2, 1, 1),
          Shape(2, 256, 7, 300, 3, 1, 1, 1, 1),
          Shape(2, 512, 7, 256, 3, 1, 1, 1, 1),
          Shape(2, 160, 40, 160, 3, 160, 1, 1, 1),
          Shape(2, 512, 14, 128, 1, 1, 1, 0, 1),
          Shape(2, 512, 7, 512, 3, 1, 1, 1, 1),
          Shape(1, 3, 32, 64, 7, 1, 2, 3, 1)};
}

constexpr DataType kOutputs[] = {DataType::kInt8, DataType::kUInt8,
                                 DataType::kFloat32};

// A result may be rounded to the other neighbour where it is half way between
// two integers, but for the error of float.
void ExpectRounded(double exact, double scale, const Tensor& output,
                   int64_t i) {
  if (output.dtype() == DataType::kFloat32) {
    EXPECT_NEAR(output.data<float>()[i], exact,
                1e-4 * std::max(1.0, std::abs(exact)));
    return;
  }
  const bool is_signed = output.dtype() == DataType::kInt8;
  const double got =
      is_signed ? output.data<int8_t>()[i] : output.data<uint8_t>()[i];
  const double low = is_signed ? -128 : 0;
  EXPECT_NEAR(got, std::clamp(exact / scale, low, low + 255), 0.505);
}

TEST(QuantizedConvTest, AgreesWithExactSums) {
  for (const ConvShape& shape : Shapes()) {
    for (const DataType type : kOutputs) {
      for (const bool has_residual : {true, false}) {
        Quantized conv(shape, type, has_residual);
        conv.Run();
        for (int64_t i = 0; i < conv.output.numel(); i += 37) {
          ExpectRounded(conv.Exact(shape, i),
                        conv.output_scale.data<float>()[0], conv.output, i);
          if (HasFailure()) FAIL() << shape.channels << " x " << shape.in[1];
        }
      }
    }
  }
}

TEST(QuantizedConvTest, AppliesEachActivation) {
  using A = FusedActivation;
  const ConvShape shape = Shapes()[2];
  for (const A activation : {A::kNone, A::kRelu, A::kRelu6, A::kSigmoid,
                             A::kTanh, A::kSwish, A::kHardSwish, A::kGelu}) {
    for (const DataType type : kOutputs) {
      for (const bool has_residual : {true, false}) {
        Quantized conv(shape, type, has_residual);
        conv.activation = activation;
        conv.Run();
        for (int64_t i = 0; i < conv.output.numel(); i += 37) {
          ExpectRounded(conv.Exact(shape, i),
                        conv.output_scale.data<float>()[0], conv.output, i);
          if (HasFailure()) FAIL() << static_cast<int>(activation);
        }
      }
    }
  }
}

bool SameBits(const Tensor& a, const Tensor& b) {
  return a.bytes() == b.bytes() &&
         std::equal(static_cast<const char*>(a.raw_data()),
                    static_cast<const char*>(a.raw_data()) + a.bytes(),
                    static_cast<const char*>(b.raw_data()));
}

TEST(QuantizedConvTest, BitsDependNeitherOnThreadsNorOnTheBatch) {
  const int threads = platform::NumThreads();
  for (ConvShape shape : Shapes()) {
    for (const DataType type : kOutputs) {
      platform::SetNumThreads(1);
      Quantized one(shape, type);
      one.Run();
      platform::SetNumThreads(3);
      Quantized more(shape, type);
      more.Run();
      EXPECT_TRUE(SameBits(one.output, more.output)) << shape.in[1];
      ConvShape single = shape;
      single.batch = 1;
      Quantized alone(single, type);
      alone.Run();
      EXPECT_TRUE(SameBits(one.output.Slice(0, 1), alone.output));
    }
  }
  platform::SetNumThreads(threads);
}

Tensor Packed(const ConvShape& s, const Quantized& conv,
              const std::string& type) {
  Tensor packed({PackedQuantizedSize(s.filters, s.channels / s.groups,
                                     Volume(s.kernel), s.groups)},
                DataType::kInt8);
  PackQuantized(Device(), conv.attributes, {s.in[1], s.in[2]},
                FusedActivation::kRelu, "uint8", type, "int8", conv.filter,
                &packed);
  return packed;
}

bool HasNote(const Tensor& packed) {
  const int8_t* note = packed.data<int8_t>();
  return std::any_of(note, note + kPackedNoteBytes,
                     [](int8_t x) { return x != 0; });
}

TEST(QuantizedConvTest, APackedFilterIsReadAndChangesNoBit) {
  for (const ConvShape& shape : Shapes()) {
    for (const char* type : {"int8", "uint8", "float32"}) {
      Quantized plain(shape, framework::ParseDataType(type));
      plain.Run();
      Quantized conv(shape, framework::ParseDataType(type));
      Tensor packed = Packed(shape, conv, type);
      conv.Run(&packed);
      EXPECT_TRUE(SameBits(plain.output, conv.output)) << shape.in[1];
      if (!HasNote(packed)) continue;  // no library
      // The elements are read, not the filter beside them.
      std::fill_n(packed.mutable_data<int8_t>() + kPackedNoteBytes,
                  packed.numel() - kPackedNoteBytes, int8_t{0});
      conv.Run(&packed);
      EXPECT_FALSE(SameBits(plain.output, conv.output)) << shape.in[1];
    }
  }
}

// One shape with other scales is another convolution.
TEST(QuantizedConvTest, FollowsItsScales) {
  const ConvShape shape = Shapes()[2];
  Quantized conv(shape, DataType::kInt8);
  for (const float scale : {0.05f, 0.1f, 0.05f, 0.2f}) {
    conv.output_scale = Scale(scale);
    conv.Run();
    for (int64_t i = 0; i < conv.output.numel(); i += 1001) {
      ExpectRounded(conv.Exact(shape, i), scale, conv.output, i);
    }
  }
}

// No library computes with products of scales that are no normal numbers.
TEST(QuantizedConvTest, ScalesOfZeroGiveTheBias) {
  const ConvShape shape = Shapes()[2];
  Quantized conv(shape, DataType::kFloat32, /*has_residual=*/false);
  conv.input_scale = Scale(0);
  conv.Run();
  for (int64_t i = 0; i < conv.output.numel(); i += 101) {
    EXPECT_EQ(conv.output.data<float>()[i],
              std::max(conv.bias.data<float>()[i % shape.filters], 0.f));
  }
}

}  // namespace
}  // namespace paddle::operators::kernels
