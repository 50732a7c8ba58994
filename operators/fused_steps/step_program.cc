#include "paddle/operators/fused_steps/step_program.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/number.h"
#include "paddle/operators/common/functor_attributes.h"
#include "paddle/operators/fused_steps/step_functors.h"

namespace paddle::operators {
namespace {

using framework::GetAttr;
using kernels::StepCode;
using kernels::StepRow;
using Table = kernels::StepTable<float>;  // all types have the same sizes

// The code of an operator's output, and the attributes that its functor has.
struct Kind {
  StepCode code;
  std::vector<const char*> attributes;
};
// By "<operator> <output>".
using Kinds = absl::flat_hash_map<std::string, Kind>;

template <typename Functor>
std::vector<const char*> AttributesOf() {
  constexpr size_t kCount = internal::kNumAttributes<Functor>;
  if constexpr (kCount > 0) {
    static_assert(sizeof(Functor) == kCount * sizeof(double),
                  "a functor in a table has doubles alone");
    return {std::begin(Functor::kAttributes), std::end(Functor::kAttributes)};
  } else {
    static_assert(std::is_empty_v<Functor>);
    return {};
  }
}

Kinds MakeKinds() {
  Kinds kinds;
#define PADDLE_ADD_KIND(type, Functor) \
  kinds[#type " Out"] = {StepCode::k_##type, AttributesOf<Functor>()};
  PADDLE_ACTIVATION_STEPS(PADDLE_ADD_KIND)
  PADDLE_ARITHMETIC_STEPS(PADDLE_ADD_KIND)
#undef PADDLE_ADD_KIND
#define PADDLE_ADD_KIND(type, Functor) \
  kinds[#type " X@GRAD"] = {StepCode::k_##type, AttributesOf<Functor>()};
  PADDLE_ACTIVATION_GRAD_STEPS(PADDLE_ADD_KIND)
#undef PADDLE_ADD_KIND
#define PADDLE_ADD_KIND(type, Functor)                   \
  kinds[#type " X@GRAD"] = {StepCode::k_##type##_x, {}}; \
  kinds[#type " Y@GRAD"] = {StepCode::k_##type##_y, {}};
  PADDLE_ARITHMETIC_GRAD_STEPS(PADDLE_ADD_KIND)
#undef PADDLE_ADD_KIND
  return kinds;
}

const std::string& OutputOf(const FusedStep& step) {
  return step.desc.outputs(0).name();
}

double ScaleNumber(const framework::proto::OpDesc& op, const char* name) {
  return framework::NumberOf(GetAttr<double>(op, name),
                             GetAttr<int64_t>(op, absl::StrCat("int_", name)))
      .value();
}

class Translator {
 public:
  explicit Translator(const FusedProgram& program)
      : program_(program),
        plan_(PlanTiles(program,
                        std::vector<bool>(program.steps.size(), false))) {
    made_.views = plan_.views;
    if (plan_.delayed >= 0) made_.delayed = plan_.steps[plan_.delayed].buffer;
  }

  absl::optional<StepProgram> Translate() {
    for (size_t s = 0; s < program_.steps.size(); ++s) {
      if (!AddStep(static_cast<int>(s))) return absl::nullopt;
    }
    if (!Fits()) return absl::nullopt;
    return std::move(made_);
  }

 private:
  bool AddStep(int s);
  bool SetCode(const FusedStep& step, StepRow* row);
  bool SetChosenCode(const FusedStep& step, StepRow* row);
  int OperandOf(int s, int value) const;
  bool IsReadLater(int s) const;
  bool Fits() const;

  int num_views() const { return static_cast<int>(plan_.views.size()); }

  const FusedProgram& program_;
  const TilePlan plan_;
  StepProgram made_;
};

// The operators whose kernels choose a functor by an attribute.
bool Translator::SetChosenCode(const FusedStep& step, StepRow* row) {
  const std::string& type = step.desc.type();
  if (type == "scale") {
    row->code = StepCode::kScale;
    made_.words.push_back(ScaleNumber(step.desc, "scale"));
    made_.words.push_back(ScaleNumber(step.desc, "bias"));
    return true;
  }
  if (type != "gelu" && type != "gelu_grad") return false;
  const bool is_gradient = type == "gelu_grad";
  if (GetAttr<bool>(step.desc, "approximate")) {
    row->code = is_gradient ? StepCode::kApproximateGeluGrad
                            : StepCode::kApproximateGelu;
  } else {
    row->code = is_gradient ? StepCode::kGeluGrad : StepCode::kGelu;
  }
  return true;
}

bool Translator::SetCode(const FusedStep& step, StepRow* row) {
  static const Kinds& kinds = *new Kinds(MakeKinds());
  row->words = static_cast<uint8_t>(made_.words.size());
  const auto found =
      kinds.find(absl::StrCat(step.desc.type(), " ", OutputOf(step)));
  if (found == kinds.end()) return SetChosenCode(step, row);
  row->code = found->second.code;
  for (const char* name : found->second.attributes) {
    made_.words.push_back(GetAttr<double>(step.desc, name));
  }
  return true;
}

// True if others than the next step read the result from a buffer.
bool Translator::IsReadLater(int s) const {
  if (plan_.delayed == s) return true;
  const int value = num_views() + s;
  for (size_t reader = s + 2; reader < plan_.steps.size(); ++reader) {
    for (int read : plan_.steps[reader].values) {
      if (read == value) return true;
    }
  }
  return false;
}

int Translator::OperandOf(int s, int value) const {
  if (value < num_views()) return value;
  const int writer = value - num_views();
  if (writer == s - 1) return StepRow::kLast;
  const TilePlan::Step& step = plan_.steps[writer];
  return step.output >= 0 ? StepRow::kOutputs + step.output
                          : StepRow::kBuffers + step.buffer;
}

bool Translator::AddStep(int s) {
  const TilePlan::Step& step = plan_.steps[s];
  StepRow row;
  if (step.values.size() > StepRow::kMostOperands || !Fits() ||
      !SetCode(program_.steps[s], &row)) {
    return false;
  }
  for (size_t i = 0; i < step.values.size(); ++i) {
    row.operands[i] = static_cast<int8_t>(OperandOf(s, step.values[i]));
  }
  if (step.output >= 0) {
    row.output = static_cast<int8_t>(step.output);
  } else if (IsReadLater(s)) {
    row.buffer = static_cast<int8_t>(step.buffer);
  }
  made_.rows.push_back(row);
  return true;
}

bool Translator::Fits() const {
  return made_.rows.size() <= Table::kMostSteps &&
         made_.words.size() <= Table::kMostWords &&
         made_.views.size() <= Table::kMostViews &&
         plan_.buffers <= Table::kMostBuffers &&
         program_.results.size() <= Table::kMostOutputs;
}

}  // namespace

absl::optional<StepProgram> TranslateSteps(const FusedProgram& program) {
  return Translator(program).Translate();
}

}  // namespace paddle::operators
