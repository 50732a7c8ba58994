#include "paddle/operators/logical/schema_base.h"

namespace paddle::operators {
namespace {

class LogicalXorOpMaker : public LogicalOpMaker {
 public:
  LogicalXorOpMaker() : LogicalOpMaker("either X or Y, but not both") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(logical_xor, LogicalOp, LogicalXorOpMaker);

}  // namespace paddle::operators
