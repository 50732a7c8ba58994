#include "paddle/operators/creation/triangle_base.h"

namespace paddle::operators {
namespace {

class TrilOpMaker : public TriangleOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddComment(
        "Out[..., i, j] = X[..., i, j] where j - i <= diagonal, else 0. "
        "Errors: InvalidArgument for an X of fewer than two axes.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(tril, TriangleOp, TrilOpMaker);
REGISTER_GRADIENT_MAKER(tril, SameOpGradient(SameDiagonal));

}  // namespace paddle::operators
