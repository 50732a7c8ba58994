#include "paddle/framework/layers/tensor.h"

#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {
namespace {

// Returns the axes of a grid of `count` vectors but that of vector i, and that
// one too if it is a number.
std::vector<int64_t> OtherAxes(int count, int i, int rank) {
  std::vector<int64_t> axes;
  for (int axis = 0; axis < count; ++axis) {
    if (axis != i || rank == 0) axes.push_back(axis);
  }
  return axes;
}

// Returns a tensor of the shape to which these broadcast, of which only the
// shape is read.
Variable GridOfUnknownSize(const std::vector<Variable>& along) {
  Variable grid;
  for (const Variable& x : along) {
    const Variable flags = Op("equal", {{"X", x}, {"Y", x}});
    grid =
        grid.is_valid() ? Op("logical_or", {{"X", grid}, {"Y", flags}}) : flags;
  }
  return grid;
}

}  // namespace

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

std::vector<Variable> meshgrid(const std::vector<Variable>& inputs) {
  PADDLE_ENFORCE(!inputs.empty(), InvalidArgument, "meshgrid of no vectors");
  const int count = static_cast<int>(inputs.size());
  std::vector<Variable> along;  // each along its axis
  std::vector<int64_t> shape;
  for (int i = 0; i < count; ++i) {
    const Dims dims = inputs[i].dims();
    PADDLE_ENFORCE(dims.rank() <= 1, InvalidArgument,
                   "meshgrid takes vectors, not ", inputs[i].ToString());
    along.push_back(unsqueeze(inputs[i], OtherAxes(count, i, dims.rank())));
    shape.push_back(dims.rank() == 0 ? 1 : dims[0]);
  }
  const Variable like =
      Dims(shape).IsStatic() ? Variable() : GridOfUnknownSize(along);
  for (Variable& x : along) {
    x = like.is_valid() ? Op("expand_as", {{"X", x}, {"Y", like}})
                        : Op("broadcast_to", {{"X", x}}, {{"shape", shape}});
  }
  return along;
}

}  // namespace paddle::layer
