// The schema half of normalisations of [N, C, ...] by groups of channels:
// group_norm and instance_norm.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Y is like X; Mean and Variance are [N, groups]. A derived schema gives the
// number of groups.
class ImageNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;

 protected:
  // Returns the number of groups of each of N; `channels` may be a symbol.
  // Throws InvalidArgument if the channels cannot be divided so.
  virtual int64_t GroupsOf(framework::InferShapeContext* context,
                           int64_t channels) const = 0;
};

// Declares the slots of such a normalisation; a derived maker adds attributes
// and the formula.
class ImageNormOpMaker : public framework::OpMaker {
 protected:
  // Declares X, Scale, Bias, Y, Mean, Variance and epsilon; `statistics` is the
  // shape of Mean and Variance, for their descriptions.
  void MakeImageNorm(const std::string& statistics);
};

// The gradient of X may take the memory of that of Y: a row is read before it
// is written.
class ImageNormGradOp : public framework::GradOpSchema {
 public:
  ImageNormGradOp() : GradOpSchema({"X", "Scale", "Mean", "Variance"}) {
    MayReuse("X@GRAD", "Y@GRAD");
  }
};

}  // namespace paddle::operators
