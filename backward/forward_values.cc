#include "paddle/backward/forward_values.h"

#include <algorithm>
#include <cctype>

#include "paddle/backward/repeated_op.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::backward {

using framework::NameList;
using framework::OpProto;
using framework::Program;
using framework::SymbolTable;
using framework::proto::BlockDesc;
using framework::proto::OpDesc;
using framework::proto::VarDesc;

namespace {

// Sizes in which each symbol of a program stands for the same number.
class AssumedSizes final : public framework::SizeAlgebra {
 public:
  explicit AssumedSizes(const framework::SizeAlgebra& sizes) : sizes_(sizes) {}

  double NumberOf(int64_t size) {
    // Arithmetic makes a number of an expression without symbols.
    return size >= 0 ? size : std::max<int64_t>(0, Add(size, 1) - 1);
  }

 protected:
  std::string Expression(int64_t symbol) const override {
    const std::string text = sizes_.Text(symbol);
    std::string numbers;
    for (size_t i = 0; i < text.size(); ++i) {
      const bool letter = std::isalpha(static_cast<unsigned char>(text[i]));
      if (!letter) {
        numbers += text[i];
        continue;
      }
      numbers += "32";
      while (i + 1 < text.size() &&
             std::isalnum(static_cast<unsigned char>(text[i + 1]))) {
        ++i;
      }
    }
    return numbers;
  }
  int64_t Intern(const std::string& expression) override {
    PADDLE_THROW(Internal, "size ", expression, " is not a number");
  }
  int64_t NewSymbol() override { PADDLE_THROW(Internal, "no new symbols"); }

 private:
  const framework::SizeAlgebra& sizes_;
};

double BytesOf(const SymbolTable& table, const VarDesc& var) {
  if (var.dtype() == framework::proto::UNKNOWN) return 0;
  AssumedSizes sizes(table.sizes());
  double bytes = SizeOf(framework::DataTypeFromNumber(var.dtype()));
  for (int64_t size : var.dims()) bytes *= sizes.NumberOf(size);
  return bytes;
}

// True if an output of the operator is one of its inputs.
bool UpdatesInput(const OpProto& proto, const OpDesc& op) {
  for (const auto& [output, input] : proto.updates) {
    const NameList inputs = framework::Inputs(op, input);
    for (const std::string& name : framework::Outputs(op, output)) {
      if (std::count(inputs.begin(), inputs.end(), name) > 0) return true;
    }
  }
  return false;
}

bool MayBeComputedAgain(const VarDesc& var) {
  const bool kind = var.kind() == framework::proto::DENSE_TENSOR ||
                    var.kind() == framework::proto::STEP_SCOPES;
  return kind && !var.persistable() && !var.is_feed();
}

}  // namespace

ForwardValues::ForwardValues(const Program& program, int block, int num_forward)
    : program_(program),
      num_forward_(num_forward),
      captures_(framework::FindCaptures(program.desc())),
      written_(num_forward) {
  const SymbolTable& table = program.block(block);
  for (int i = 0; i < num_forward; ++i) AddWritten(table, i);
  AddReads(table.desc());
  FindRepeatable(table.desc());
  for (const auto& [name, value] : values_) {
    written_[value.writer].push_back(&value);
  }
}

const ForwardValue* ForwardValues::Find(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

NameList ForwardValues::ReadsOf(const OpDesc& op) const {
  const OpProto& proto = framework::FindOpProto(program_.schemas(), op.type());
  NameList names;
  for (const auto& slot : op.inputs()) {
    const auto* declared = proto.FindInput(slot.name());
    if (declared != nullptr && declared->shape_only) continue;
    for (const std::string& name : slot.arguments()) {
      if (!name.empty()) names.push_back(name);
    }
  }
  for (int owned : framework::BlocksOf(op)) {
    const NameList& reads = captures_[owned].reads;
    names.insert(names.end(), reads.begin(), reads.end());
  }
  return names;
}

void ForwardValues::AddWritten(const SymbolTable& table, int op) {
  const auto touched = framework::TouchedBy(table.desc().ops(op), captures_);
  for (const std::string& name : touched.writes) {
    const bool first = last_writers_.insert_or_assign(name, op).second;
    const VarDesc* var = table.FindVar(name, /*recursive=*/false);
    if (!first || var == nullptr || !MayBeComputedAgain(*var)) {
      // A variable with several writers has several values.
      values_.erase(name);
      continue;
    }
    ForwardValue& value = values_[name];
    value.writer = op;
    value.bytes = BytesOf(table, *var);
  }
}

void ForwardValues::AddReads(const BlockDesc& block) {
  for (int i = 0; i < block.ops_size(); ++i) {
    for (const std::string& name : ReadsOf(block.ops(i))) {
      const auto found = values_.find(name);
      if (found == values_.end()) continue;
      if (i < num_forward_) {
        found->second.last_reader = i;
      } else {
        found->second.saved = true;
      }
    }
  }
}

void ForwardValues::FindRepeatable(const BlockDesc& block) {
  for (auto& named : values_) {
    auto& value = named.second;
    const OpDesc& op = block.ops(value.writer);
    const NameList reads = ReadsOf(op);
    const bool changes =
        std::any_of(reads.begin(), reads.end(), [&](const std::string& read) {
          const auto last = last_writers_.find(read);
          return last != last_writers_.end() && last->second > value.writer;
        });
    value.repeatable = !changes && MayRunTwice(op) && BlocksMayRunTwice(op);
  }
}

bool ForwardValues::MayRunTwice(const OpDesc& op) const {
  const OpProto& proto = framework::FindOpProto(program_.schemas(), op.type());
  return WhyNotRepeated(proto, op) == nullptr &&
         (UpdatesApart(op) || !UpdatesInput(proto, op));
}

bool ForwardValues::BlocksMayRunTwice(const OpDesc& op) const {
  const std::vector<int> owned = framework::BlocksOf(op);
  return std::all_of(owned.begin(), owned.end(), [this](int block) {
    return captures_[block].writes.empty() && BlockMayRunTwice(block);
  });
}

bool ForwardValues::BlockMayRunTwice(int block) const {
  const auto& ops = program_.block(block).desc().ops();
  return std::all_of(ops.begin(), ops.end(), [this](const OpDesc& op) {
    const OpProto& proto =
        framework::FindOpProto(program_.schemas(), op.type());
    return WhyNotRepeated(proto, op) == nullptr && BlocksMayRunTwice(op);
  });
}

}  // namespace paddle::backward
