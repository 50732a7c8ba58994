#include "paddle/operators/activation/schema_base.h"

namespace paddle::operators {
namespace {

class CeilOpMaker : public ActivationOpMaker {
 public:
  CeilOpMaker()
      : ActivationOpMaker("X rounded up to a whole number",
                          "There is no gradient: it would be 0.") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(ceil, ActivationOp, CeilOpMaker);

}  // namespace paddle::operators
