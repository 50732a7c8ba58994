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

// The maker of a convolution; `comment` is what stands in front of the formula.
class ConvOpMakerBase : public framework::OpMaker {
 public:
  ConvOpMakerBase(int axes, std::string comment)
      : axes_(axes), comment_(std::move(comment)) {}
  void Make() final;

 private:
  const int axes_;
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

class ConvTransposeOpMakerBase : public framework::OpMaker {
 public:
  explicit ConvTransposeOpMakerBase(int axes) : axes_(axes) {}
  void Make() final;

 private:
  const int axes_;
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
