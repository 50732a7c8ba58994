#include "paddle/framework/executor/default_value.h"

#include <cstring>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/default_value.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

LoDTensor DefaultValueOf(const proto::VarDesc& var) {
  try {
    CheckDefaultValue(var);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in variable '", var.name(), "'"));
    throw;
  }
  const proto::DefaultValue& value = var.default_value();
  const Dims dims = DimsOf(value);
  LoDTensor tensor(dims, DataTypeFromNumber(var.dtype()));
  std::memcpy(tensor.raw_mutable_data(), value.data().data(), tensor.bytes());
  LoD::Levels levels;
  for (const proto::IntList& level : value.lengths()) {
    levels.emplace_back(level.values().begin(), level.values().end());
  }
  if (!levels.empty()) tensor.set_lod(LoD::FromLengths(levels));
  return tensor;
}

}  // namespace paddle::framework
