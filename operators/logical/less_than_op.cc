#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LessThanOpMaker : public ComparisonOpMaker {
 public:
  LessThanOpMaker() : ComparisonOpMaker("X < Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(less_than, ComparisonOp, LessThanOpMaker);
REGISTER_OP_FLOPS(less_than, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
