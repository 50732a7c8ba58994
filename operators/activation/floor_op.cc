#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class FloorOpMaker : public ActivationOpMaker {
 public:
  FloorOpMaker()
      : ActivationOpMaker("X rounded down to a whole number",
                          "There is no gradient: it would be 0.") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(floor, ActivationOp, FloorOpMaker);

}  // namespace paddle::operators
