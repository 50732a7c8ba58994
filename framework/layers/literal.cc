#include "paddle/framework/layers/literal.h"

#include <cstring>
#include <type_traits>
#include <utility>

#include "paddle/framework/ir/default_value.h"
#include "paddle/framework/layers/initializer.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/types/number.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::proto::DefaultValue;
using framework::proto::VarDesc;

namespace {

template <typename T>
T ElementOf(const Number& number) {
  if constexpr (std::is_integral_v<T>) return static_cast<T>(*number.integer());
  return static_cast<T>(number.value());
}

void AppendNumbers(const Numbers& values, DataType dtype, std::string* bytes) {
  framework::VisitDataType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (const Number& value : values) {
      // Refused instead of wrapped or rounded to infinity.
      PADDLE_ENFORCE(framework::Fits(value, dtype), InvalidArgument,
                     "the number ", value.ToString(), " is no ",
                     DataTypeName(dtype));
      const T element = ElementOf<T>(value);
      char raw[sizeof(T)];
      std::memcpy(raw, &element, sizeof(T));
      bytes->append(raw, sizeof(T));
    }
  });
}

// Returns rows of one number each.
DefaultValue Column(const Numbers& rows, DataType dtype) {
  DefaultValue value;
  AppendNumbers(rows, dtype, value.mutable_data());
  value.add_dims(static_cast<int64_t>(rows.size()));
  value.add_dims(1);
  return value;
}

void CheckLiteral(const DefaultValue& value, DataType dtype) {
  PADDLE_ENFORCE(value.dims_size() > 0, InvalidArgument,
                 "a literal for data needs rows; it is a single number");
  // Uses the check of loaded programs, so that both agree.
  VarDesc var;
  var.set_dtype(static_cast<framework::proto::DataType>(dtype));
  var.set_is_feed(true);
  var.set_lod_level(value.lengths_size());
  *var.mutable_dims() = value.dims();
  *var.mutable_default_value() = value;
  framework::CheckDefaultValue(var);
}

Variable Constant(const std::vector<int64_t>& shape, const Numbers& values,
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
  // A constant is an operator, so that a gradient may flow into its result.
  Append(program.get(), block, initializer::Values(values)(var));
  return Variable(program, block, var.name());
}

}  // namespace

Variable data_with_default(const DefaultValue& value, DataType dtype,
                           const std::string& name, const std::string& prefix) {
  CheckLiteral(value, dtype);
  std::vector<int64_t> shape(value.dims().begin(), value.dims().end());
  // Other batches may be fed, so the number of rows is not fixed.
  shape[0] = -1;
  const auto program = DefaultMainProgram();
  const Variable made = data(name.empty() ? program->UniqueName(prefix) : name,
                             shape, dtype, value.lengths_size());
  *program->global_block().Var(made.name())->mutable_default_value() = value;
  return made;
}

Variable minibatch(const Numbers& rows, const LiteralOptions& options) {
  return data_with_default(Column(rows, options.dtype), options.dtype,
                           options.name, "minibatch");
}

Variable sequence(const Numbers& steps, const LiteralOptions& options) {
  return sequences({steps}, options);
}

Variable sequences(const std::vector<Numbers>& sequences,
                   const LiteralOptions& options) {
  Numbers rows;
  for (const Numbers& steps : sequences) rows.Append(steps);
  DefaultValue value = Column(rows, options.dtype);
  auto* lengths = value.add_lengths()->mutable_values();
  for (const Numbers& steps : sequences) {
    lengths->Add(static_cast<int64_t>(steps.size()));
  }
  return data_with_default(value, options.dtype, options.name, "sequence");
}

Variable var(const std::vector<int64_t>& shape, const Numbers& values,
             bool param, const LiteralOptions& options) {
  if (!param) return Constant(shape, values, options);
  ParamAttr attr(options.name);
  attr.initializer = initializer::Values(values);
  return parameter(shape, options.dtype, attr, "parameter", attr.initializer);
}

Variable var(Number value, bool param, const LiteralOptions& options) {
  return var(std::vector<int64_t>{1}, {value}, param, options);
}

}  // namespace paddle::layer
