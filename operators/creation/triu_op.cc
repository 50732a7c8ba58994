#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/creation/triangle_base.h"

namespace paddle::operators {
namespace {

class TriuOpMaker : public TriangleOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddComment(
        "Out[..., i, j] = X[..., i, j] where j - i >= diagonal, else 0. "
        "Errors: InvalidArgument for an X of fewer than two axes.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(triu, TriangleOp, TriuOpMaker);
REGISTER_GRADIENT_MAKER(triu, SameOpGradient(SameDiagonal));
REGISTER_OP_FLOPS(triu, framework::NoFlops());

}  // namespace paddle::operators
