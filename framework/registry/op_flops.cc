#include "paddle/framework/registry/op_flops.h"

#include <algorithm>
#include <mutex>
#include <shared_mutex>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {
namespace {

struct Formula {
  FlopsFunction function;
  GradFlops gradient;
};

struct Formulas {
  std::shared_mutex mutex;  // libraries of operators are loaded at any time
  absl::flat_hash_map<std::string, Formula> of;
};

// Never destroyed, as the map of operators.
Formulas& AllFormulas() {
  static Formulas& formulas = *new Formulas;
  return formulas;
}

const Formula* FindFormula(absl::string_view type) {
  Formulas& formulas = AllFormulas();
  std::shared_lock lock(formulas.mutex);
  auto found = formulas.of.find(type);
  return found == formulas.of.end() ? nullptr : &found->second;
}

// The forward type of a gradient operator, or "".
std::string ForwardOf(absl::string_view type) {
  const OpProto* proto = OpInfoMap::Instance().Find(type);
  return proto == nullptr ? "" : proto->gradient_of;
}

double Numel(const Dims& dims) { return NumelFrom(dims, 0); }

double Times(GradFlops gradient, const proto::OpDesc& op) {
  if (gradient == GradFlops::kOnce) return 1;
  if (gradient == GradFlops::kTwice) return 2;
  return OutputNames(op).size();
}

absl::optional<double> CountFlops(const proto::OpDesc& op,
                                  const KnownDims& dims) {
  if (const Formula* own = FindFormula(op.type())) {
    if (own->function == nullptr) return absl::nullopt;
    return own->function(FlopsContext(op, dims, false));
  }
  const Formula* forward = FindFormula(ForwardOf(op.type()));
  if (forward == nullptr || forward->function == nullptr) return absl::nullopt;
  return forward->function(FlopsContext(op, dims, true)) *
         Times(forward->gradient, op);
}

}  // namespace

FlopsContext::FlopsContext(const proto::OpDesc& op, const KnownDims& dims,
                           bool of_gradient)
    : op_(op), dims_(dims), of_gradient_(of_gradient) {}

bool FlopsContext::HasAttr(absl::string_view name) const {
  return framework::HasAttr(op_, name);
}

Attribute FlopsContext::AnyAttr(absl::string_view name) const {
  return GetAttribute(op_, name);
}

std::vector<std::string> FlopsContext::NamesIn(absl::string_view slot) const {
  const std::string gradient = absl::StrCat(slot, "@GRAD");
  for (absl::string_view each : {slot, absl::string_view(gradient)}) {
    for (const NameList& names : {Outputs(op_, each), Inputs(op_, each)}) {
      if (!names.empty()) return {names.begin(), names.end()};
    }
    if (!of_gradient_) break;
  }
  PADDLE_THROW(NotFound, "operator ", op_.type(), " has nothing in slot ",
               slot);
}

const Dims& FlopsContext::DimsOfVariable(const std::string& name) const {
  auto found = dims_.find(name);
  PADDLE_ENFORCE(found != dims_.end(), NotFound, "variable '", name,
                 "' has no known shape");
  return found->second;
}

const Dims& FlopsContext::DimsOf(absl::string_view slot) const {
  return DimsOfVariable(NamesIn(slot)[0]);
}

double FlopsContext::SizeOf(absl::string_view slot) const {
  double size = 0;
  for (const std::string& name : NamesIn(slot)) {
    if (!name.empty()) size += Numel(DimsOfVariable(name));
  }
  return size;
}

double FlopsContext::LargestSize() const {
  double largest = 0;
  for (const NameList& names : {InputNames(op_), OutputNames(op_)}) {
    for (const std::string& name : names) {
      largest = std::max(largest, Numel(DimsOfVariable(name)));
    }
  }
  return largest;
}

double NumelBetween(const Dims& dims, int begin, int end) {
  double numel = 1;
  for (int axis = begin; axis < end; ++axis) numel *= dims[axis];
  return numel;
}

double NumelFrom(const Dims& dims, int begin) {
  return NumelBetween(dims, begin, dims.rank());
}

FlopsFunction FlopsOfEach(std::string slot, double operations) {
  return [slot = std::move(slot), operations](const FlopsContext& op) {
    return operations * op.SizeOf(slot);
  };
}

FlopsFunction FlopsOfLargest(double operations) {
  return [operations](const FlopsContext& op) {
    return operations * op.LargestSize();
  };
}

FlopsFunction FlopsOfFilters(std::string slot, std::string filters) {
  return [slot = std::move(slot),
          filters = std::move(filters)](const FlopsContext& op) {
    return 2 * op.SizeOf(slot) * NumelFrom(op.DimsOf(filters), 1);
  };
}

FlopsFunction NoFlops() {
  return [](const FlopsContext&) { return 0.0; };
}

FlopsFunction FlopsOfItsBlocks() { return nullptr; }

bool HasFlops(absl::string_view type) {
  return FindFormula(type) != nullptr ||
         FindFormula(ForwardOf(type)) != nullptr;
}

absl::optional<double> FlopsOf(const proto::OpDesc& op, const KnownDims& dims) {
  try {
    return CountFlops(op, dims);
  } catch (const platform::Error& error) {
    if (error.code() != platform::ErrorCode::kNotFound) throw;
    return absl::nullopt;
  }
}

namespace internal {

int RegisterFlops(const char* type, FlopsFunction formula, GradFlops gradient) {
  Formulas& formulas = AllFormulas();
  std::unique_lock lock(formulas.mutex);
  const bool added =
      formulas.of.try_emplace(type, Formula{std::move(formula), gradient})
          .second;
  PADDLE_ENFORCE(added, AlreadyExists, "operator ", type,
                 " has two counts of FLOPs");
  return 0;
}

}  // namespace internal
}  // namespace paddle::framework
