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

// Returns the item that fits, after making it the first: a new one, in place of
// the last if there are many, if none does.
template <typename Item, typename Fits>
Item& MostRecent(std::vector<Item>* items, const Fits& fits) {
  auto item = std::find_if(items->begin(), items->end(), fits);
  if (item == items->end()) {
    if (items->size() == kMaxEntries) items->pop_back();
    item = items->insert(items->end(), Item());
  }
  std::rotate(items->begin(), item, item + 1);
  return items->front();
}

// True if each of the numbers is that of a variable.
template <typename Number>
bool AreOf(const std::vector<const Variable*>& variables,
           const std::vector<uint64_t>& numbers, const Number& number) {
  return std::equal(variables.begin(), variables.end(), numbers.begin(),
                    numbers.end(),
                    [&](const Variable* variable, uint64_t each) {
                      return number(*variable) == each;
                    });
}

uint64_t UidOf(const Variable& variable) { return variable.uid(); }
uint64_t VersionOf(const Variable& variable) { return variable.version(); }

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

std::shared_ptr<const std::vector<LoDTensor>> Preparation::Update(
    const Scope& scope) {
  std::lock_guard<std::mutex> lock(mutex_);
  const Variables& sources = SourcesIn(scope);
  Entry& entry = EntryOf(sources);
  if (entry.values == nullptr || entry.shared ||
      !AreOf(sources, entry.versions, VersionOf)) {
    CheckValues(sources);
    entry.versions.clear();  // if the run fails, they fit nothing
    const bool shared = AnyShared(sources);
    entry.values = Run(sources);
    entry.shared = shared;
    for (const Variable* source : sources) {
      entry.versions.push_back(source->version());
    }
  }
  return entry.values;
}

// A net has hundreds of sources, whose names would take longer to look up than
// some of its operators.
const Preparation::Variables& Preparation::SourcesIn(const Scope& scope) {
  const uint64_t version = scope.ChainVersion();
  Found& found = MostRecent(&found_, [&](const Found& known) {
    return known.scope_uid == scope.uid();
  });
  if (found.scope_uid == 0 || found.chain_version != version) {
    found = {};  // if a source is missing, nothing was found
    Variables sources;
    for (const std::string& name : sources_) {
      sources.push_back(scope.FindVar(name));
    }
    CheckValues(sources);
    found = {scope.uid(), version, std::move(sources)};
  }
  return found.sources;
}

void Preparation::CheckValues(const Variables& sources) const {
  for (size_t i = 0; i < sources.size(); ++i) {
    PADDLE_ENFORCE(sources[i] != nullptr && sources[i]->Is<LoDTensor>() &&
                       sources[i]->Get<LoDTensor>().initialized(),
                   FailedPrecondition, "variable ", sources_[i],
                   ", which a derived variable is computed from, has no value");
  }
}

Preparation::Entry& Preparation::EntryOf(const Variables& sources) {
  Entry& entry = MostRecent(&entries_, [&](const Entry& known) {
    return AreOf(sources, known.uids, UidOf);
  });
  if (entry.uids.empty()) {
    for (const Variable* source : sources) entry.uids.push_back(source->uid());
  }
  return entry;
}

std::shared_ptr<const Preparation::Values> Preparation::Run(
    const Variables& sources) {
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
  auto values = std::make_shared<Values>();
  for (const std::string& name : names_) {
    const Variable& result = *run.var(block.FindSlot(name));
    values->push_back(InOwnMemory(result.Get<LoDTensor>()));
  }
  return values;
}

}  // namespace paddle::framework
