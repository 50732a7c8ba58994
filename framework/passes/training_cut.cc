#include "paddle/framework/passes/training_cut.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/symbols.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/ir/var_kinds.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

constexpr absl::string_view kGradient = "@GRAD";

class CutFinder {
 public:
  explicit CutFinder(const Program& program)
      : table_(program.global_block()),
        ops_(table_.desc().ops()),
        uses_(program, /*block=*/0) {}

  TrainingCut Find() const;

 private:
  bool HasRole(int op, proto::OpRole role) const {
    return ops_[op].role() == role;
  }
  // Returns the last of some operators that has a role, or -1.
  int LastOf(const std::vector<int>& ops, proto::OpRole role) const {
    int last = -1;
    for (int op : ops) last = HasRole(op, role) ? std::max(last, op) : last;
    return last;
  }
  int FirstOptimize() const;
  void Add(const proto::VarDesc& var, TrainingCut* cut) const;
  ExchangedVar Exchanged(const proto::VarDesc& var, int last_writer) const;
  std::string Loss() const;
  std::string RowsOf(const std::string& loss) const;

  const SymbolTable& table_;
  const google::protobuf::RepeatedPtrField<proto::OpDesc>& ops_;
  const UseDef uses_;
};

int CutFinder::FirstOptimize() const {
  for (int op = 0; op < ops_.size(); ++op) {
    if (HasRole(op, proto::OPTIMIZE)) return op;
  }
  return ops_.size();
}

ExchangedVar CutFinder::Exchanged(const proto::VarDesc& var,
                                  int last_writer) const {
  ExchangedVar exchanged;
  exchanged.name = var.name();
  exchanged.type = DataTypeFromNumber(var.dtype());
  exchanged.sparse = var.kind() == proto::SELECTED_ROWS;
  exchanged.last_writer = last_writer;
  if (exchanged.sparse) return exchanged;
  PADDLE_ENFORCE(var.kind() == proto::DENSE_TENSOR, Unimplemented,
                 "trainers cannot exchange ", KindText(var.kind()), ", '",
                 var.name(), "'");
  const Dims dims = DimsOf(var);
  PADDLE_ENFORCE(dims.IsStatic(), Unimplemented, "trainers cannot exchange '",
                 var.name(), "', ", dims.ToString(),
                 ": its size is not known before a run");
  exchanged.numel = dims.Numel();
  return exchanged;
}

void CutFinder::Add(const proto::VarDesc& var, TrainingCut* cut) const {
  const VarUses& uses = uses_.uses(var.name());
  const int backward = LastOf(uses.writers, proto::BACKWARD);
  if (backward >= 0) {
    for (int reader : uses.readers) {
      if (!HasRole(reader, proto::OPTIMIZE)) continue;
      cut->gradients.push_back(Exchanged(var, backward));
      cut->gradients.back().first_reader = reader;
      return;
    }
  }
  if (!var.persistable()) return;
  // A schedule counts the steps, however often a trainer runs for one.
  if (LastOf(uses.writers, proto::SCHEDULE) >= 0) {
    cut->counters.push_back(var.name());
    return;
  }
  const int forward = LastOf(uses.writers, proto::FORWARD);
  if (forward < 0) return;
  if (IsFloating(DataTypeFromNumber(var.dtype()))) {
    cut->statistics.push_back(Exchanged(var, forward));
    cut->statistics.back().first_reader = cut->first_optimize;
  } else {
    cut->counters.push_back(var.name());
  }
}

// Returns the variable whose gradient the first backward operator makes.
std::string CutFinder::Loss() const {
  for (const proto::OpDesc& op : ops_) {
    if (op.role() != proto::BACKWARD) continue;
    for (const std::string& name : OutputNames(op)) {
      if (absl::EndsWith(name, kGradient)) {
        return name.substr(0, name.size() - kGradient.size());
      }
    }
    return "";
  }
  return "";
}

// Goes back from the loss through numbers made of numbers, such as a sum of two
// losses, to the first mean over a size that varies.
std::string CutFinder::RowsOf(const std::string& loss) const {
  std::vector<std::string> names = {loss};
  for (size_t i = 0; i < names.size() && i < 64; ++i) {
    const proto::VarDesc* var = table_.FindVar(names[i]);
    if (var == nullptr || var->kind() != proto::DENSE_TENSOR) continue;
    const int writer = LastOf(uses_.writers(names[i]), proto::FORWARD);
    if (writer < 0) continue;
    const proto::OpDesc& op = ops_[writer];
    if (op.type() == "mean") {
      const std::string x = Inputs(op, "X")[0];
      if (!DimsOf(table_.GetVar(x)).IsStatic()) return x;
      continue;
    }
    const Dims dims = DimsOf(*var);
    if (!dims.IsStatic() || dims.Numel() != 1) continue;
    for (const std::string& input : InputNames(op)) names.push_back(input);
  }
  return "";
}

TrainingCut CutFinder::Find() const {
  TrainingCut cut;
  cut.first_optimize = FirstOptimize();
  if (cut.first_optimize == ops_.size()) return cut;
  for (const proto::VarDesc& var : table_.desc().vars()) Add(var, &cut);
  const auto earlier = [](const ExchangedVar& a, const ExchangedVar& b) {
    return a.last_writer < b.last_writer;
  };
  std::stable_sort(cut.gradients.begin(), cut.gradients.end(), earlier);
  cut.rows = RowsOf(Loss());
  return cut;
}

}  // namespace

TrainingCut FindTrainingCut(const Program& program) {
  return CutFinder(program).Find();
}

}  // namespace paddle::framework
