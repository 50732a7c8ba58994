#include "paddle/operators/common/function_kernel.h"
#include "paddle/operators/math/rows/tensor_array.h"

namespace paddle::operators {
namespace {

constexpr absl::string_view kNames[] = {"Array", "axis", "use_stack", "Out",
                                        "Sizes"};

}  // namespace

REGISTER_FUNCTION_OPERATOR(array_to_tensor, kernels::JoinArray, kNames);

}  // namespace paddle::operators
