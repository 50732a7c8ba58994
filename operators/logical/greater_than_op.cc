#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class GreaterThanOpMaker : public ComparisonOpMaker {
 public:
  GreaterThanOpMaker() : ComparisonOpMaker("X > Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(greater_than, ComparisonOp, GreaterThanOpMaker);

}  // namespace paddle::operators
