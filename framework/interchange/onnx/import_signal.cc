// Spectra, and windows for them.
#include <cmath>
#include <string>
#include <vector>

#include "paddle/framework/interchange/onnx/complex_numbers.h"
#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/run_time_inputs.h"
#include "paddle/framework/interchange/onnx/spectra_at_run_time.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Transforms are products of matrices; longer ones would be too slow.
constexpr int64_t kMostElements = 1 << 15;

// Returns scale * f(2 pi j k / n), [rows, columns], for row j and column k.
Variable Waves(Node* node, double (*f)(double), const Dims& dims, int64_t n,
               DataType type) {
  PADDLE_ONNX_REFUSE(n > kMostElements || dims.Numel() > kMostMade,
                     "a Fourier transform of ", n, " elements");
  std::vector<double> waves;
  for (int64_t j = 0; j < dims[0]; ++j) {
    for (int64_t k = 0; k < dims[1]; ++k) {
      waves.push_back(f(2 * M_PI * static_cast<double>(j * k % n) /
                        static_cast<double>(n)));
    }
  }
  return Numbers(node, dims, waves, type);
}

double Cosine(double x) { return std::cos(x); }
double Sine(double x) { return std::sin(x); }

// Cuts or pads the last axis to n elements.
Variable Fitted(Node* node, const Variable& x, int64_t n) {
  if (!x.is_valid()) return x;
  const int last = x.dims().rank() - 1;
  const int64_t size = KnownSize(x, last);
  if (size > n) return Part(node, x, last, 0, n);
  if (size == n) return x;
  Ints pairs(2 * (last + 1), 0);
  pairs.back() = n - size;
  return node->Op("pad", x, {{"paddings", pairs}});
}

// Returns the transform along the last axis; the first `columns` elements of n.
// The inverse one is not divided by n.
Complex Transformed(Node* node, const Complex& x, int64_t n, int64_t columns,
                    bool inverse) {
  const Complex fitted{Fitted(node, x.real, n), Fitted(node, x.imaginary, n)};
  const DataType type = x.real.dtype();
  const Variable cosine = Waves(node, Cosine, {n, columns}, n, type);
  const Variable sine = Waves(node, Sine, {n, columns}, n, type);
  const double sign = inverse ? 1 : -1;
  Complex out{MatMul(node, fitted.real, cosine),
              ScaledBy(node, MatMul(node, fitted.real, sine), sign)};
  if (!fitted.imaginary.is_valid()) return out;
  out.real = Add(node, out.real,
                 ScaledBy(node, MatMul(node, fitted.imaginary, sine), -sign));
  out.imaginary =
      Add(node, out.imaginary, MatMul(node, fitted.imaginary, cosine));
  return out;
}

// Returns the n real numbers of which `half` is the first half of the spectrum:
// the other elements of it are conjugates, and count twice.
Variable RealOf(Node* node, const Complex& half, int64_t n) {
  const int64_t m = n / 2 + 1;
  const DataType type = half.real.dtype();
  std::vector<double> counts(m, 2.0 / static_cast<double>(n));
  counts[0] /= 2;
  if (n % 2 == 0 && m > 1) counts[m - 1] /= 2;
  const Variable count = Numbers(node, {m}, counts, type);
  const Variable real = Mul(node, Fitted(node, half.real, m), count);
  const Variable sum = MatMul(node, real, Waves(node, Cosine, {m, n}, n, type));
  if (!half.imaginary.is_valid()) return sum;
  const Variable imaginary = Mul(node, Fitted(node, half.imaginary, m), count);
  return Sub(node, sum,
             MatMul(node, imaginary, Waves(node, Sine, {m, n}, n, type)));
}

// The axis became an input in version 20.
void DFT(Node* node) {
  const Variable x = node->In(0);
  const int rank = x.dims().rank();
  if (IsPartlyRunTime(node, 1) ||
      (node->opset() >= 20 && IsPartlyRunTime(node, 2))) {
    return DFTAtRunTime(node);
  }
  const int64_t given = node->opset() < 20  ? node->IntAttr("axis", 1)
                        : node->HasInput(2) ? node->IntIn(2)
                                            : -2;
  const int axis = framework::NormalizeAxis(given, rank);
  PADDLE_ENFORCE(axis < rank - 1, InvalidArgument, "axis ", given, " of ",
                 x.ToString(), " has the parts of numbers");
  const bool inverse = node->IntAttr("inverse", 0) != 0;
  const bool half = node->IntAttr("onesided", 0) != 0;
  const int64_t size = x.dims()[axis];
  if (size < 0) return DFTAtRunTime(node);
  PADDLE_ONNX_REFUSE(size > kMostElements, "a transform of ", size,
                     " elements");
  const int64_t n = node->HasInput(1) ? node->IntIn(1)
                    : inverse && half ? 2 * (size - 1)
                                      : size;
  PADDLE_ENFORCE(n > 0, InvalidArgument, "a transform of ", n, " elements");
  PADDLE_ONNX_REFUSE(n > kMostElements, "a transform of ", n, " elements");
  // As the reference does; products of float32 would be no zeros.
  Complex parts = PartsOf(node, node->Cast(x, DataType::kFloat64));
  const int last = rank - 2;
  parts.real = SwapAxes(node, parts.real, axis, last);
  if (parts.imaginary.is_valid()) {
    parts.imaginary = SwapAxes(node, parts.imaginary, axis, last);
  }
  if (inverse && half) {
    const Variable real = SwapAxes(node, RealOf(node, parts, n), axis, last);
    return node->Out(0,
                     node->Cast(Unsqueezed(node, real, {rank - 1}), x.dtype()));
  }
  Complex out = Transformed(node, parts, n, half ? n / 2 + 1 : n, inverse);
  const double scale = inverse ? 1 / static_cast<double>(n) : 1;
  for (Variable* part : {&out.real, &out.imaginary}) {
    *part = SwapAxes(node, ScaledBy(node, *part, scale), axis, last);
  }
  node->Out(0, node->Cast(Together(node, out), x.dtype()));
}

// Returns the frames of signals [batch, size], [batch, frames, length].
Variable Frames(Node* node, const Variable& x, int64_t length, int64_t step) {
  const int64_t size = KnownSize(x, 1);
  PADDLE_ENFORCE(length > 0 && step > 0 && length <= size, InvalidArgument,
                 "frames of ", length, " elements, ", step, " apart, of ",
                 size);
  const int64_t count = 1 + (size - length) / step;
  PADDLE_ONNX_REFUSE(count > kMostMade / length, "so many frames");
  Ints index;
  for (int64_t i = 0; i < count * length; ++i) {
    index.push_back(i / length * step + i % length);
  }
  const Variable taken = node->Op(
      "gather", {{"X", x}, {"Index", Integers(node, {count * length}, index)}},
      {{"axis", int64_t{1}}});
  return node->Reshape(taken, {0, count, length});
}

void STFT(Node* node) {
  const Variable x = node->In(0);
  if (x.dims().at(1) < 0 || IsPartlyRunTime(node, 1) ||
      IsPartlyRunTime(node, 3)) {
    return STFTAtRunTime(node);
  }
  const Complex parts =
      x.dims().rank() == 3 ? PartsOf(node, x) : Complex{x, Variable()};
  const int64_t length = node->HasInput(3)   ? node->IntIn(3)
                         : node->HasInput(2) ? KnownSize(node->In(2), 0)
                                             : KnownSize(x, 1);
  const int64_t step = node->IntIn(1);
  const auto framed = [&](const Variable& signal) {
    if (!signal.is_valid()) return signal;
    const Variable frames = Frames(node, signal, length, step);
    return node->HasInput(2) ? Mul(node, frames, node->In(2)) : frames;
  };
  const bool half = node->IntAttr("onesided", 1) != 0;
  const Complex out =
      Transformed(node, {framed(parts.real), framed(parts.imaginary)}, length,
                  half ? length / 2 + 1 : length, false);
  node->Out(0, Together(node, out));
}

// Writes the sum over k of weights[k] cos(2 pi k i / n), for i in [0, size).
void CosineWindow(Node* node, const std::vector<double>& weights) {
  const Variable size =
      node->Reshape(node->Cast(node->In(0), DataType::kInt64), {1});
  const auto vector = [&](double value) {
    return node->Reshape(node->Number(value, DataType::kInt64), {1});
  };
  const Variable places = node->Cast(
      node->Op("range",
               {{"Start", vector(0)}, {"End", size}, {"Step", vector(1)}}),
      DataType::kFloat64);
  const bool periodic = node->IntAttr("periodic", 1) != 0;
  const Variable n = ScaledBy(node, node->Cast(size, DataType::kFloat64), 1,
                              periodic ? 0 : -1);
  const Variable turns = Div(node, places, n);
  Variable sum;
  for (size_t k = 0; k < weights.size(); ++k) {
    const Variable wave = ScaledBy(
        node,
        node->Op("cos",
                 ScaledBy(node, turns, 2 * M_PI * static_cast<double>(k))),
        weights[k]);
    sum = sum.is_valid() ? Add(node, sum, wave) : wave;
  }
  const auto float32 = static_cast<int64_t>(proto::TensorProto::FLOAT);
  node->Out(0,
            node->Cast(sum, TypeOf(node->IntAttr("output_datatype", float32))));
}

void HannWindow(Node* node) { CosineWindow(node, {0.5, -0.5}); }
void HammingWindow(Node* node) { CosineWindow(node, {25.0 / 46, -21.0 / 46}); }
void BlackmanWindow(Node* node) { CosineWindow(node, {0.42, -0.5, 0.08}); }

PADDLE_ONNX_IMPORT("DFT", 17, DFT);
PADDLE_ONNX_IMPORT("STFT", 17, STFT);
PADDLE_ONNX_IMPORT("HannWindow", 17, HannWindow);
PADDLE_ONNX_IMPORT("HammingWindow", 17, HammingWindow);
PADDLE_ONNX_IMPORT("BlackmanWindow", 17, BlackmanWindow);

}  // namespace
}  // namespace paddle::onnx
