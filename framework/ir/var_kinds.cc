#include "paddle/framework/ir/var_kinds.h"

#include <iterator>
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
  // By the number of the kind.
  static constexpr const char* kTexts[] = {"a dense tensor", "SelectedRows",
                                           "a tensor array", "step scopes",
                                           "a raw value"};
  static_assert(std::size(kTexts) == proto::VarKind_ARRAYSIZE);
  if (!proto::VarKind_IsValid(kind)) return absl::StrCat("kind ", kind);
  return kTexts[kind];
}

std::string KindsText(VarKinds kinds) {
  std::vector<std::string> texts;
  for (int kind = 0; kind <= proto::VarKind_MAX; ++kind) {
    if (kinds.Has(kind)) texts.push_back(KindText(kind));
  }
  return absl::StrJoin(texts, " or ");
}

}  // namespace paddle::framework
