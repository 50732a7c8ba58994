#include <vector>

#include "paddle/framework/registry/op_flops.h"
#include "paddle/operators/random/random_base.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {
namespace {

class OrthogonalRandomOp : public RandomOp {
 public:
  void InferShape(framework::InferShapeContext* context) const override {
    const auto& shape = context->Attr<std::vector<int64_t>>("shape");
    PADDLE_ENFORCE_GE(shape.size(), 2u,
                      "the number of axes of orthogonal_random");
    RandomOp::InferShape(context);
  }
};

class OrthogonalRandomOpMaker : public RandomOpMaker {
 public:
  void Make() override {
    AddCommon();
    AddAttr<double>("gain", "What the matrix is multiplied by.").SetDefault(1);
    AddComment(
        "A random matrix, axis 0 against all others, whose rows are "
        "orthonormal, or its columns, if it is taller than wide: of the QR "
        "decomposition of a normal matrix, with positive diagonal of R, so "
        "that all such matrices are equally likely. Source: Saxe et al., Exact "
        "Solutions to the Nonlinear Dynamics of Learning in Deep Linear Neural "
        "Networks, 2014. Errors: InvalidArgument for a shape of fewer than two "
        "axes or with a negative size; Unimplemented, when run, for another "
        "data type.");
  }
};

}  // namespace

REGISTER_OP_WITHOUT_GRADIENT(orthogonal_random, OrthogonalRandomOp,
                             OrthogonalRandomOpMaker);
REGISTER_OP_FLOPS(orthogonal_random, framework::NoFlops());

}  // namespace paddle::operators
