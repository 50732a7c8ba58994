// The passes of level 2 over networks that nobody thought of.
#include <random>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/passes/testing/level2.h"

namespace paddle::framework::testing {
namespace {

using layer::Variable;

// Draws layers over images that exist already; the same ones for one seed.
class RandomNet {
 public:
  explicit RandomNet(int seed, DataType dtype) : random_(seed) {
    images_ = {layer::data("x", {-1, 3, 8, 6}, dtype)};
  }

  Variable Draw() {
    images_.push_back(Convolved(images_[0]));
    for (int i = 0; i < 7; ++i) images_.push_back(Next(Any()));
    return Means();
  }

 private:
  int Below(int limit) { return static_cast<int>(random_() % limit); }
  const Variable& Any() { return images_[Below(images_.size())]; }

  Variable Convolved(const Variable& x) {
    layer::Conv2dOptions options;
    options.padding = 1;
    options.stride = x.dims()[2] > 2 ? 1 + Below(2) : 1;
    if (Below(2) == 0) options.bias = absl::nullopt;
    if (Below(2) == 0) options.act = "relu";
    return layer::conv2d(x, 2 + 2 * Below(3), 3, options);
  }

  Variable Depthwise(const Variable& x) {
    layer::ConvOptions options;
    options.padding = 1;
    return layer::depthwise_conv2d(x, 0, 3, options);
  }

  // Another image of the same dims, or the same one.
  Variable Alike(const Variable& x) {
    for (const Variable& other : images_) {
      if (other.dims() == x.dims() && other.name() != x.name()) return other;
    }
    return x;
  }

  Variable Pooled(const Variable& x) {
    layer::Pool2dOptions options;
    options.type = Below(2) == 0 ? "max" : "avg";
    options.padding = 1;
    return layer::pool2d(x, 3, options);
  }

  Variable Next(const Variable& x) {
    switch (Below(10)) {
      case 0:
        return Depthwise(x);
      case 1:
        return layer::batch_norm(x);
      case 2:
        return layer::sigmoid(x);
      case 3:
        return x + Alike(x);
      case 4:
        return Pooled(x);
      case 5:
        return layer::concat({x, Alike(x)}, 1);
      case 6:
        return x * layer::reduce_mean(x, {2, 3}, true);
      case 7:
        return layer::softmax(x);
      default:
        return Convolved(x);
    }
  }

  // Each image counts, so that none is dropped.
  Variable Means() {
    std::vector<Variable> means;
    for (const Variable& image : images_) {
      means.push_back(layer::reduce_mean(image, {2, 3}));
    }
    return layer::concat(means, 1);
  }

  std::mt19937 random_;
  std::vector<Variable> images_;
};

TEST(RandomImageNets, StayWithinTheBound) {
  for (int seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    ExpectWithinBound(
        [&](DataType dtype) { return RandomNet(seed, dtype).Draw(); },
        {"fold_batch_norm", "fuse_convolutions", "channels_last"},
        /*rounding=*/1e-6);
  }
}

}  // namespace
}  // namespace paddle::framework::testing
