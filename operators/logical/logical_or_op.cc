#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LogicalOrOpMaker : public LogicalOpMaker {
 public:
  LogicalOrOpMaker() : LogicalOpMaker("X or Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_or, LogicalOp, LogicalOrOpMaker);

}  // namespace paddle::operators
