#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/indexing/arg_base.h"

namespace paddle::operators {
namespace {

class ArgminOpMaker : public ArgOpMaker {
 public:
  ArgminOpMaker() : ArgOpMaker("smallest") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(argmin, ArgOp, ArgminOpMaker);
REGISTER_OP_FLOPS(argmin, framework::FlopsOfEach("X", 1));

}  // namespace paddle::operators
