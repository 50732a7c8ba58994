#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LogicalOrOpMaker : public LogicalOpMaker {
 public:
  LogicalOrOpMaker() : LogicalOpMaker("X or Y") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_or, LogicalOp, LogicalOrOpMaker);
REGISTER_OP_FLOPS(logical_or, framework::FlopsOfEach("Out", 1));

}  // namespace paddle::operators
