#include "paddle/backward/row_sums.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/types/optional.h"

#include "paddle/backward/grad_accumulator.h"
#include "paddle/framework/ir/captures.h"
#include "paddle/framework/ir/cleanup.h"
#include "paddle/framework/ir/contains.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/use_def.h"
#include "paddle/framework/registry/row_sums.h"

namespace paddle::backward {

using framework::Contains;
using framework::NameList;
using framework::RowSum;
using framework::SymbolTable;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

// As many rows as a step is taken to have.
constexpr double kRowsOfStep = 32;

// Operators that computed gradients of captures from rows of one step, and are
// to do so from the rows of all steps.
struct RowSums {
  // The variables of the block, or of its forward block, that have the rows;
  // each is an argument under a name of its own.
  NameList rows;
  std::vector<VarDesc> arguments;
  std::vector<OpDesc> ops;  // read the arguments
  NameList captures;
  NameList gradients;  // of the captures, which the operators write
};

// An operator of the block, and the output that can be computed after all
// steps.
struct Found {
  int op = -1;
  const RowSum* sum = nullptr;
};

// Returns the number of elements behind an axis; 0 if it is not known.
double SizeFrom(int axis, const VarDesc& var) {
  double size = 1;
  for (; axis < var.dims_size(); ++axis) {
    size *= static_cast<double>(std::max<int64_t>(var.dims(axis), 0));
  }
  return size;
}

class Finder {
 public:
  Finder(const framework::Program& program, int block)
      : table_(program.block(block)),
        forward_(program.block(table_.desc().forward_block())),
        uses_(program, block) {}

  // Finds what computes a result of the block.
  absl::optional<Found> Find(const std::string& gradient) const {
    const auto& uses = uses_.uses(gradient);
    const auto& results = table_.desc().results();
    if (uses.writers.size() != 1 || !uses.readers.empty() ||
        std::count(results.begin(), results.end(), gradient) != 1) {
      return absl::nullopt;
    }
    const int writer = uses.writers[0];
    const OpDesc& op = table_.desc().ops(writer);
    for (const auto& slot : op.outputs()) {
      if (!Contains(slot.arguments(), gradient)) continue;
      const RowSum* sum = framework::FindRowSum(op.type(), slot.name());
      const bool fits = sum != nullptr && Fits(op, *sum);
      if (fits && Pays(op, *sum, gradient)) return Found{writer, sum};
    }
    return absl::nullopt;
  }

 private:
  bool IsOfStep(const std::string& name) const {
    return table_.FindVar(name, /*recursive=*/false) != nullptr ||
           forward_.FindVar(name, /*recursive=*/false) != nullptr;
  }

  // True if the rows are dense and stay as the operator reads them, and nothing
  // else that it reads is of one step.
  bool Fits(const OpDesc& op, const RowSum& sum) const {
    for (const auto& slot : op.inputs()) {
      const bool rows = Contains(sum.rows, slot.name());
      for (const std::string& name : slot.arguments()) {
        if (rows ? !IsRows(name) : IsOfStep(name)) return false;
      }
    }
    return true;
  }

  bool IsRows(const std::string& name) const {
    const VarDesc* var = IsOfStep(name) ? table_.FindVar(name) : nullptr;
    return var != nullptr && var->dims_size() > 0 &&
           var->kind() == framework::proto::DENSE_TENSOR &&
           uses_.writers(name).size() <= 1 && uses_.uses(name).updaters.empty();
  }

  bool Pays(const OpDesc& op, const RowSum& sum,
            const std::string& gradient) const {
    double row = 0;
    for (const std::string& slot : sum.rows) {
      for (const std::string& name : framework::Inputs(op, slot)) {
        const double size = SizeFrom(1, table_.GetVar(name));
        if (size == 0) return false;
        row += size;
      }
    }
    return SizeFrom(0, table_.GetVar(gradient)) >= kRowsOfStep * row;
  }

  const SymbolTable& table_;
  const SymbolTable& forward_;
  const framework::UseDef uses_;
};

template <typename Predicate>
void Erase(const Predicate& gone,
           google::protobuf::RepeatedPtrField<framework::proto::Slot>* slots) {
  slots->erase(std::remove_if(slots->begin(), slots->end(), gone),
               slots->end());
}

// Moves operators of a block to RowSums.
class Mover {
 public:
  Mover(framework::Program* program, int block)
      : program_(program), table_(program->block(block)) {}

  void Move(const Found& found, const std::string& capture,
            const std::string& gradient, RowSums* sums) {
    OpDesc* op = table_.mutable_desc()->mutable_ops(found.op);
    OpDesc moved = *op;
    moved.clear_id();
    moved.clear_name();
    const auto is_sum = [&](const framework::proto::Slot& slot) {
      return slot.name() == found.sum->output;
    };
    Erase(is_sum, op->mutable_outputs());
    Erase([&](const auto& slot) { return !is_sum(slot); },
          moved.mutable_outputs());
    for (const std::string& slot : found.sum->rows) {
      NameList names = framework::Inputs(moved, slot);
      for (std::string& name : names) name = ArgumentOf(name, sums);
      framework::SetInput(&moved, slot, names);
    }
    sums->ops.push_back(std::move(moved));
    sums->captures.push_back(capture);
    sums->gradients.push_back(gradient);
  }

 private:
  std::string ArgumentOf(const std::string& name, RowSums* sums) {
    auto [entry, inserted] = arguments_.try_emplace(name);
    if (!inserted) return entry->second;
    VarDesc argument = table_.GetVar(name);
    entry->second = program_->UniqueName(absl::StrCat(name, "@ROWS"));
    argument.set_name(entry->second);
    argument.set_lod_level(0);
    argument.set_dims(0, RowsOf(argument.dims(0)));
    sums->rows.push_back(name);
    sums->arguments.push_back(std::move(argument));
    return entry->second;
  }

  // Variables that have as many rows in a step have as many in all steps.
  int64_t RowsOf(int64_t rows_of_step) {
    auto [entry, inserted] = rows_.try_emplace(rows_of_step);
    if (inserted) entry->second = table_.sizes().Fresh();
    return entry->second;
  }

  framework::Program* program_;
  SymbolTable& table_;
  absl::flat_hash_map<std::string, std::string> arguments_;
  absl::flat_hash_map<int64_t, int64_t> rows_;
};

bool HasOutput(const OpDesc& op) {
  const NameList names = framework::OutputNames(op);
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return !name.empty(); });
}

// Removes the operators without an output, and those of `gone` among the
// variables.
void RemoveUnused(const NameList& gone, SymbolTable* table) {
  framework::proto::BlockDesc* desc = table->mutable_desc();
  std::vector<bool> keep;
  for (const OpDesc& op : desc->ops()) keep.push_back(HasOutput(op));
  framework::KeepOps(keep, desc);
  table->Reindex();
  for (const std::string& name : gone) table->RemoveVar(name);
}

// Changes the block and *grad.
RowSums TakeRowSums(framework::Program* program, framework::GradBlock* grad) {
  RowSums sums;
  SymbolTable& table = program->block(grad->index);
  const Finder finder(*program, grad->index);
  Mover mover(program, grad->index);
  auto* results = table.mutable_desc()->mutable_results();
  const NameList all(results->begin(), results->end());
  const size_t first = all.size() - grad->captures.size();
  NameList kept(all.begin(), all.begin() + first), captures;
  for (size_t i = 0; i < grad->captures.size(); ++i) {
    const std::string& gradient = all[first + i];
    const auto found = finder.Find(gradient);
    if (found.has_value()) {
      mover.Move(*found, grad->captures[i], gradient, &sums);
    } else {
      captures.push_back(grad->captures[i]);
      kept.push_back(gradient);
    }
  }
  if (sums.captures.empty()) return sums;
  captures.insert(captures.end(), sums.captures.begin(), sums.captures.end());
  grad->captures = std::move(captures);
  kept.insert(kept.end(), sums.rows.begin(), sums.rows.end());
  *results = {kept.begin(), kept.end()};
  RemoveUnused(sums.gradients, &table);
  return sums;
}

int AddSumBlock(framework::Program* program, int parent, RowSums sums) {
  const int index = program->AddBlock(parent);
  SymbolTable& table = program->block(index);
  for (VarDesc& argument : sums.arguments) {
    const std::string name = argument.name();
    *table.Var(name) = std::move(argument);
    table.mutable_desc()->add_arguments(name);
  }
  for (OpDesc& op : sums.ops) {
    AppendBackwardOp(program, index, std::move(op), /*forward=*/nullptr);
  }
  for (const std::string& gradient : sums.gradients) {
    table.mutable_desc()->add_results(gradient);
  }
  return index;
}

}  // namespace

int DeferRowSums(framework::Program* program, int parent,
                 framework::GradBlock* grad) {
  RowSums sums = TakeRowSums(program, grad);
  if (sums.captures.empty()) return -1;
  const int block = AddSumBlock(program, parent, std::move(sums));
  const auto captures = framework::FindCaptures(program->desc());
  grad->reads = captures[grad->index].reads;
  for (const std::string& name : captures[block].reads) {
    if (!Contains(grad->reads, name)) grad->reads.push_back(name);
  }
  return block;
}

}  // namespace paddle::backward
