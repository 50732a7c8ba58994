#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LessThanOpMaker : public ComparisonOpMaker {
 public:
  LessThanOpMaker() : ComparisonOpMaker("X < Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(less_than, ComparisonOp, LessThanOpMaker);

}  // namespace paddle::operators
