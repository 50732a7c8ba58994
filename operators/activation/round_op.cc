#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class RoundOpMaker : public ActivationOpMaker {
 public:
  RoundOpMaker()
      : ActivationOpMaker(
            "X rounded to the nearest whole number, "
            "halves to the even one",
            "There is no gradient: it would be 0.") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(round, ActivationOp, RoundOpMaker);

}  // namespace paddle::operators
