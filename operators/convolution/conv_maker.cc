#include "paddle/operators/convolution/conv_schema_base.h"
#include "paddle/operators/nn/window_shape.h"

namespace paddle::operators {
namespace {

using Numbers = std::vector<int64_t>;

constexpr int64_t kMost = int64_t{1} << 31;

}  // namespace

void ConvOpMakerBase::Make() {
  const std::string axes = std::string(": ") + AxesText(axes_) + ".";
  AddInput("Input", std::string("Images, ") + ImageText(axes_) + ".");
  AddInput("Filter", axes_ == 2 ? "M filters, [M, C / groups, KH, KW]."
                                : "M filters, [M, C / groups, KD, KH, KW].");
  AddOutput("Output", axes_ == 2 ? "[N, M, OH, OW]." : "[N, M, OD, OH, OW].");
  AddAttr<Numbers>("strides", "The steps between windows" + axes)
      .SetDefault(Numbers(axes_, 1))
      .AtLeast(1)
      .AtMost(kMost);
  AddAttr<Numbers>("paddings", "Zeros before and after the image" + axes)
      .SetDefault(Numbers(axes_, 0))
      .AtLeast(0)
      .AtMost(kMost);
  AddAttr<Numbers>("dilations", "The steps between elements of a window" + axes)
      .SetDefault(Numbers(axes_, 1))
      .AtLeast(1)
      .AtMost(kMost);
  AddAttr<int64_t>("groups",
                   "Channels and filters are split into so many groups, and "
                   "a filter sees the channels of its own group.")
      .SetDefault(1)
      .AtLeast(1);
  AddComment(comment_ +
             "Convolution: Output[n, m, y, x] = sum over c, i, j "
             "of Filter[m, c, i, j] * Input[n, c, y * stride + i * dilation - "
             "padding, x * stride + j * dilation - padding], and likewise "
             "along a depth.");
}

void ConvTransposeOpMakerBase::Make() {
  const std::string axes = std::string(": ") + AxesText(axes_) + ".";
  AddInput("Input", std::string("Images, ") + ImageText(axes_) + ".");
  AddInput("Filter", axes_ == 2 ? "[C, M / groups, KH, KW]."
                                : "[C, M / groups, KD, KH, KW].");
  AddOutput("Output", axes_ == 2 ? "[N, M, OH, OW]." : "[N, M, OD, OH, OW].");
  AddAttr<Numbers>("strides",
                   "The steps between what neighbours in Input give" + axes)
      .SetDefault(Numbers(axes_, 1))
      .AtLeast(1)
      .AtMost(kMost);
  AddAttr<Numbers>("paddings", "What is cut off at both ends of Output" + axes)
      .SetDefault(Numbers(axes_, 0))
      .AtLeast(0)
      .AtMost(kMost);
  AddAttr<Numbers>("dilations", "The steps between elements of a window" + axes)
      .SetDefault(Numbers(axes_, 1))
      .AtLeast(1)
      .AtMost(kMost);
  AddAttr<int64_t>("groups",
                   "Channels of Input and Output are split into so many "
                   "groups, each connected with its own counterpart.")
      .SetDefault(1)
      .AtLeast(1);
  AddAttr<Numbers>("output_padding",
                   "By how much Output is longer at its ends, less than stride "
                   "or dilation; empty: nothing" +
                       axes)
      .SetDefault({})
      .AtLeast(0);
  AddAttr<Numbers>("output_size",
                   "The size of Output, instead of output_padding; empty: the "
                   "smallest" +
                       axes)
      .SetDefault({})
      .AtLeast(1);
  AddComment(
      "Transposed convolution, which is the gradient of a convolution for its "
      "input: each element of Input adds its multiple of Filter to a window of "
      "Output. A size becomes (size - 1) * stride - 2 * padding + dilation * "
      "(kernel - 1) + 1.");
}

}  // namespace paddle::operators
