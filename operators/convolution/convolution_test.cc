#include <string>

#include "paddle/operators/convolution/conv_cases.h"

namespace paddle::operators::testing {
namespace {

void ConvReference(OpValues& v) {
  Array x = v.In("Input"), w = v.In("Filter");
  Array& out = v.Out("Output");
  ForEachProduct(
      v, x.dims, out.dims, w.dims,
      [&](const Numbers& in, const Numbers& to, const Numbers& weight) {
        At(out, to) += At(x, in) * At(w, weight);
      });
}

void Check(const std::string& type, const ConvRow& row) {
  ConvCase(type, row)
      .Reference(ConvReference)
      .Gradient({"Input", "Filter"})
      .ScaleRows({"Input"})
      .Tolerance(2e-5)
      .Check();
}

TEST(Conv, Conv3d) {
  const ConvRow kRows[] = {
      {{2, 1, 3, 3, 4}, {2, 1, 2, 3, 2}},
      {{2, 3, 4, 4, 3}, {4, 3, 3, 1, 2}, {}, {1, 0, 1}},
      {{1, 2, 5, 4, 6}, {2, 2, 2, 2, 3}, {2, 1, 3}, {1, 0, 2}},
      {{2, 2, 5, 3, 6}, {3, 2, 2, 2, 2}, {1, 2, 1}, {1, 1, 0}, {3, 2, 2}},
      {{2, 4, 2, 3, 3}, {6, 2, 1, 2, 2}, {}, {0, 1, 1}, {}, 2},
      {{2, 3, 3, 3, 3}, {6, 1, 2, 2, 2}, {1, 2, 1}, {1, 1, 0}, {}, 3},
      {{2, 2, 1, 4, 4}, {4, 1, 1, 3, 3}, {1, 1, 1}, {0, 1, 1}, {}, 2},
      {{1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}, {}, {2, 0, 1}},
  };
  for (const ConvRow& row : kRows) Check("conv3d", row);
}

TEST(Conv, DepthwiseConv2d) {
  const ConvRow kRows[] = {
      {{2, 4, 6, 7}, {4, 1, 3, 3}, {}, {1, 1}, {}, 4},
      {{2, 3, 9, 8}, {6, 1, 3, 2}, {2, 3}, {1, 0}, {}, 3},
      {{1, 2, 4, 70}, {2, 1, 1, 5}, {1, 2}, {0, 7}, {1, 3}, 2},
      {{2, 2, 7, 5}, {2, 1, 2, 3}, {3, 1}, {4, 0}, {2, 2}, 2},
      {{2, 2, 9, 12}, {4, 1, 2, 2}, {4, 5}, {}, {1, 2}, 2},
      {{2, 3, 1, 1}, {3, 1, 1, 1}, {2, 2}, {3, 3}, {}, 3},
      {{2, 1, 5, 5}, {2, 1, 3, 3}, {}, {}, {}, 1},
  };
  for (const ConvRow& row : kRows) Check("depthwise_conv2d", row);
}

// Windows whose padding differs at the ends of an axis, which leads to other
// numbers of them than either padding at both ends would.
TEST(Conv, PadsEachEnd) {
  const ConvRow kFlat[] = {
      {{2, 2, 5, 4}, {3, 2, 3, 2}, {}, {0, 2, 1, 0}},
      {{2, 2, 6, 7}, {2, 2, 3, 3}, {2, 3}, {3, 1, 0, 4}, {2, 1}},
      {{1, 3, 4, 4}, {2, 3, 1, 1}, {}, {0, 1, 0, 2}},
      {{1, 3, 4, 4}, {2, 3, 1, 1}, {2, 1}, {1, 0, 0, 0}},
      {{1, 2, 9, 40}, {4, 1, 3, 3}, {}, {1, 0, 0, 2}, {}, 2},
  };
  for (const ConvRow& row : kFlat) Check("conv2d", row);
  const ConvRow kDepthwise[] = {
      {{2, 3, 6, 7}, {3, 1, 3, 3}, {}, {0, 2, 1, 3}, {}, 3},
      {{2, 2, 7, 5}, {2, 1, 2, 3}, {3, 1}, {4, 0, 0, 1}, {2, 2}, 2},
  };
  for (const ConvRow& row : kDepthwise) Check("depthwise_conv2d", row);
  const ConvRow kDeep[] = {
      {{2, 1, 3, 3, 4}, {2, 1, 2, 3, 2}, {}, {0, 1, 1, 0, 0, 2}},
      {{1, 2, 3, 4, 4}, {2, 1, 1, 2, 2}, {1, 2, 2}, {2, 0, 0, 1, 1, 0}, {}, 2},
  };
  for (const ConvRow& row : kDeep) Check("conv3d", row);
}

TEST(Conv, CountsWindowsOverUnevenPadding) {
  OpCase("conv2d")
      .Input("Input", Values({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}))
      .Input("Filter", Values({1, 1, 2, 2}, {1, 1, 1, 1}))
      .Attr("paddings", {0, 1, 1, 0})
      .Expect("Output", {1, 1, 2, 3}, {5, 12, 16, 4, 9, 11})
      .Check();
}

// The outputs are those of TensorFlow, with one more zero at the end.
TEST(Conv, PadsToTheSameSize) {
  OpCase("conv2d")
      .Input("Input", Values({1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}))
      .Input("Filter", Values({1, 1, 2, 2}, {1, 1, 1, 1}))
      .Attr("padding_algorithm", "SAME")
      .Expect("Output", {1, 1, 2, 3}, {12, 16, 9, 9, 11, 6})
      .Check();
  const auto check = [](const std::string& type, const ConvRow& row) {
    ConvCase(type, row)
        .Attr("padding_algorithm", "SAME")
        .Reference(ConvReference)
        .Gradient({"Input", "Filter"})
        .ScaleRows({"Input"})
        .Tolerance(2e-5)
        .Check();
  };
  const ConvRow kFlat[] = {
      {{2, 2, 5, 4}, {3, 2, 3, 3}},
      {{2, 2, 6, 7}, {2, 2, 4, 3}, {2, 3}, {}, {2, 1}},
      {{2, 2, 7, 8}, {3, 2, 1, 2}, {3, 2}},
      {{2, 2, 1, 1}, {2, 2, 5, 5}, {2, 2}},
  };
  for (const ConvRow& row : kFlat) check("conv2d", row);
  check("depthwise_conv2d", {{2, 3, 7, 6}, {3, 1, 4, 3}, {2, 1}, {}, {}, 3});
  check("conv3d", {{2, 1, 3, 4, 5}, {2, 1, 2, 3, 2}, {1, 2, 3}});
}

// So far apart that the padded image would fill the memory.
TEST(Conv, DepthwiseConv2dReachesFar) {
  const int64_t far = 1 << 20;
  Check("depthwise_conv2d",
        {{1, 2, 3, 3}, {2, 1, 3, 3}, {far, far}, {far, far}, {far, far}, 2});
}

TEST(Conv, RefusesWhatDoesNotFit) {
  ConvCase("conv3d", {{2, 3, 5, 5, 5}, {4, 2, 3, 3, 3}})
      .ExpectError(
          "Filter \\[4, 2, 3, 3, 3\\] of conv3d with 1 group.* channels of "
          "Input \\[2, 3, 5, 5, 5\\]");
  ConvCase("conv3d", {{2, 1, 2, 5, 5}, {1, 1, 3, 3, 3}})
      .ExpectError("conv3d window reaches over 3 .* padded image has 2");
  ConvCase("conv3d", {{2, 1, 5, 5}, {1, 1, 2, 2, 2}})
      .ExpectError("Input of conv3d is \\[N, C, D, H, W\\], not");
  ConvCase("conv3d", {{2, 1, 5, 5, 5}, {1, 1, 2, 2}})
      .ExpectError("Filter of conv3d is \\[M, C / groups, KD, KH, KW\\], not");
  ConvCase("conv3d", {{2, 1, 5, 5, 5}, {1, 1, 2, 2, 2}, {1, 1}})
      .ExpectError("strides of operator conv3d is .*it must have 3 elements");
  ConvCase("conv2d", {{2, 1, 5, 5}, {1, 1, 2, 2}, {}, {1, 1, 1}})
      .ExpectError(
          "paddings of conv2d is height, width, 2 numbers, or one for "
          "each end, 4, not 3");
  ConvCase("conv2d", {{2, 1, 5, 5}, {1, 1, 7, 2}, {}, {0, 1, 0, 0}})
      .ExpectError("window reaches over 7 .* padded image has 6");
  ConvCase("conv2d", {{2, 1, 5, 5}, {1, 1, 2, 2}})
      .Attr("padding_algorithm", "HALF")
      .ExpectError("padding_algorithm");
  ConvCase("conv2d", {{2, 1, 0, 5}, {1, 1, 2, 2}})
      .Attr("padding_algorithm", "SAME")
      .ExpectError("SAME on images without elements");
  ConvCase("depthwise_conv2d", {{2, 4, 5, 5}, {4, 2, 3, 3}, {}, {}, {}, 2})
      .ExpectError("Input \\[2, 4, 5, 5\\] has 4 channels, and groups is 2");
}

}  // namespace
}  // namespace paddle::operators::testing
