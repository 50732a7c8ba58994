// The base classes of the schemas of group_norm and instance_norm, which
// normalize tensors [N, C, ...] by groups of channels.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Gives Y the shape of X, and Mean and Variance the shape [N, groups] and the
// type that sums are computed in. Throws InvalidArgument unless X has rank 2 or
// more and Scale and Bias are [C], and TypeMismatch for their data types. Each
// channel is a group, unless a derived class gives another number.
class ImageNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;

 protected:
  // Returns the number of groups into which the channels of an image are
  // divided; `channels` may be a symbol (negative). Throws InvalidArgument if
  // groups of equal size are impossible.
  virtual int64_t GroupsOf(framework::InferShapeContext* /*context*/,
                           int64_t channels) const {
    return channels;
  }
};

// Declares the slots that the operators share; a derived maker adds its
// attributes and its formula.
class ImageNormOpMaker : public framework::OpMaker {
 protected:
  // Declares X, Scale, Bias, Y, Mean, Variance and epsilon. `statistics` is the
  // shape of Mean and Variance in the documentation, such as "[N, C]".
  void MakeImageNorm(const std::string& statistics);
};

// Declares that X@GRAD may take the memory of Y@GRAD: the kernel reads a whole
// row before it writes it.
class ImageNormGradOp : public framework::GradOpSchema {
 public:
  ImageNormGradOp() : GradOpSchema({"X", "Scale", "Mean", "Variance"}) {
    MayReuse("X@GRAD", "Y@GRAD");
  }
};

}  // namespace paddle::operators
