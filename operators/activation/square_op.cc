#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SquareOpMaker : public ActivationOpMaker {
 public:
  SquareOpMaker() : ActivationOpMaker("X * X") {}
};

}  // namespace

REGISTER_OP(square, ActivationOp, SquareOpMaker, square_grad,
            ActivationGradFromX);

}  // namespace paddle::operators
