// Random tensors. A node's seed is that of the operator; without one it is the
// program's.
#include <cmath>
#include <cstring>
#include <string>

#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// Returns the seed, of which ONNX has a float; 0 is that of the program. The
// bits of a float that is not whole are a seed of their own.
int64_t SeedOf(Node* node) {
  const auto seed = static_cast<float>(node->FloatAttr("seed", 0));
  PADDLE_ONNX_REFUSE(!(std::abs(seed) < 0x1p63F), "a seed of ", seed,
                     ", which is no 64-bit number");
  if (seed == std::trunc(seed)) return static_cast<int64_t>(seed);
  int32_t bits;
  std::memcpy(&bits, &seed, sizeof(bits));
  return bits;
}

DataType TypeAttr(Node* node, DataType absent) {
  return node->HasAttr("dtype") ? TypeOf(node->IntAttr("dtype", 0)) : absent;
}

// Writes an operator of a shape and these attributes, in float32 or float64,
// and casts its result.
void Draw(Node* node, const char* type, const Ints& shape, DataType dtype,
          layer::AttributeMap attrs) {
  const DataType drawn =
      dtype == DataType::kFloat64 ? dtype : DataType::kFloat32;
  attrs.emplace_back("shape", shape);
  attrs.emplace_back("seed", SeedOf(node));
  attrs.emplace_back("dtype", std::string(DataTypeName(drawn)));
  node->Out(0, node->Cast(node->Op(type, layer::SlotList{}, attrs), dtype));
}

layer::AttributeMap Bounds(Node* node) {
  return {{"min", node->FloatAttr("low", 0)},
          {"max", node->FloatAttr("high", 1)}};
}

layer::AttributeMap Moments(Node* node) {
  return {{"mean", node->FloatAttr("mean", 0)},
          {"std", node->FloatAttr("scale", 1)}};
}

// Returns the shape of an input, which must be known.
Ints ShapeLike(Node* node) {
  const Dims dims = node->In(0).dims();
  PADDLE_ONNX_REFUSE(!dims.IsStatic(), "numbers in the shape ", dims.ToString(),
                     ", whose sizes must be known");
  return Ints(dims.begin(), dims.end());
}

void RandomUniform(Node* node) {
  Draw(node, "uniform_random", node->RequiredInts("shape"),
       TypeAttr(node, DataType::kFloat32), Bounds(node));
}

void RandomNormal(Node* node) {
  Draw(node, "gaussian_random", node->RequiredInts("shape"),
       TypeAttr(node, DataType::kFloat32), Moments(node));
}

void RandomUniformLike(Node* node) {
  Draw(node, "uniform_random", ShapeLike(node),
       TypeAttr(node, node->In(0).dtype()), Bounds(node));
}

void RandomNormalLike(Node* node) {
  Draw(node, "gaussian_random", ShapeLike(node),
       TypeAttr(node, node->In(0).dtype()), Moments(node));
}

// Returns float16 and bfloat16, for which there are no kernels, as float32.
Variable Wide(Node* node, const Variable& x) {
  return x.dtype() == DataType::kFloat64 ? x
                                         : node->Cast(x, DataType::kFloat32);
}

void Bernoulli(Node* node) {
  const Variable x = node->In(0);
  node->Out(0, node->Cast(node->Op("bernoulli", Wide(node, x),
                                   {{"seed", SeedOf(node)}}),
                          TypeAttr(node, x.dtype())));
}

// The input has logarithms of probabilities that need not add up to 1.
void Multinomial(Node* node) {
  const Variable weights = node->Op("softmax", Wide(node, node->In(0)));
  node->Out(
      0, node->Cast(node->Op("multinomial", weights,
                             {{"num_samples", node->IntAttr("sample_size", 1)},
                              {"replacement", true},
                              {"seed", SeedOf(node)}}),
                    TypeAttr(node, DataType::kInt32)));
}

PADDLE_ONNX_IMPORT("RandomUniform", 1, RandomUniform);
PADDLE_ONNX_IMPORT("RandomNormal", 1, RandomNormal);
PADDLE_ONNX_IMPORT("RandomUniformLike", 1, RandomUniformLike);
PADDLE_ONNX_IMPORT("RandomNormalLike", 1, RandomNormalLike);
PADDLE_ONNX_IMPORT("Bernoulli", 15, Bernoulli);
PADDLE_ONNX_IMPORT("Multinomial", 7, Multinomial);

}  // namespace
}  // namespace paddle::onnx
