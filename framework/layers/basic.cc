#include "paddle/framework/layers/basic.h"

#include "paddle/framework/layers/op.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

Variable Reduce(const std::string& type, const Variable& x,
                const std::vector<int64_t>& dim, bool keep_dim) {
  // The operator tells "all axes" by an attribute, as an empty list would be
  // ambiguous for a scalar.
  AttributeMap attrs = {{"keep_dim", keep_dim}};
  if (dim.empty()) {
    attrs.emplace_back("reduce_all", true);
  } else {
    attrs.emplace_back("dim", dim);
  }
  return Op(type, {{"X", x}}, attrs);
}

std::string NameOf(DataType dtype) { return framework::DataTypeName(dtype); }

}  // namespace

Variable relu(const Variable& x) { return Op("relu", {{"X", x}}); }
Variable sigmoid(const Variable& x) { return Op("sigmoid", {{"X", x}}); }
Variable tanh(const Variable& x) { return Op("tanh", {{"X", x}}); }
Variable exp(const Variable& x) { return Op("exp", {{"X", x}}); }
Variable log(const Variable& x) { return Op("log", {{"X", x}}); }
Variable square(const Variable& x) { return Op("square", {{"X", x}}); }
Variable softmax(const Variable& x) { return Op("softmax", {{"X", x}}); }
Variable mean(const Variable& x) { return Op("mean", {{"X", x}}); }
Variable assign(const Variable& x) { return Op("assign", {{"X", x}}); }
Variable sums(const std::vector<Variable>& inputs) {
  return Op("sum", {{"X", inputs}});
}

Variable scale(const Variable& x, Number scale, Number bias) {
  return Op("scale", {{"X", x}},
            {{"scale", AttributeOf(scale)}, {"bias", AttributeOf(bias)}});
}

Variable clip(const Variable& x, Number min, Number max) {
  return Op("clip", {{"X", x}},
            {{"min", AttributeOf(min)}, {"max", AttributeOf(max)}});
}

Variable reduce_sum(const Variable& x, const std::vector<int64_t>& dim,
                    bool keep_dim) {
  return Reduce("reduce_sum", x, dim, keep_dim);
}

Variable reduce_mean(const Variable& x, const std::vector<int64_t>& dim,
                     bool keep_dim) {
  return Reduce("reduce_mean", x, dim, keep_dim);
}

Variable reduce_max(const Variable& x, const std::vector<int64_t>& dim,
                    bool keep_dim) {
  return Reduce("reduce_max", x, dim, keep_dim);
}

Variable add(const Variable& x, const Variable& y) {
  return Op("elementwise_add", {{"X", x}, {"Y", y}});
}

Variable add_scalar(const Variable& x, const Variable& y) {
  const Dims dims = y.dims();
  // A larger y would broadcast, which add() is for.
  PADDLE_ENFORCE(dims.IsStatic() && dims.Numel() == 1, InvalidArgument,
                 "add_scalar adds one number, not ", y.ToString());
  return add(x, y);
}

Variable matmul(const Variable& x, const Variable& y, bool transpose_x,
                bool transpose_y) {
  return Op("matmul", {{"X", x}, {"Y", y}},
            {{"transpose_X", transpose_x}, {"transpose_Y", transpose_y}});
}

Variable reshape(const Variable& x, const std::vector<int64_t>& shape) {
  return Op("reshape", {{"X", x}}, {{"shape", shape}});
}

Variable transpose(const Variable& x, const std::vector<int64_t>& axis) {
  return Op("transpose", {{"X", x}}, {{"axis", axis}});
}

Variable concat(const std::vector<Variable>& inputs, int64_t axis) {
  return Op("concat", {{"X", inputs}}, {{"axis", axis}});
}

Variable cast(const Variable& x, DataType dtype) {
  return Op("cast", {{"X", x}}, {{"out_dtype", NameOf(dtype)}});
}

Variable fill_constant(const std::vector<int64_t>& shape, DataType dtype,
                       Number value) {
  return Op("fill_constant", {},
            {{"shape", shape},
             {"dtype", NameOf(dtype)},
             {"value", AttributeOf(value)}});
}

}  // namespace paddle::layer
