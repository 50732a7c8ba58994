#include <algorithm>
#include <cmath>
#include <string>

#include "paddle/operators/convolution/conv_cases.h"
#include "paddle/operators/testing/activation_reference.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {
namespace {

void FusedReference(OpValues& v) {
  Array in = v.In("Input");
  Array filter = v.In("Filter");
  Array& out = v.Out("Output");
  ForEachProductLast(
      v, in.dims, out.dims, filter.dims,
      [&](const Numbers& image, const Numbers& to, const Numbers& weight) {
        const double scale =
            v.HasIn("FilterScale") ? v.In("FilterScale")[weight[0]] : 1;
        At(out, to) += At(in, image) * At(filter, weight) * scale;
      });
  const auto activation = v.Attr<std::string>("activation");
  const int64_t channels = out.dims[3];
  for (int64_t i = 0; i < out.dims.Numel(); ++i) {
    if (v.HasIn("Bias")) out[i] += v.In("Bias")[i % channels];
    if (v.HasIn("Residual")) out[i] += v.In("Residual")[i];
    out[i] = Activated(activation, out[i]);
  }
}

OpCase Fused(const ConvRow& row) {
  return ConvCase("fused_conv2d", row).Reference(FusedReference);
}

TEST(FusedConv2d, Convolves) {
  const ConvRow kRows[] = {
      {{2, 5, 5, 1}, {3, 1, 3, 3}},
      {{2, 5, 4, 3}, {4, 3, 3, 2}, {1, 1}, {1, 1}},
      {{1, 6, 7, 2}, {2, 2, 3, 3}, {2, 3}, {1, 2}},
      {{2, 7, 8, 2}, {3, 2, 3, 2}, {1, 2}, {2, 0}, {2, 3}},
      {{2, 4, 5, 4}, {6, 2, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 2},
      {{2, 5, 5, 20}, {20, 1, 3, 3}, {2, 1}, {1, 1}, {1, 2}, 20},
      {{2, 5, 5, 4}, {8, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 4},
      {{2, 4, 4, 19}, {21, 19, 1, 1}},
      {{1, 1, 1, 1}, {1, 1, 1, 1}},
      {{1, 2, 2, 1}, {1, 1, 1, 1}, {1, 1}, {3, 3}},
      {{1, 2, 2, 3}, {2, 3, 1, 1}, {50, 50}, {3, 3}},
  };
  for (const ConvRow& row : kRows) {
    Fused(row).ScaleRows({"Input"}).Tolerance(2e-5).Check();
  }
}

TEST(FusedConv2d, AddsAndActivates) {
  const ConvRow row = {{2, 5, 4, 3}, {7, 3, 3, 3}, {1, 1}, {1, 1}};
  for (const std::string activation : {"", "relu", "relu6", "sigmoid", "tanh",
                                       "swish", "hard_swish", "gelu"}) {
    Fused(row)
        .Input("Bias", Random({7}))
        .Input("Residual", Random({2, 5, 4, 7}))
        .Attr("activation", activation)
        .ScaleRows({"Input", "Residual"})
        .Tolerance(2e-5)
        .Check();
  }
  Fused(row).Input("FilterScale", Random({7})).Tolerance(2e-5).Check();
  Fused(row).Input("Bias", Random({7})).Tolerance(2e-5).Check();
  Fused(row).Input("Residual", Random({2, 5, 4, 7})).Tolerance(2e-5).Check();
}

TEST(FusedConv2d, RefusesWhatDoesNotFit) {
  const ConvRow row = {{2, 5, 4, 3}, {7, 3, 3, 3}};
  Fused(row)
      .With("Input", Random({5, 4, 3}))
      .ExpectError("Input of fused_conv2d is \\[N, H, W, C\\]");
  Fused(row)
      .With("Filter", Random({7, 2, 3, 3}))
      .ExpectError("does not fit the channels");
  Fused(row)
      .With("Bias", Random({6}))
      .ExpectError("Bias of fused_conv2d is \\[7\\].*not \\[6\\]");
  Fused(row)
      .With("FilterScale", Random({3}))
      .ExpectError("FilterScale of fused_conv2d is \\[7\\].*not \\[3\\]");
  Fused(row)
      .With("Residual", Random({2, 7, 3, 2}))
      .ExpectError("Residual of fused_conv2d is \\[2, 3, 2, 7\\]");
  Fused(row)
      .WithAttr("activation", std::string("softplus"))
      .ExpectError("activation");
}

// The elements, which GPUs have no use for, are compared where they are read
// (fused_conv_test.cc).
TEST(FusedConv2d, RefusesFiltersThatCannotBePacked) {
  const OpCase pack = OpCase("pack_conv_filter")
                          .Input("Filter", Random({8, 4, 3, 3}))
                          .Attr("image_size", {5, 6})
                          .WithoutReference("the order is the library's");
  pack.With("Filter", Random({8, 4, 3}))
      .ExpectError("Filter of pack_conv_filter is \\[M, C / groups, KH, KW\\]");
  pack.WithAttr("groups", 3).ExpectError("a multiple of the 3 groups");
  pack.WithAttr("image_size", {2, 5})
      .ExpectError("reach over 3 elements, but the padded image has 2");
}

}  // namespace
}  // namespace paddle::operators::testing
