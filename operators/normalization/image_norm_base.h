// The schema half that normalisations of [N, C, ...] by groups of channels
// share.
#pragma once

#include <cstdint>
#include <string>

#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

class ImageNormOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* context) const override;

 protected:
  // How many groups there are for each of N; `channels` may be a symbol.
  virtual int64_t GroupsOf(framework::InferShapeContext* context,
                           int64_t channels) const = 0;
};

class ImageNormOpMaker : public framework::OpMaker {
 protected:
  // All but what is special; `statistics` is the shape of Mean and Variance.
  void MakeImageNorm(const std::string& statistics);
};

class ImageNormGradOp : public framework::GradOpSchema {
 public:
  ImageNormGradOp() : GradOpSchema({"X", "Scale", "Mean", "Variance"}) {
    MayReuse("X@GRAD", "Y@GRAD");
  }
};

}  // namespace paddle::operators
