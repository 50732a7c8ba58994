// The schema half of convolutions: conv2d, conv3d and their relatives are
// instances of it for a number of axes. The schema of an operator is one line:
//
//   REGISTER_OP(conv3d, ConvOp(3), ConvOpMaker(3), conv3d_grad, ConvGradOp);
//
// One with rules of its own derives from them, as depthwise_conv2d does.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The schema of a convolution over `axes` axes: Input [N, C, ...], Filter [M, C
// / groups, ...] and Output [N, M, ...].
class ConvOp : public framework::OpSchema {
 public:
  explicit ConvOp(int axes) : axes_(axes) {}
  // Gives Output its shape: a size becomes (size + 2 * padding - dilation *
  // (kernel - 1) - 1) / stride + 1, rounded down, or, with padding_algorithm
  // SAME, size / stride, rounded up. Sizes may be symbols. Throws
  // InvalidArgument for ranks, channels, groups or windows that do not fit.
  void InferShape(framework::InferShapeContext* ctx) const override;

 protected:
  // Returns the dims of Output for images [N, C, ...], checked as above.
  framework::Dims OutputDims(framework::InferShapeContext* ctx,
                             const framework::Dims& input) const;
  // Throws InvalidArgument unless groups and filters fit the channels.
  // Depthwise convolution has rules of its own.
  virtual void CheckChannels(framework::InferShapeContext* ctx,
                             const framework::Dims& input,
                             const framework::Dims& filter) const;
  // Throws InvalidArgument unless Filter is of Input's data type. Quantized
  // convolution has rules of its own.
  virtual void CheckFilterType(framework::InferShapeContext* ctx) const;

 private:
  const int axes_;
};

// The schema of a flat convolution of images whose channels are last: Input [N,
// H, W, C], Filter [M, C / groups, KH, KW] and Output [N, OH, OW, M].
class ConvNhwcOp : public ConvOp {
 public:
  ConvNhwcOp() : ConvOp(2) {}
  void InferShape(framework::InferShapeContext* ctx) const override;

 protected:
  // Returns the dims of Output, checked as by ConvOp.
  framework::Dims LastDims(framework::InferShapeContext* ctx) const;
};

// Declares what all convolutions have: the slots and the window. Each attribute
// of the window is a list with an element per axis.
class ConvMaker : public framework::OpMaker {
 public:
  explicit ConvMaker(int axes) : axes_(axes) {}

 protected:
  int axes() const { return axes_; }
  // Declares Input, Filter and Output; `filter` describes Filter up to the
  // sizes of its kernel.
  void AddSlots(const std::string& filter);
  // Declares the window of a convolution that is not transposed.
  void AddWindow();
  // Declares strides, paddings, padding_algorithm, dilations and groups, with
  // these comments; `same` is what the algorithm SAME makes of sizes.
  void AddWindow(const std::string& strides, const std::string& paddings,
                 const std::string& groups,
                 const std::string& same =
                     "sizes become size / stride, "
                     "rounded up, with half of the "
                     "zeros, rounded down, in front.");

 private:
  const int axes_;
};

// Declares the slots and the window of ConvNhwcOp.
class ConvNhwcMaker : public ConvMaker {
 public:
  ConvNhwcMaker() : ConvMaker(2) {}

 protected:
  void AddImages();   // Input and Filter
  void AddResults();  // Output and the window
};

// The maker of conv2d_nhwc.
class ConvNhwcOpMaker final : public ConvNhwcMaker {
 public:
  void Make() override;
};

// The maker of a convolution; `comment` precedes the formula.
class ConvOpMaker : public ConvMaker {
 public:
  explicit ConvOpMaker(int axes, std::string comment = "")
      : ConvMaker(axes), comment_(std::move(comment)) {}
  void Make() final;

 private:
  const std::string comment_;
};

// The schema of a transposed convolution: Input [N, C, ...], Filter [C, M /
// groups, ...] and Output [N, M, ...]. The filter is that of the convolution
// from Output to Input.
class ConvTransposeOp : public framework::OpSchema {
 public:
  explicit ConvTransposeOp(int axes) : axes_(axes) {}
  // A size becomes (size - 1) * stride - 2 * padding + dilation * (kernel - 1)
  // + 1, plus output_padding; or it is output_size, which must be in that
  // range; or, with padding_algorithm SAME, size * stride.
  void InferShape(framework::InferShapeContext* ctx) const final;

 private:
  const int axes_;
};

// Declares output_padding and output_size on top of the window.
class ConvTransposeOpMaker : public ConvMaker {
 public:
  using ConvMaker::ConvMaker;
  void Make() final;
};

// The schema of the gradient of each of them: X@GRAD is like X for both inputs.
class ConvGradOp final : public framework::GradOpSchema {
 public:
  ConvGradOp() : GradOpSchema({"Input", "Filter"}) {}
};

}  // namespace paddle::operators
