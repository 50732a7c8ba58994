#include "paddle/framework/layers/parameter.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/symbols.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/weight_norm.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

using framework::SymbolTable;
using framework::proto::VarDesc;

namespace {

constexpr int kMostLodLevels = 32;  // the limit of Verify

void CheckSizes(const VarDesc& var) {
  for (int64_t size : var.dims()) {
    PADDLE_ENFORCE(size >= 0, InvalidArgument, "parameter '", var.name(),
                   "' has a size of ", size, "; its sizes must be fixed");
  }
}

// Describes a persistable variable that is not in a program yet.
VarDesc Describe(const std::string& name, const std::vector<int64_t>& shape,
                 DataType dtype) {
  VarDesc var;
  var.set_name(name);
  var.set_dtype(static_cast<framework::proto::DataType>(dtype));
  var.mutable_dims()->Add(shape.begin(), shape.end());
  var.set_persistable(true);
  CheckSizes(var);
  return var;
}

VarDesc DescribeParameter(const std::string& name,
                          const std::vector<int64_t>& shape, DataType dtype,
                          const ParamAttr& attr) {
  VarDesc var = Describe(name, shape, dtype);
  // A rate of 0 is more likely a mistake than a wish, and there is a word for
  // the wish.
  PADDLE_ENFORCE(attr.learning_rate > 0, InvalidArgument, "parameter '", name,
                 "' has a learning rate of ", attr.learning_rate,
                 "; one that is not to change is made with trainable = false");
  var.set_is_parameter(true);
  var.set_trainable(attr.trainable);
  var.set_stop_gradient(!attr.trainable);
  // 1 is the default and need not be stored.
  if (attr.learning_rate != 1) var.set_learning_rate(attr.learning_rate);
  if (attr.regularizer) *var.mutable_regularizer() = *attr.regularizer;
  if (attr.gradient_clip) *var.mutable_gradient_clip() = *attr.gradient_clip;
  return var;
}

// True if the block has the variable; throws InvalidArgument if it looks
// different.
bool Exists(const SymbolTable& table, const VarDesc& wanted) {
  const VarDesc* found = table.FindVar(wanted.name(), /*recursive=*/false);
  if (found == nullptr) return false;
  const std::string old_shape = ShapeText(*found, table.sizes());
  const std::string new_shape = ShapeText(wanted, table.sizes());
  PADDLE_ENFORCE(found->persistable() && old_shape == new_shape,
                 InvalidArgument, "variable '", wanted.name(),
                 "' exists already: it is ",
                 found->persistable() ? "" : "not persistable, ", old_shape,
                 ", and a persistable ", new_shape, " is asked for");
  return true;
}

// Adds `var` and its initializer to the startup program, or neither of them.
void Initialize(Program* startup, const VarDesc& var,
                const Initializer& initializer) {
  SymbolTable& table = startup->global_block();
  if (Exists(table, var)) return;
  // Initializers are forward operators, whatever role is current.
  const RoleGuard role(framework::proto::FORWARD);
  *table.Var(var.name()) = var;
  try {
    Append(startup, 0, initializer(var));
    // An initializer may refuse the shape.
  } catch (...) {
    table.RemoveVar(var.name());
    throw;
  }
}

Variable MakePersistable(const std::shared_ptr<Program>& main,
                         const std::shared_ptr<Program>& startup,
                         const VarDesc& var, const Initializer& initializer) {
  SymbolTable& table = main->global_block();
  if (!Exists(table, var)) {
    // The startup program comes first: it is the part that can fail.
    Initialize(startup.get(), var, initializer);
    *table.Var(var.name()) = var;
  }
  return Variable(main, 0, var.name());
}

// Returns an initializer that computes the norm of `v` in the startup program.
Initializer NormOf(const std::shared_ptr<Program>& startup,
                   const std::string& v, absl::optional<int> dim) {
  return [=](const VarDesc& g) {
    const Variable norm = NormExcept(Variable(startup, 0, v), dim);
    // g becomes the norm by an assignment, so that it is a parameter like any
    // other.
    return framework::MakeOp("assign", {{"X", {norm.name()}}},
                             {{"Out", {g.name()}}});
  };
}

// Returns the shape of the norm of a variable of `shape`.
std::vector<int64_t> NormShape(std::vector<int64_t> shape,
                               absl::optional<int> dim) {
  if (!dim) return {};
  const int kept =
      framework::NormalizeAxis(*dim, static_cast<int>(shape.size()));
  for (int axis = 0; axis < shape.size(); ++axis) {
    if (axis != kept) shape[axis] = 1;
  }
  return shape;
}

// Returns the variable `name`, g v / |v| of parameters "<name>.v" and
// "<name>.g". A new g begins as |v|, so that the variable begins as v.
Variable NormalizedParameter(const std::string& name,
                             const std::vector<int64_t>& shape, DataType dtype,
                             ParamAttr attr, const Initializer& initializer) {
  const absl::optional<int> dim = attr.weight_norm->dim;
  const auto main = DefaultMainProgram();
  const VarDesc* found = main->global_block().FindVar(name);
  PADDLE_ENFORCE(found == nullptr || !found->persistable(), InvalidArgument,
                 "variable '", name,
                 "' exists already, without weight normalisation");
  // v and g have no normalization of their own.
  attr.weight_norm.reset();
  attr.initializer = nullptr;
  attr.name = name + ".v";
  const Variable v = parameter(shape, dtype, attr, "", initializer);
  attr.name = name + ".g";
  const Variable g = parameter(NormShape(shape, dim), dtype, attr, "",
                               NormOf(DefaultStartupProgram(), v.name(), dim));
  // The normalized variable of an earlier layer with this name is shared.
  if (found != nullptr) return Variable(main, 0, name);
  return NormalizedWeight(v, g, dim, name);
}

int64_t DataSize(int64_t size, int axis, int lod_level,
                 framework::SizeAlgebra* sizes) {
  PADDLE_ENFORCE_GE(size, -1, "the size of axis ", axis,
                    "; -1 stands for one that is not known in advance");
  if (size >= 0) return size;
  // Rows of sequences are not the batch, and each input has its own number of
  // them.
  const bool batch = axis == 0 && lod_level == 0;
  return batch ? framework::kBatchSize : sizes->Fresh();
}

}  // namespace

Variable data(const std::string& name, const std::vector<int64_t>& shape,
              DataType dtype, int lod_level) {
  const auto program = DefaultMainProgram();
  SymbolTable& table = program->global_block();
  PADDLE_ENFORCE(!name.empty(), InvalidArgument, "data needs a name");
  PADDLE_ENFORCE(table.FindVar(name) == nullptr, AlreadyExists,
                 "there is a variable '", name, "' already");
  PADDLE_ENFORCE_GE(lod_level, 0, "the lod_level of '", name, "'");
  PADDLE_ENFORCE_LE(lod_level, kMostLodLevels, "the lod_level of '", name, "'");
  Dims dims, numbers;
  for (int i = 0; i < shape.size(); ++i) {
    dims.Append(DataSize(shape[i], i, lod_level, &table.sizes()));
    // An unknown size counts as 1 in the check for overflow.
    numbers.Append(std::max<int64_t>(shape[i], 1));
  }
  numbers.Numel();  // checks that the product does not overflow
  VarDesc* var = table.Var(name);
  var->set_dtype(static_cast<framework::proto::DataType>(dtype));
  var->mutable_dims()->Add(dims.begin(), dims.end());
  var->set_lod_level(lod_level);
  var->set_is_feed(true);
  var->set_stop_gradient(true);
  return Variable(program, 0, name);
}

Variable parameter(const std::vector<int64_t>& shape, DataType dtype,
                   const ParamAttr& attr, const std::string& prefix,
                   const Initializer& default_initializer) {
  const auto main = DefaultMainProgram();
  const std::string name =
      attr.name.empty() ? main->UniqueName(prefix) : attr.name;
  const Initializer& initializer =
      attr.initializer ? attr.initializer : default_initializer;
  if (attr.weight_norm) {
    return NormalizedParameter(name, shape, dtype, attr, initializer);
  }
  return MakePersistable(main, DefaultStartupProgram(),
                         DescribeParameter(name, shape, dtype, attr),
                         initializer);
}

Variable parameter(const std::vector<int64_t>& shape, DataType dtype,
                   const ParamAttr& attr) {
  return parameter(shape, dtype, attr, "parameter", initializer::Xavier());
}

Variable global_variable(const std::vector<int64_t>& shape, DataType dtype,
                         Number value, const std::string& name,
                         const std::shared_ptr<Program>& main,
                         const std::shared_ptr<Program>& startup) {
  VarDesc var =
      Describe(name.empty() ? main->UniqueName("global") : name, shape, dtype);
  // Counters and statistics have no gradient.
  var.set_stop_gradient(true);
  return MakePersistable(main, startup, var, initializer::Constant(value));
}

Variable global_variable(const std::vector<int64_t>& shape, DataType dtype,
                         Number value, const std::string& name) {
  return global_variable(shape, dtype, value, name, DefaultMainProgram(),
                         DefaultStartupProgram());
}

Variable get_variable(const std::string& name) {
  const auto program = DefaultMainProgram();
  return FindVariable(program, CurrentBlock(*program), name);
}

}  // namespace paddle::layer
