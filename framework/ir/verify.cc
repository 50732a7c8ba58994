#include "paddle/framework/ir/verify.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/default_value.h"
#include "paddle/framework/ir/device_name.h"
#include "paddle/framework/ir/kind_check.h"
#include "paddle/framework/ir/name_check.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/types/dims.h"
#include "paddle/framework/types/symbolic_size.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Deeper nesting occurs in no program, and damaged files must not allocate for
// it.
constexpr int kMostLodLevels = 32;
// Counters in a file are limited, so that counting on never overflows.
constexpr int64_t kMostCounted = int64_t{1} << 60;

using NameHashSet = absl::flat_hash_set<std::string>;

void CheckHeader(const proto::ProgramDesc& program) {
  PADDLE_ENFORCE(program.schema_version() <= Program::kSchemaVersion,
                 Unimplemented, "the program has schema version ",
                 program.schema_version(), "; this build knows version ",
                 Program::kSchemaVersion);
  PADDLE_ENFORCE(program.schema_version() == Program::kSchemaVersion,
                 InvalidArgument, "schema version ", program.schema_version());
  PADDLE_ENFORCE(
      program.next_op_id() >= 0 && program.next_op_id() < kMostCounted,
      InvalidArgument, "next operator id ", program.next_op_id());
  for (const proto::NameCounter& counter : program.name_counters()) {
    PADDLE_ENFORCE(counter.next() >= 0 && counter.next() < kMostCounted,
                   InvalidArgument, "name counter ", counter.prefix(), " at ",
                   counter.next());
  }
}

void CheckSymbols(const proto::ProgramDesc& program) {
  NameHashSet seen;
  for (int k = 0; k < program.symbols_size(); ++k) {
    const std::string& text = program.symbols(k);
    // A duplicate would be one size with two symbols, which then count as
    // different.
    PADDLE_ENFORCE(seen.insert(text).second && !text.empty(), InvalidArgument,
                   "symbol ", k, " is '", text, "', empty or given twice");
  }
  PADDLE_ENFORCE(
      program.symbols().empty() || program.symbols(0) == SymbolName(kBatchSize),
      InvalidArgument, "the first symbol is not the batch but '",
      program.symbols(0), "'");
}

// Finds a schema, and explains what else may be missing if there is none.
const OpProto& LoadedOpProto(const SchemaSource& schemas,
                             const std::string& type) {
  try {
    return FindOpProto(schemas, type);
  } catch (platform::Error& error) {
    // A missing library is the usual reason in programs that were loaded from a
    // file.
    error.AddContext(
        "if it comes from a library of operators, load that first: "
        "load_op_library(path), in C++ LoadOpLibrary(path)");
    throw;
  }
}

void CheckVersions(const proto::ProgramDesc& program,
                   const SchemaSource& schemas) {
  NameHashSet seen;
  for (const proto::OpVersion& version : program.op_versions()) {
    PADDLE_ENFORCE(seen.insert(version.type()).second, InvalidArgument,
                   "two versions of operator ", version.type());
    const OpProto& proto = LoadedOpProto(schemas, version.type());
    PADDLE_ENFORCE(version.version() <= proto.version, Unimplemented,
                   "the program needs version ", version.version(),
                   " of operator ", version.type(), "; this build has ",
                   proto.version);
  }
}

// True if a block stands in another one, however deep. Parents are checked.
bool StandsIn(const proto::ProgramDesc& program, int block, int outer) {
  for (int i = program.blocks(block).parent(); i >= 0;
       i = program.blocks(i).parent()) {
    if (i == outer) return true;
  }
  return false;
}

void CheckTree(const proto::ProgramDesc& program) {
  PADDLE_ENFORCE(!program.blocks().empty(), InvalidArgument,
                 "a program without blocks");
  for (int i = 0; i < program.blocks_size(); ++i) {
    const proto::BlockDesc& block = program.blocks(i);
    PADDLE_ENFORCE(block.index() == i, InvalidArgument, "block ", i,
                   " has the index ", block.index());
    // Parents come first, which excludes cycles and makes one pass sufficient.
    bool rooted = i == 0 ? block.parent() == -1
                         : block.parent() >= 0 && block.parent() < i;
    PADDLE_ENFORCE(rooted, InvalidArgument, "block ", i, " has the parent ",
                   block.parent());
    PADDLE_ENFORCE(block.forward_block() >= -1 && block.forward_block() < i,
                   InvalidArgument, "block ", i, " has the forward block ",
                   block.forward_block());
    // Its variables would be found twice: around the block, and among what was
    // kept for the gradient.
    PADDLE_ENFORCE(block.forward_block() == -1 ||
                       !StandsIn(program, i, block.forward_block()),
                   InvalidArgument, "block ", i, " stands in block ",
                   block.forward_block(), ", whose gradient it is");
  }
}

void CheckInterface(const proto::ProgramDesc& program) {
  NameHashSet names;
  for (const auto& var : program.blocks(0).vars()) names.insert(var.name());
  for (const auto* list : {&program.feeds(), &program.fetches()}) {
    for (const std::string& name : *list) {
      PADDLE_ENFORCE(names.contains(name), InvalidArgument, "the ",
                     list == &program.feeds() ? "feed" : "fetch", " '", name,
                     "' is no variable of the global block");
    }
  }
}

void CheckDims(const proto::VarDesc& var, int num_symbols) {
  Dims numbers;  // InvalidArgument above the highest rank
  for (int64_t size : var.dims()) {
    PADDLE_ENFORCE(size >= -num_symbols, InvalidArgument, "symbol ", size,
                   " of ", num_symbols);
    // Symbols count as 1, so that the product of the known sizes is checked for
    // overflow.
    numbers.Append(size >= 0 ? size : 1);
  }
  numbers.Numel();
}

void CheckVar(const proto::VarDesc& var, int num_symbols) {
  PADDLE_ENFORCE(!var.name().empty(), InvalidArgument, "it has no name");
  PADDLE_ENFORCE(proto::VarKind_IsValid(var.kind()), InvalidArgument, "kind ",
                 static_cast<int>(var.kind()));
  PADDLE_ENFORCE(proto::DataType_IsValid(var.dtype()), InvalidArgument,
                 "data type ", static_cast<int>(var.dtype()));
  PADDLE_ENFORCE(var.lod_level() >= 0 && var.lod_level() <= kMostLodLevels,
                 InvalidArgument, "lod_level ", var.lod_level());
  PADDLE_ENFORCE(std::isfinite(var.learning_rate()), InvalidArgument,
                 "learning rate ", var.learning_rate());
  CheckDims(var, num_symbols);
  CheckDefaultValue(var);
}

void CheckPart(const proto::OpDesc& op) {
  if (!op.has_part()) return;
  const proto::Part& part = op.part();
  PADDLE_ENFORCE(
      part.op_id() > 0 && 0 <= part.index() && part.index() < part.count(),
      InvalidArgument, "part ", part.index(), " of ", part.count(),
      " of operator ", part.op_id());
}

class Verifier {
 public:
  Verifier(const proto::ProgramDesc& program, const SchemaSource& schemas)
      : program_(program),
        schemas_(schemas),
        written_(schemas, WithoutOps(program)),
        owned_(program.blocks_size(), false) {}

  void CheckBlock(int index);
  // After all blocks.
  void CheckPrepare() const { CheckPrepareBlock(written_); }
  void CheckNamedBlocks() const;

 private:
  static proto::ProgramDesc WithoutOps(proto::ProgramDesc program) {
    for (auto& block : *program.mutable_blocks()) block.clear_ops();
    return program;
  }
  void CheckVars(const proto::BlockDesc& block);
  void CheckEnds(const proto::BlockDesc& block);
  void CheckOp(int block, const proto::OpDesc& op);
  void CheckSchema(const proto::OpDesc& op);
  void CheckOwned(int block, const proto::OpDesc& op);

  const proto::ProgramDesc& program_;
  const SchemaSource& schemas_;
  Program written_;  // grows by each operator that passes
  std::vector<bool> owned_;
  absl::flat_hash_set<int64_t> ids_;
  NameHashSet names_;  // names of the operators in one block
};

void Verifier::CheckVars(const proto::BlockDesc& block) {
  NameHashSet seen;
  for (const proto::VarDesc& var : block.vars()) {
    try {
      PADDLE_ENFORCE(seen.insert(var.name()).second, InvalidArgument,
                     "there are two variables of this name");
      CheckVar(var, written_.desc().symbols_size());
    } catch (platform::Error& error) {
      error.AddContext(absl::StrCat("in variable '", var.name(), "'"));
      throw;
    }
  }
}

void Verifier::CheckEnds(const proto::BlockDesc& block) {
  const SymbolTable& table = written_.block(block.index());
  NameHashSet seen;
  for (const std::string& name : block.arguments()) {
    PADDLE_ENFORCE(table.FindVar(name, /*recursive=*/false) != nullptr &&
                       seen.insert(name).second,
                   InvalidArgument, "the argument '", name,
                   "' is no variable of the block, or given twice");
  }
  for (const std::string& name : block.results()) table.GetVar(name);
}

void Verifier::CheckSchema(const proto::OpDesc& op) {
  proto::OpDesc complete = op;
  // Also finds attributes that are stored with another type than the schema's,
  // which CheckAndComplete converts when a program is written.
  schemas_.CheckAndComplete(&complete);
  for (const proto::Attr& attr : complete.attrs()) {
    const AttrType given = TypeOf(GetAttribute(op, attr.name()));
    const AttrType wanted = TypeOf(FromProto(attr));
    PADDLE_ENFORCE(given == wanted, TypeMismatch, "attribute ", attr.name(),
                   " of operator ", op.type(), " is a ", AttrTypeName(given),
                   "; it must be a ", AttrTypeName(wanted));
  }
}

void Verifier::CheckOwned(int block, const proto::OpDesc& op) {
  for (int index : BlocksOf(op)) {
    PADDLE_ENFORCE(index > block && index < program_.blocks_size(),
                   InvalidArgument, "it owns block ", index, " of ",
                   program_.blocks_size());
    PADDLE_ENFORCE(program_.blocks(index).parent() == block, InvalidArgument,
                   "it owns block ", index, ", whose parent is block ",
                   program_.blocks(index).parent());
    // Two owners would run the same block with different variables.
    PADDLE_ENFORCE(!owned_[index], InvalidArgument, "it owns block ", index,
                   ", which another operator owns, too");
    owned_[index] = true;
  }
}

void Verifier::CheckOp(int block, const proto::OpDesc& op) {
  SymbolTable& table = written_.block(block);
  PADDLE_ENFORCE(ids_.insert(op.id()).second, InvalidArgument,
                 "two operators have the id ", op.id());
  // Random numbers are keyed by the id, so it must be unique and never reused.
  PADDLE_ENFORCE(op.id() > 0 && op.id() < program_.next_op_id(),
                 InvalidArgument, "id ", op.id(), "; the next one is ",
                 program_.next_op_id());
  PADDLE_ENFORCE(proto::OpRole_IsValid(op.role()), InvalidArgument, "role ",
                 static_cast<int>(op.role()));
  if (!op.device().empty()) ParseDeviceName(op.device());
  CheckPart(op);
  const OpProto& proto = LoadedOpProto(schemas_, op.type());
  CheckSchema(op);
  CheckOwned(block, op);
  CheckNames(op, proto, table);
  for (const std::string& name : OutputNames(op)) table.GetVar(name);
  CheckInputKinds(op, proto, table);
  CheckOutputKinds(op, proto, table);
  PADDLE_ENFORCE(op.name().empty() || names_.insert(op.name()).second,
                 AlreadyExists, "two operators have the name '", op.name(),
                 "'");
  *table.NewOp() = op;
}

void Verifier::CheckBlock(int index) {
  const proto::BlockDesc& block = program_.blocks(index);
  try {
    CheckVars(block);
    CheckEnds(block);
    names_.clear();
    for (const proto::OpDesc& op : block.ops()) {
      try {
        CheckOp(index, op);
      } catch (platform::Error& error) {
        RethrowWithOp(error, op, written_.block(index));
      }
    }
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in block ", index));
    throw;
  }
}

void Verifier::CheckNamedBlocks() const {
  NameHashSet seen;
  for (const proto::BlockDesc& block : program_.blocks()) {
    if (block.name().empty()) continue;
    PADDLE_ENFORCE(seen.insert(block.name()).second, AlreadyExists,
                   "two blocks have the name '", block.name(), "'");
    PADDLE_ENFORCE(
        block.parent() == 0 && block.forward_block() == -1 &&
            !owned_[block.index()] && block.index() != program_.prepare_block(),
        InvalidArgument, "block ", block.index(), ", named '", block.name(),
        "', is called from outside: it must stand in the global "
        "block, and no operator may own it");
  }
}

}  // namespace

void Verify(const proto::ProgramDesc& program, const SchemaSource& schemas) {
  CheckHeader(program);
  CheckSymbols(program);
  CheckVersions(program, schemas);
  CheckTree(program);
  CheckInterface(program);
  Verifier verifier(program, schemas);
  for (int i = 0; i < program.blocks_size(); ++i) verifier.CheckBlock(i);
  verifier.CheckPrepare();
  verifier.CheckNamedBlocks();
}

void Verify(const Program& program) {
  Verify(program.desc(), program.schemas());
}

}  // namespace paddle::framework
