// The shape of a tensor that is as long as another one's batch.
#pragma once

#include "paddle/framework/registry/infer_shape_context.h"
#include "paddle/framework/registry/op_maker.h"
#include "paddle/framework/registry/op_registry.h"

namespace paddle::operators {

// The attribute shape, in which the size of output_dim_idx is that of Input's
// axis input_dim_idx. OutOfRange for an axis that does not exist,
// InvalidArgument for another negative size.
framework::Dims BatchSizeLikeDims(framework::InferShapeContext* context);

// Declares Input, Out and these attributes; a derived maker adds what Out
// holds.
class BatchSizeLikeOpMaker : public framework::OpMaker {
 protected:
  void AddCommon();
};

}  // namespace paddle::operators
