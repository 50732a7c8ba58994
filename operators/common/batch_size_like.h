// Shape inference of tensors that take one size from another tensor's batch.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// Returns the attribute "shape" with the size at "output_dim_idx" replaced by
// the size of Input at "input_dim_idx"; if Input has sequences, its axis 0
// counts as the number of sequences of the last level. Throws OutOfRange for an
// axis that does not exist and InvalidArgument for another negative size.
framework::Dims BatchSizeLikeDims(framework::InferShapeContext* context);

// Declares Input, Out, these attributes and version 2. A derived maker adds
// what Out contains.
class BatchSizeLikeOpMaker : public framework::OpMaker {
 protected:
  void AddCommon();
};

// Upgrades version 1, in which axis 0 counted the rows of sequences.
void CountRows(framework::proto::OpDesc* op);

}  // namespace paddle::operators
