#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class EqualOpMaker : public ComparisonOpMaker {
 public:
  EqualOpMaker() : ComparisonOpMaker("whether X is Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(equal, ComparisonOp, EqualOpMaker);

}  // namespace paddle::operators
