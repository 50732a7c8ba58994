#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LogicalAndOpMaker : public LogicalOpMaker {
 public:
  LogicalAndOpMaker() : LogicalOpMaker("X and Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_and, LogicalOp, LogicalAndOpMaker);
REGISTER_OP_FLOPS(logical_and, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
