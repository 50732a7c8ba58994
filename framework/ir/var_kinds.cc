#include "paddle/framework/ir/var_kinds.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::framework {

// The header repeats the numbers, to avoid the generated header.
static_assert(kDenseTensor == proto::DENSE_TENSOR &&
              kSelectedRows == proto::SELECTED_ROWS &&
              kTensorArray == proto::TENSOR_ARRAY &&
              kStepScopes == proto::STEP_SCOPES && kRaw == proto::RAW);

std::string KindText(int kind) {
  switch (kind) {
    case proto::DENSE_TENSOR:
      return "a dense tensor";
    case proto::SELECTED_ROWS:
      return "SelectedRows";
    case proto::TENSOR_ARRAY:
      return "a tensor array";
    case proto::STEP_SCOPES:
      return "step scopes";
    case proto::RAW:
      return "a raw value";
    default:
      return absl::StrCat("kind ", kind);
  }
}

std::string KindsText(VarKinds kinds) {
  std::vector<std::string> texts;
  for (int kind = 0; kind <= proto::VarKind_MAX; ++kind) {
    if (kinds.Has(kind)) texts.push_back(KindText(kind));
  }
  return absl::StrJoin(texts, " or ");
}

}  // namespace paddle::framework
