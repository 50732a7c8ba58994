// The shape of a tensor that is as long as another one's batch.
#pragma once

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The attribute shape, in which the size of output_dim_idx is that of Input's
// axis input_dim_idx; of an Input with sequences, whose axis 0 is rows of them,
// how many sequences the last level has. OutOfRange for an axis that does not
// exist, InvalidArgument for another negative size.
framework::Dims BatchSizeLikeDims(framework::InferShapeContext* context);

// Declares Input, Out, these attributes and version 2; a derived maker adds
// what Out holds.
class BatchSizeLikeOpMaker : public framework::OpMaker {
 protected:
  void AddCommon();
};

// The upgrade of version 1, which took the rows of sequences.
void CountRows(framework::proto::OpDesc* op);

}  // namespace paddle::operators
