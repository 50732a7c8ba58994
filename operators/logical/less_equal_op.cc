#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LessEqualOpMaker : public ComparisonOpMaker {
 public:
  LessEqualOpMaker() : ComparisonOpMaker("X <= Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(less_equal, ComparisonOp, LessEqualOpMaker);
REGISTER_OP_FLOPS(less_equal, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
