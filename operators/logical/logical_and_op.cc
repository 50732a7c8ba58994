#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LogicalAndOpMaker : public LogicalOpMaker {
 public:
  LogicalAndOpMaker() : LogicalOpMaker("X and Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_and, LogicalOp, LogicalAndOpMaker);

}  // namespace paddle::operators
