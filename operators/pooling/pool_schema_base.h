// The schema half of pooling: pool2d, pool3d and those with an index are
// instances of it for a number of axes. The schema of an operator is one line:
//
//   REGISTER_OP(pool3d, PoolOp<3>, PoolOpMaker<3>, pool3d_grad, PoolGradOp);
#pragma once

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The schema: X [N, C, ...] with `axes` axes for the image becomes Out and, if
// the operator has it, Mask, of the same dims.
class PoolOpBase : public framework::OpSchema {
 public:
  PoolOpBase(int axes, bool with_index)
      : axes_(axes), with_index_(with_index) {}
  // Throws InvalidArgument for empty images, a window larger than the padded
  // image, a padding not less than ksize, and global_pooling with adaptive.
  void InferShape(framework::InferShapeContext* ctx) const final;

 private:
  const int axes_;
  const bool with_index_;
};

// Declares the slots and attributes of pooling over `axes` axes: those of the
// window, and without an index also the kind of pooling.
class PoolOpMakerBase : public framework::OpMaker {
 public:
  PoolOpMakerBase(int axes, bool with_index)
      : axes_(axes), with_index_(with_index) {}
  void Make() final;

 private:
  // pooling_type and exclusive, of operators without an index.
  void AddKinds();
  void AddWindow();

  const int axes_;
  const bool with_index_;
};

// Instances for registration, which makes schemas without arguments.
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

// The gradient reads X, to find the largest elements again.
class PoolGradOp final : public framework::GradOpSchema {
 public:
  PoolGradOp() : GradOpSchema({"X"}) {}
};

// Instances with Mask, which has the positions for unpool.
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

// The gradient reads Mask, and X not at all.
class MaxPoolWithIndexGradOp final : public framework::GradOpSchema {
 public:
  MaxPoolWithIndexGradOp() : GradOpSchema({"Mask"}) {}
};

// Counts an operation for each element of a window.
double PoolFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
