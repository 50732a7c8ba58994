#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class SignOpMaker : public ActivationOpMaker {
 public:
  SignOpMaker() : ActivationOpMaker("1 for X > 0, -1 for X < 0, 0 for 0") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(sign, ActivationOp, SignOpMaker);

}  // namespace paddle::operators
