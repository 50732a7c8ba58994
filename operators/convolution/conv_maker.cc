#include <string>
#include <vector>

#include "paddle/operators/common/window_padding.h"
#include "paddle/operators/common/window_shape.h"
#include "paddle/operators/convolution/conv_schema_base.h"

namespace paddle::operators {
namespace {

using Numbers = std::vector<int64_t>;

// Keeps products of attributes and sizes far from overflow.
constexpr int64_t kMost = int64_t{1} << 31;

}  // namespace

void ConvMaker::AddSlots(const std::string& filter) {
  AddInput("Input", std::string("Images, ") + ImageText(axes_) + ".");
  AddInput("Filter", filter + (axes_ == 2 ? ", KH, KW]." : ", KD, KH, KW]."));
  AddOutput("Output", axes_ == 2 ? "[N, M, OH, OW]." : "[N, M, OD, OH, OW].");
}

void ConvMaker::AddWindow(const std::string& strides,
                          const std::string& paddings,
                          const std::string& groups, const std::string& same) {
  const auto add = [this](const char* name, const std::string& comment) {
    AddAttr<Numbers>(name, comment + ": " + AxesText(axes_) + ".")
        .SetDefault(Numbers(axes_, 1))
        .Length(axes_)
        .AtLeast(1)
        .AtMost(kMost);
  };
  add("strides", strides);
  AddPaddingAttrs(this, axes_, paddings, same);
  add("dilations", "The steps between elements of a window");
  AddAttr<int64_t>("groups", groups).SetDefault(1).AtLeast(1);
}

void ConvMaker::AddWindow() {
  AddWindow("The steps between windows", "Zeros before and after the image",
            "Channels and filters are split into so many groups, and a filter "
            "sees the channels of its own group.");
}

void ConvNhwcMaker::AddImages() {
  AddInput("Input", "Images with their channels last, [N, H, W, C].");
  AddInput("Filter", "M filters, [M, C / groups, KH, KW].");
}

void ConvNhwcMaker::AddResults() {
  AddOutput("Output", "[N, OH, OW, M].");
  AddWindow();
}

void ConvNhwcOpMaker::Make() {
  AddImages();
  AddResults();
  AddComment(
      "Output = conv2d(Input, Filter) of images with their channels last, with "
      "the same bits: passes write it in place of conv2d where that saves "
      "libraries from turning images, which they compute in this order. "
      "Errors: InvalidArgument as of conv2d. Source: LeCun et al., "
      "Gradient-Based Learning "
      "Applied to Document Recognition (1998).");
}

void ConvOpMaker::Make() {
  AddSlots("M filters, [M, C / groups");
  AddWindow();
  AddComment(
      comment_ +
      "Convolution: Output[n, m, y, x] = sum over c, i, j "
      "of Filter[m, c, i, j] * Input[n, c, y * stride + i * dilation - "
      "padding, x * stride + j * dilation - padding], and likewise "
      "along a depth. Errors: InvalidArgument for a Filter that does not "
      "fit the channels, groups that do not divide them, Input and Filter "
      "of two data types, and a window that is larger than the padded "
      "image. Source: LeCun et al., Gradient-Based Learning Applied to "
      "Document Recognition (1998).");
}

void ConvTransposeOpMaker::Make() {
  AddSlots("[C, M / groups");
  AddWindow("The steps between what neighbours in Input give",
            "What is cut off at both ends of Output",
            "Channels of Input and Output are split into so many groups, each "
            "connected with its own counterpart.",
            "sizes become size * stride, and half of what is cut off, rounded "
            "down, is in front.");
  AddAttr<Numbers>("output_padding",
                   std::string("By how much Output is longer at its ends, less "
                               "than stride or dilation; empty: nothing: ") +
                       AxesText(axes()) + ".")
      .SetDefault({})
      .Length(axes())
      .OrNone()
      .AtLeast(0);
  AddAttr<Numbers>("output_size",
                   std::string("The size of Output, instead of output_padding; "
                               "empty: the smallest: ") +
                       AxesText(axes()) + ".")
      .SetDefault({})
      .Length(axes())
      .OrNone()
      .AtLeast(1);
  AddComment(
      "Transposed convolution, which is the gradient of a convolution for its "
      "input: each element of Input adds its multiple of Filter to a window of "
      "Output. A size becomes (size - 1) * stride - 2 * padding + dilation * "
      "(kernel - 1) + 1. Errors: InvalidArgument for a Filter that does not "
      "fit "
      "the channels, groups that do not divide them, Input and Filter of two "
      "data types, output_padding and output_size at once, out of their range "
      "or with the algorithm SAME, and empty images. Source: Zeiler et al., "
      "Deconvolutional "
      "Networks (CVPR 2010).");
}

}  // namespace paddle::operators
