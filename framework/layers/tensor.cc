#include "paddle/framework/layers/tensor.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

Variable full_like(const Variable& x, Number value) {
  return full_like(x, value, x.dtype());
}

Variable full_like(const Variable& x, Number value, DataType dtype) {
  return Op("expand_as", {{"X", fill_constant({}, dtype, value)}, {"Y", x}});
}

Variable arange(Number start, Number end, Number step, DataType dtype) {
  return Op("fill_range", {},
            {{"start", AttributeOf(start)},
             {"end", AttributeOf(end)},
             {"step", AttributeOf(step)},
             {"dtype", framework::DataTypeName(dtype)}});
}

Variable arange(const Variable& start, const Variable& end,
                const Variable& step) {
  return Op("range", {{"Start", start}, {"End", end}, {"Step", step}});
}

Variable squeeze(const Variable& x, const std::vector<int64_t>& axes) {
  return Op("squeeze", {{"X", x}}, {{"axes", axes}});
}

Variable unsqueeze(const Variable& x, const std::vector<int64_t>& axes) {
  return Op("unsqueeze", {{"X", x}}, {{"axes", axes}});
}

std::vector<Variable> unstack(const Variable& x, int64_t axis) {
  const Dims dims = x.dims();
  const int64_t size = dims[framework::NormalizeAxis(axis, dims.rank())];
  PADDLE_ENFORCE(size >= 0, InvalidArgument, "unstack of ", x.ToString(),
                 " along axis ", axis, " needs its size in advance");
  OpOptions options;
  options.counts = {{"Y", static_cast<int>(size)}};
  return AppendOp("unstack", {{"X", x}}, {{"axis", axis}}, options).List("Y");
}

}  // namespace paddle::layer
