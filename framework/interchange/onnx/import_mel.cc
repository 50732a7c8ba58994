// Filters that sum a spectrum up as it is heard.
#include <numeric>
#include <vector>

#include "paddle/framework/interchange/onnx/expressions.h"
#include "paddle/framework/interchange/onnx/handlers.h"
#include "paddle/framework/interchange/onnx/node.h"
#include "paddle/framework/interchange/onnx/onnx_wire.pb.h"
#include "paddle/framework/interchange/onnx/tensor_data.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::onnx {
namespace {

// The longest spectrum, and the most filters.
constexpr int64_t kMostSamples = 1 << 15;

// Frequencies as they are heard (O'Shaughnessy, "Speech Communication", 1987):
// 2595 log10(1 + hertz / 700).
constexpr double kLog10 = 2.302585092994045684;
constexpr double kMel = 2595 / kLog10;

Variable MelOf(Node* node, const Variable& hertz) {
  const Variable x = node->Cast(node->Reshape(hertz, {}), DataType::kFloat64);
  return ScaledBy(node, node->Op("log", ScaledBy(node, x, 1.0 / 700, 1)), kMel);
}

Variable HertzOf(Node* node, const Variable& mel) {
  return ScaledBy(node, node->Op("exp", ScaledBy(node, mel, 1 / kMel)), 700,
                  -700);
}

// Returns 0, 1, ..., n - 1 in a shape.
Variable CountIn(Node* node, const Dims& dims) {
  std::vector<double> numbers(dims.Numel());
  std::iota(numbers.begin(), numbers.end(), 0);
  return Numbers(node, dims, numbers, DataType::kFloat64);
}

// Returns the places in a spectrum of bins + 2 frequencies between the edges,
// which are as far apart as they are heard.
Variable MelPlaces(Node* node, int64_t bins, int64_t length, int64_t rate) {
  const Variable low = MelOf(node, node->In(3)),
                 high = MelOf(node, node->In(4));
  const Variable step =
      ScaledBy(node, Sub(node, high, low), 1.0 / static_cast<double>(bins + 2));
  const Variable mel =
      Add(node, Mul(node, CountIn(node, {bins + 2}), step), low);
  const Variable product =
      ScaledBy(node, HertzOf(node, mel), static_cast<double>(length + 1));
  const Variable divisor =
      node->Number(static_cast<double>(rate), DataType::kFloat64);
  return node->Op("floor", Div(node, product, divisor));
}

// Column i is a triangle over the frequencies from place i to i + 2, which is 1
// at i + 1.
void MelWeightMatrix(Node* node) {
  const int64_t bins = node->IntIn(0), length = node->IntIn(1);
  const int64_t rate = node->IntIn(2);
  PADDLE_ENFORCE(bins > 0 && length > 0 && rate > 0, InvalidArgument, bins,
                 " bins of a spectrum of ", length, " samples at a rate of ",
                 rate);
  PADDLE_ONNX_REFUSE(bins > kMostSamples || length > kMostSamples, bins,
                     " bins of a spectrum of ", length, " samples");
  const Variable places = MelPlaces(node, bins, length, rate);
  const Variable lower = Part(node, places, 0, 0, bins);
  const Variable center = Part(node, places, 0, 1, bins + 1);
  const Variable higher = Part(node, places, 0, 2, bins + 2);
  const Variable j = CountIn(node, {length / 2 + 1, 1});
  const Variable one = node->Number(1, DataType::kFloat64);
  const auto part = [&](const Variable& distance, const Variable& width) {
    return Div(node, distance, node->Op2("elementwise_max", width, one));
  };
  const Variable rises = part(Sub(node, j, lower), Sub(node, center, lower));
  const Variable falls = part(Sub(node, higher, j), Sub(node, higher, center));
  const Variable sides =
      node->Op("relu", node->Op2("elementwise_min", rises, falls));
  const Variable weights =
      Where(node, node->Op2("equal", j, center), one, sides);
  const int64_t type =
      node->IntAttr("output_datatype", proto::TensorProto::FLOAT);
  node->Out(0, node->Cast(weights, TypeOf(type)));
}

PADDLE_ONNX_IMPORT("MelWeightMatrix", 17, MelWeightMatrix);

}  // namespace
}  // namespace paddle::onnx
