#include "paddle/operators/tensor/triangle_base.h"

namespace paddle::operators {
namespace {

class TriuOpMaker : public TriangleOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddComment(
        "Of each matrix the elements at or above a diagonal; the others are "
        "0.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(triu, TriangleOp, TriuOpMaker);
REGISTER_GRADIENT_MAKER(triu, SameOpGradient(SameDiagonal));

}  // namespace paddle::operators
