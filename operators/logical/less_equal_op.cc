#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LessEqualOpMaker : public ComparisonOpMaker {
 public:
  LessEqualOpMaker() : ComparisonOpMaker("X <= Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(less_equal, ComparisonOp, LessEqualOpMaker);

}  // namespace paddle::operators
