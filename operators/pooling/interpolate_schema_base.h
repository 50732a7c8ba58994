// The schema half of the operators that resize images.
#pragma once

#include <string>
#include <utility>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The schema: X [N, C, H, W] becomes Out [N, C, OH, OW], of the same type.
class InterpolateOp final : public framework::OpSchema {
 public:
  // Takes the new sizes from out_h and out_w, or from scale. Throws
  // InvalidArgument unless exactly one of the two is given, and for empty
  // images.
  void InferShape(framework::InferShapeContext* ctx) const override;
};

// Declares X, Out, out_h, out_w and scale, and align_corners for operators that
// have it.
class InterpolateOpMaker final : public framework::OpMaker {
 public:
  // `rule` says which element of X, or what of several, an element of Out is.
  explicit InterpolateOpMaker(std::string rule, bool align_corners = false)
      : rule_(std::move(rule)), align_corners_(align_corners) {}
  void Make() override;

 private:
  const std::string rule_;
  const bool align_corners_;
};

}  // namespace paddle::operators
