#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class EqualOpMaker : public ComparisonOpMaker {
 public:
  EqualOpMaker() : ComparisonOpMaker("whether X is Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(equal, ComparisonOp, EqualOpMaker);
REGISTER_OP_FLOPS(equal, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
