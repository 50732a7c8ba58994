#include "paddle/framework/registry/op_flops.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/operators/collective/collective_maker.h"

namespace paddle::operators {
namespace {

void DescribeBroadcast(framework::OpMaker* op) {
  AddExchanged(op,
               "Tensors of any type and shape; shapes are equal for all "
               "members.",
               "The root's X, of the same shapes.");
  AddGroup(op);
  op->AddAttr<int64_t>("root", "The rank of the member whose X all get.")
      .SetDefault(0)
      .AtLeast(0);
  op->AddComment(
      "Out[i] = the root's X[i]. Errors: InvalidArgument for a root that is no "
      "member; Unavailable if a member is lost.");
}

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(broadcast,
                             framework::ShapeFunction(InferExchanged),
                             framework::MakerFunction(DescribeBroadcast));
REGISTER_OP_FLOPS(broadcast, framework::NoFlops());

}  // namespace paddle::operators
