// The schema half of pooling: pool2d, pool3d and those with an index are
// instances of it for a number of axes. The schema of an operator is one line:
//
//   REGISTER_OP(pool3d, PoolOp(3), PoolOpMaker(3), pool3d_grad,
//               framework::GradOpSchema({"X"}));
#pragma once

#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The schema: X [N, C, ...] with `axes` axes for the image becomes Out and, if
// the operator has it, Mask, of the same dims. Mask has the positions for
// unpool.
class PoolOp final : public framework::OpSchema {
 public:
  explicit PoolOp(int axes, bool with_index = false)
      : axes_(axes), with_index_(with_index) {}
  // Throws InvalidArgument for empty images, a window larger than the padded
  // image, a padding not less than ksize, and global_pooling with adaptive.
  void InferShape(framework::InferShapeContext* ctx) const override;

 private:
  const int axes_;
  const bool with_index_;
};

// Declares the slots and attributes of pooling over `axes` axes: those of the
// window, and without an index also the kind of pooling. Of `integers` there is
// the largest alone.
class PoolOpMaker final : public framework::OpMaker {
 public:
  explicit PoolOpMaker(int axes, bool with_index = false, bool integers = false)
      : axes_(axes), with_index_(with_index), integers_(integers) {}
  void Make() override;

 private:
  // pooling_type, exclusive and, of flat images, data_format, of operators
  // without an index.
  void AddKinds();
  void AddFormat();
  void AddWindow();

  const int axes_;
  const bool with_index_;
  const bool integers_;
};

// Counts an operation for each element of a window.
double PoolFlops(const framework::FlopsContext& op);

}  // namespace paddle::operators
