// The schema half of pooling: pool2d, pool3d and those with an index are
// instances.
#pragma once

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// X [N, C, ...] of `axes` axes becomes Out and, if the operator has it, Mask.
class PoolOpBase : public framework::OpSchema {
 public:
  PoolOpBase(int axes, bool with_index)
      : axes_(axes), with_index_(with_index) {}
  void InferShape(framework::InferShapeContext* ctx) const final;

 private:
  const int axes_;
  const bool with_index_;
};

class PoolOpMakerBase : public framework::OpMaker {
 public:
  PoolOpMakerBase(int axes, bool with_index)
      : axes_(axes), with_index_(with_index) {}
  void Make() final;

 private:
  void AddKinds();
  void AddWindow();

  const int axes_;
  const bool with_index_;
};

template <int kAxes>
class PoolOp final : public PoolOpBase {
 public:
  PoolOp() : PoolOpBase(kAxes, false) {}
};

template <int kAxes>
class PoolOpMaker final : public PoolOpMakerBase {
 public:
  PoolOpMaker() : PoolOpMakerBase(kAxes, false) {}
};

class PoolGradOp final : public framework::GradOpSchema {
 public:
  PoolGradOp() : GradOpSchema({"X"}) {}
};

template <int kAxes>
class MaxPoolWithIndexOp final : public PoolOpBase {
 public:
  MaxPoolWithIndexOp() : PoolOpBase(kAxes, true) {}
};

template <int kAxes>
class MaxPoolWithIndexOpMaker final : public PoolOpMakerBase {
 public:
  MaxPoolWithIndexOpMaker() : PoolOpMakerBase(kAxes, true) {}
};

class MaxPoolWithIndexGradOp final : public framework::GradOpSchema {
 public:
  MaxPoolWithIndexGradOp() : GradOpSchema({"Mask"}) {}
};

// Counts an operation for each element of a window.
double PoolFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
