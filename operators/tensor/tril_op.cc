#include "paddle/operators/tensor/triangle_base.h"

namespace paddle::operators {
namespace {

class TrilOpMaker : public TriangleOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddComment(
        "Of each matrix the elements at or below a diagonal; the others are "
        "0.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(tril, TriangleOp, TrilOpMaker);
REGISTER_GRADIENT_MAKER(tril, SameOpGradient(SameDiagonal));

}  // namespace paddle::operators
