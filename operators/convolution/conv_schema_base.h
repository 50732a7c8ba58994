// The schema half of convolutions: conv2d, conv3d and their kin are instances.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Input [N, C, ...], Filter [M, C / groups, ...] and Output [N, M, ...] of
// `axes` axes.
class ConvOpBase : public framework::OpSchema {
 public:
  explicit ConvOpBase(int axes) : axes_(axes) {}
  void InferShape(framework::InferShapeContext* ctx) const final;

 protected:
  // InvalidArgument unless groups and filters fit the channels.
  virtual void CheckChannels(framework::InferShapeContext* ctx,
                             const framework::Dims& input,
                             const framework::Dims& filter) const;

 private:
  const int axes_;
};

// What all makers share.
class ConvMaker : public framework::OpMaker {
 public:
  explicit ConvMaker(int axes) : axes_(axes) {}

 protected:
  int axes() const { return axes_; }
  // `filter`: what Filter is, up to its kernel.
  void AddSlots(const std::string& filter);
  // With a comment for each attribute.
  void AddWindow(const std::string& strides, const std::string& paddings,
                 const std::string& groups);

 private:
  const int axes_;
};

// The maker of a convolution; `comment` is what stands in front of the formula.
class ConvOpMakerBase : public ConvMaker {
 public:
  ConvOpMakerBase(int axes, std::string comment)
      : ConvMaker(axes), comment_(std::move(comment)) {}
  void Make() final;

 private:
  const std::string comment_;
};

// Input [N, C, ...], Filter [C, M / groups, ...] and Output [N, M, ...].
class ConvTransposeOpBase : public framework::OpSchema {
 public:
  explicit ConvTransposeOpBase(int axes) : axes_(axes) {}
  void InferShape(framework::InferShapeContext* ctx) const final;

 private:
  const int axes_;
};

class ConvTransposeOpMakerBase : public ConvMaker {
 public:
  using ConvMaker::ConvMaker;
  void Make() final;
};

template <int kAxes>
class ConvOp final : public ConvOpBase {
 public:
  ConvOp() : ConvOpBase(kAxes) {}
};

template <int kAxes>
class ConvOpMaker final : public ConvOpMakerBase {
 public:
  ConvOpMaker() : ConvOpMakerBase(kAxes, "") {}
};

template <int kAxes>
class ConvTransposeOp final : public ConvTransposeOpBase {
 public:
  ConvTransposeOp() : ConvTransposeOpBase(kAxes) {}
};

template <int kAxes>
class ConvTransposeOpMaker final : public ConvTransposeOpMakerBase {
 public:
  ConvTransposeOpMaker() : ConvTransposeOpMakerBase(kAxes) {}
};

// The gradient of each of them.
class ConvGradOp final : public framework::GradOpSchema {
 public:
  ConvGradOp() : GradOpSchema({"Input", "Filter"}) {}
};

}  // namespace paddle::operators
