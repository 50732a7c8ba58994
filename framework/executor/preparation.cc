#include "paddle/framework/executor/preparation.h"

#include <algorithm>
#include <utility>

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/executor/run_options.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Few programs run on more scopes in turn, and each entry holds all derived
// variables.
constexpr size_t kMaxEntries = 4;

// Runs are rare, so no frame stays: it would hold on to the memory of
// intermediates and of the sources, which an update of them would then copy.
FramePoolOptions WithoutIdleFrames() {
  FramePoolOptions options;
  options.max_idle = 0;
  return options;
}

std::shared_ptr<const CompiledBlock> CompilePrepareBlock(
    const std::shared_ptr<const Program>& program, platform::Place place,
    const NameList& sources, const NameList& derived) {
  CompileOptions options;
  options.place = place;
  options.own_scope = true;
  options.feeds = sources;
  options.targets = derived;
  const int block = FindPrepareBlock(*program);
  return BlockCompiler(program, block, std::move(options)).Compile();
}

// True if memory of these variables is somebody else's, too, such as a writable
// view's of Python.
bool AnyShared(const std::vector<const Variable*>& sources) {
  return std::any_of(sources.begin(), sources.end(), [](const auto* source) {
    return source->template Get<LoDTensor>().holder().use_count() > 1;
  });
}

// A result may lie in the memory of a source, which others write to.
LoDTensor InOwnMemory(const LoDTensor& tensor) {
  if (tensor.holder().use_count() == 1) return tensor;
  return LoDTensor(Copy(tensor, tensor.place()), tensor.lod());
}

}  // namespace

Preparation::Preparation(const std::shared_ptr<const Program>& program,
                         platform::Place place, bool check_nan_inf)
    : sources_(PrepareSources(*program)),
      names_(DerivedNames(*program)),
      check_nan_inf_(check_nan_inf),
      frames_(CompilePrepareBlock(program, place, sources_, names_),
              WithoutIdleFrames()),
      scope_(Scope::Create()) {}

std::vector<LoDTensor> Preparation::Update(const Scope& scope) {
  const std::vector<const Variable*> sources = FindSources(scope);
  std::vector<uint64_t> uids, versions;
  for (const Variable* source : sources) {
    uids.push_back(source->uid());
    versions.push_back(source->version());
  }
  std::lock_guard<std::mutex> lock(mutex_);
  Entry& entry = EntryOf(uids);
  if (entry.values.empty() || entry.shared || entry.versions != versions) {
    entry.shared = AnyShared(sources);
    entry.values = Run(sources);
    entry.versions = std::move(versions);
  }
  return entry.values;
}

std::vector<const Variable*> Preparation::FindSources(
    const Scope& scope) const {
  std::vector<const Variable*> found;
  for (const std::string& name : sources_) {
    const Variable* source = scope.FindVar(name);
    PADDLE_ENFORCE(source != nullptr && source->Is<LoDTensor>() &&
                       source->Get<LoDTensor>().initialized(),
                   FailedPrecondition, "variable ", name,
                   ", which a derived variable is computed from, has no value");
    found.push_back(source);
  }
  return found;
}

Preparation::Entry& Preparation::EntryOf(const std::vector<uint64_t>& uids) {
  auto entry =
      std::find_if(entries_.begin(), entries_.end(),
                   [&](const Entry& known) { return known.uids == uids; });
  if (entry == entries_.end()) {
    if (entries_.size() == kMaxEntries) entries_.pop_back();
    entry = entries_.insert(entries_.end(), {uids, {}, false, {}});
  }
  std::rotate(entries_.begin(), entry, entry + 1);
  return entries_.front();
}

std::vector<LoDTensor> Preparation::Run(
    const std::vector<const Variable*>& sources) {
  const CompiledBlock& block = frames_.block();
  ScopedRun run(&frames_, scope_.get());
  for (size_t i = 0; i < sources.size(); ++i) {
    const int slot = block.FindSlot(sources_[i]);
    if (slot < 0) continue;  // what reads it computes no result
    *run.var(slot)->GetMutable<LoDTensor>() =
        OnPlace(block.place(), sources[i]->Get<LoDTensor>());
  }
  RunOptions options;
  options.check_nan_inf = check_nan_inf_;
  run.Run(options);
  std::vector<LoDTensor> values;
  for (const std::string& name : names_) {
    const Variable& result = *run.var(block.FindSlot(name));
    values.push_back(InOwnMemory(result.Get<LoDTensor>()));
  }
  return values;
}

}  // namespace paddle::framework
