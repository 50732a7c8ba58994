#include "paddle/operators/indexing/arg_base.h"

namespace paddle::operators {
namespace {

class ArgminOpMaker : public ArgOpMaker {
 public:
  ArgminOpMaker() : ArgOpMaker("smallest") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(argmin, ArgOp, ArgminOpMaker);

}  // namespace paddle::operators
