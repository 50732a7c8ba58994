#include "paddle/framework/layers/weight_norm.h"

#include <vector>

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/types/dims.h"

namespace paddle::layer {

Variable NormExcept(const Variable& v, absl::optional<int> dim) {
  const BlockGuard guard(v.program(), v.block());
  const int rank = v.dims().rank();
  std::vector<int64_t> others;
  if (dim) {
    const int kept = framework::NormalizeAxis(*dim, rank);
    for (int axis = 0; axis < rank; ++axis) {
      if (axis != kept) others.push_back(axis);
    }
  }
  // Along the only axis of a vector, each element is its own norm.
  const bool nothing = dim && others.empty();
  const Variable squares = square(v);
  return Op("sqrt",
            {{"X", nothing ? squares
                           : reduce_sum(squares, others,
                                        /*keep_dim=*/dim.has_value())}});
}

Variable NormalizedWeight(const Variable& v, const Variable& g,
                          absl::optional<int> dim, const std::string& name) {
  const BlockGuard guard(v.program(), v.block());
  const Variable direction =
      Op("elementwise_div", {{"X", v}, {"Y", NormExcept(v, dim)}});
  v.program()->block(v.block()).Var(name);
  OpOptions options;
  options.outputs = {{"Out", Variable(v.program(), v.block(), name)}};
  return Op("elementwise_mul", {{"X", direction}, {"Y", g}}, {}, options);
}

}  // namespace paddle::layer
