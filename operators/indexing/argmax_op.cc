#include "paddle/operators/indexing/arg_base.h"

namespace paddle::operators {
namespace {

class ArgmaxOpMaker : public ArgOpMaker {
 public:
  ArgmaxOpMaker() : ArgOpMaker("largest") {}
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(argmax, ArgOp, ArgmaxOpMaker);

}  // namespace paddle::operators
