#include "paddle/framework/ir/prepare.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "paddle/framework/ir/contains.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using NameHashSet = absl::flat_hash_set<std::string>;

const proto::BlockDesc& PrepareDesc(const Program& program) {
  return program.desc().blocks(program.desc().prepare_block());
}

NameHashSet LocalNames(const proto::BlockDesc& block) {
  NameHashSet names;
  for (const proto::VarDesc& var : block.vars()) names.insert(var.name());
  return names;
}

bool SameTensor(const proto::VarDesc& a, const proto::VarDesc& b) {
  return a.kind() == proto::DENSE_TENSOR && b.kind() == proto::DENSE_TENSOR &&
         a.dtype() == b.dtype() && a.lod_level() == b.lod_level() &&
         std::equal(a.dims().begin(), a.dims().end(), b.dims().begin(),
                    b.dims().end());
}

void CheckPlace(const proto::ProgramDesc& program) {
  const int index = program.prepare_block();
  PADDLE_ENFORCE(index > 0 && index < program.blocks_size(), InvalidArgument,
                 "the prepare block is block ", index, " of ",
                 program.blocks_size());
  const proto::BlockDesc& block = program.blocks(index);
  PADDLE_ENFORCE(block.parent() == 0 && block.forward_block() == -1 &&
                     block.arguments().empty(),
                 InvalidArgument, "the prepare block, block ", index,
                 ", has arguments, a forward block, or another parent than "
                 "the global block");
  for (const proto::BlockDesc& other : program.blocks()) {
    for (const proto::OpDesc& op : other.ops()) {
      const std::vector<int> owned = BlocksOf(op);
      PADDLE_ENFORCE(
          std::find(owned.begin(), owned.end(), index) == owned.end(),
          InvalidArgument, "operator ", op.type(),
          " owns the prepare block, block ", index);
    }
  }
}

void CheckOps(const Program& program) {
  const proto::BlockDesc& block = PrepareDesc(program);
  const NameHashSet local = LocalNames(block);
  for (const proto::OpDesc& op : block.ops()) {
    const OpProto& proto = FindOpProto(program.schemas(), op.type());
    PADDLE_ENFORCE(
        !proto.random && !proto.lasting_effect && BlocksOf(op).empty(),
        InvalidArgument, "operator ", op.type(),
        " of the prepare block does not only compute");
    for (const std::string& name : OutputNames(op)) {
      PADDLE_ENFORCE(local.contains(name), InvalidArgument, "operator ",
                     op.type(), " of the prepare block writes '", name,
                     "', a variable of another block");
    }
    for (const std::string& name : InputNames(op)) {
      const bool known = local.contains(name) ||
                         program.global_block().GetVar(name).persistable();
      PADDLE_ENFORCE(known, InvalidArgument, "operator ", op.type(),
                     " of the prepare block reads '", name,
                     "', which is not persistable");
    }
  }
}

NameHashSet WrittenNames(const proto::BlockDesc& block) {
  NameHashSet names;
  for (const proto::OpDesc& op : block.ops()) {
    for (const std::string& name : OutputNames(op)) names.insert(name);
  }
  return names;
}

void CheckResults(const Program& program) {
  const proto::BlockDesc& block = PrepareDesc(program);
  const SymbolTable& table = program.block(block.index());
  const NameHashSet written = WrittenNames(block);
  for (const std::string& name : block.results()) {
    const proto::VarDesc* outer = program.global_block().FindVar(name);
    const proto::VarDesc* inner = table.FindVar(name, /*recursive=*/false);
    PADDLE_ENFORCE(outer != nullptr && inner != nullptr && outer->derived() &&
                       SameTensor(*outer, *inner),
                   InvalidArgument, "result '", name,
                   "' of the prepare block is no derived variable of the "
                   "global block of the same dims and type");
    PADDLE_ENFORCE(written.contains(name), InvalidArgument,
                   "no operator of the prepare block writes its result '", name,
                   "'");
  }
}

// The block runs before each run only, so its results have to hold for all of
// the run.
void CheckNotWritten(const Program& program, const NameList& derived) {
  const NameList sources = PrepareSources(program);
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    if (block.index() == program.desc().prepare_block()) continue;
    for (const proto::OpDesc& op : block.ops()) {
      for (const std::string& name : OutputNames(op)) {
        const bool computed = Contains(derived, name);
        PADDLE_ENFORCE(!computed && !Contains(sources, name), InvalidArgument,
                       "operator ", op.type(), " writes '", name,
                       "', which the prepare block ",
                       computed ? "computes" : "reads");
      }
    }
  }
}

void CheckDerived(const Program& program) {
  const NameList derived = DerivedNames(program);
  for (const proto::BlockDesc& block : program.desc().blocks()) {
    for (const proto::VarDesc& var : block.vars()) {
      if (!var.derived()) continue;
      PADDLE_ENFORCE(block.index() == 0 && !var.persistable() &&
                         !var.is_feed() && Contains(derived, var.name()),
                     InvalidArgument, "variable '", var.name(), "' of block ",
                     block.index(),
                     " is derived, but not a result of the prepare block, or "
                     "comes from elsewhere, too");
    }
  }
  for (const std::string& name : program.global_block().desc().arguments()) {
    PADDLE_ENFORCE(!Contains(derived, name), InvalidArgument, "argument '",
                   name, "' of the program is computed by the prepare block");
  }
  if (!derived.empty()) CheckNotWritten(program, derived);
}

}  // namespace

int FindPrepareBlock(const Program& program) {
  return program.desc().prepare_block();
}

int PrepareBlock(Program* program) {
  if (FindPrepareBlock(*program) == 0) {
    const int index = program->AddBlock(0);
    program->mutable_desc()->set_prepare_block(index);
    program->Changed();
  }
  return FindPrepareBlock(*program);
}

void AddDerived(Program* program, const std::string& name) {
  SymbolTable& table = program->block(PrepareBlock(program));
  proto::VarDesc var = table.GetVar(name, /*recursive=*/false);
  SymbolTable& global = program->global_block();
  PADDLE_ENFORCE(global.FindVar(name) == nullptr, AlreadyExists,
                 "the global block has a variable '", name, "' already");
  var.set_derived(true);
  *global.Var(name) = std::move(var);
  table.mutable_desc()->add_results(name);
  // Another version of the program, whose indices are right as they are: a net
  // has hundreds of derived variables, and to build the indices again for each
  // took half the time of the passes.
  program->set_random_seed(program->desc().random_seed());
}

NameList DerivedNames(const Program& program) {
  if (FindPrepareBlock(program) == 0) return {};
  const auto& results = PrepareDesc(program).results();
  return {results.begin(), results.end()};
}

NameList PrepareSources(const Program& program) {
  NameList sources;
  if (FindPrepareBlock(program) == 0) return sources;
  const proto::BlockDesc& block = PrepareDesc(program);
  const NameHashSet local = LocalNames(block);
  for (const proto::OpDesc& op : block.ops()) {
    for (const std::string& name : InputNames(op)) {
      const bool known = local.contains(name) || Contains(sources, name);
      if (!known) sources.push_back(name);
    }
  }
  return sources;
}

void CheckPrepareBlock(const Program& program) {
  if (FindPrepareBlock(program) != 0) {
    CheckPlace(program.desc());
    CheckOps(program);
    CheckResults(program);
  }
  CheckDerived(program);
}

}  // namespace paddle::framework
