#include "paddle/framework/layers/literal.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "paddle/framework/ir/default_value.h"
#include "paddle/framework/layers/initializer.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::proto::DefaultValue;
using framework::proto::VarDesc;

namespace {

// Whether the number is one of T's.
template <typename T>
bool Holds(double value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value == 0 || value == 1;
  } else if constexpr (std::is_integral_v<T>) {
    // The limit is a power of two, so that it is a double, too.
    const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
    return value == std::trunc(value) && value < limit &&
           value >= (std::is_signed_v<T> ? -limit : 0);
  } else {
    return true;
  }
}

template <typename T>
void AppendNumber(double value, std::string* bytes) {
  PADDLE_ENFORCE(Holds<T>(value), InvalidArgument, "the number ", value,
                 " is no ", DataTypeName(framework::DataTypeOf<T>()));
  const T element = static_cast<T>(value);
  char raw[sizeof(T)];
  std::memcpy(raw, &element, sizeof(T));
  bytes->append(raw, sizeof(T));
}

void AppendNumbers(const std::vector<double>& values, DataType dtype,
                   std::string* bytes) {
  framework::VisitDataType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const double value : values) AppendNumber<T>(value, bytes);
  });
}

// Rows of one number.
DefaultValue Column(const std::vector<double>& rows, DataType dtype) {
  DefaultValue value;
  AppendNumbers(rows, dtype, value.mutable_data());
  value.add_dims(static_cast<int64_t>(rows.size()));
  value.add_dims(1);
  return value;
}

void CheckLiteral(const DefaultValue& value, DataType dtype) {
  PADDLE_ENFORCE(value.dims_size() > 0, InvalidArgument,
                 "a literal for data needs rows; it is a single number");
  VarDesc var;
  var.set_dtype(static_cast<framework::proto::DataType>(dtype));
  var.set_is_feed(true);
  var.set_lod_level(value.lengths_size());
  *var.mutable_dims() = value.dims();
  *var.mutable_default_value() = value;
  framework::CheckDefaultValue(var);
}

Variable Constant(const std::vector<int64_t>& shape,
                  const std::vector<double>& values,
                  const LiteralOptions& options) {
  const auto program = DefaultMainProgram();
  const int block = CurrentBlock(*program);
  VarDesc var;
  var.set_name(options.name.empty() ? program->UniqueName("var")
                                    : options.name);
  PADDLE_ENFORCE(program->block(block).FindVar(var.name()) == nullptr,
                 AlreadyExists, "there is a variable '", var.name(),
                 "' already");
  var.set_dtype(static_cast<framework::proto::DataType>(options.dtype));
  var.mutable_dims()->Add(shape.begin(), shape.end());
  Append(program.get(), block, initializer::Values(values)(var));
  return Variable(program, block, var.name());
}

}  // namespace

Variable data_with_default(const DefaultValue& value, DataType dtype,
                           const std::string& name, const std::string& prefix) {
  CheckLiteral(value, dtype);
  std::vector<int64_t> shape(value.dims().begin(), value.dims().end());
  shape[0] = -1;
  const auto program = DefaultMainProgram();
  const Variable made = data(name.empty() ? program->UniqueName(prefix) : name,
                             shape, dtype, value.lengths_size());
  *program->global_block().Var(made.name())->mutable_default_value() = value;
  return made;
}

Variable minibatch(const std::vector<double>& rows,
                   const LiteralOptions& options) {
  return data_with_default(Column(rows, options.dtype), options.dtype,
                           options.name, "minibatch");
}

Variable sequence(const std::vector<double>& steps,
                  const LiteralOptions& options) {
  return sequences({steps}, options);
}

Variable sequences(const std::vector<std::vector<double>>& sequences,
                   const LiteralOptions& options) {
  std::vector<double> rows;
  for (const std::vector<double>& steps : sequences) {
    rows.insert(rows.end(), steps.begin(), steps.end());
  }
  DefaultValue value = Column(rows, options.dtype);
  auto* lengths = value.add_lengths()->mutable_values();
  for (const std::vector<double>& steps : sequences) {
    lengths->Add(static_cast<int64_t>(steps.size()));
  }
  return data_with_default(value, options.dtype, options.name, "sequence");
}

Variable var(const std::vector<int64_t>& shape,
             const std::vector<double>& values, bool param,
             const LiteralOptions& options) {
  if (!param) return Constant(shape, values, options);
  ParamAttr attr(options.name);
  attr.initializer = initializer::Values(values);
  return parameter(shape, options.dtype, attr, "parameter", attr.initializer);
}

Variable var(double value, bool param, const LiteralOptions& options) {
  return var(std::vector<int64_t>{1}, {value}, param, options);
}

}  // namespace paddle::layer
