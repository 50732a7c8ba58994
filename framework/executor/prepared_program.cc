#include "paddle/framework/executor/prepared_program.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/default_value.h"
#include "paddle/framework/executor/feed_check.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/executor/random_seed.h"
#include "paddle/framework/ir/prepare.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/tensor/copy_rows.h"
#include "paddle/framework/tensor/packed_array.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// Sets a variable to an array, its elements on `place`.
void FeedArray(const TensorArray& given, platform::Place place, Variable* var) {
  auto* array = var->GetMutable<TensorArray>();
  *array = TensorArray(given.dtype());
  for (int64_t i = 0; i < given.size(); ++i) {
    LoDTensor element;
    // Elements are never written to.
    Feed(given.Get(i), place, /*written=*/false, &element);
    array->Set(i, std::move(element));
  }
}

}  // namespace

PreparedProgram::PreparedProgram(const std::shared_ptr<const Program>& program,
                                 std::vector<std::string> feeds,
                                 std::vector<std::string> fetches, RunMode mode,
                                 platform::Place place,
                                 const ExecutorOptions& options)
    : feeds_(std::move(feeds)),
      fetches_(std::move(fetches)),
      mode_(mode),
      options_(options) {
  const SymbolTable& global = program->global_block();
  for (const std::string& feed : feeds_) {
    inputs_.push_back({global.GetVar(feed), {}});
    // A fed variable does not need its default value, which may be large.
    inputs_.back().var.clear_default_value();
  }
  // Throws NotFound, before pruning, which would not find it either.
  for (const std::string& fetch : fetches_) global.GetVar(fetch);
  const KeepSet keep =
      mode == RunMode::kRun ? KeepSet::kLastingEffects : KeepSet::kTargets;
  std::shared_ptr<const Program> pruned =
      Prune(*program, 0, feeds_, fetches_, keep);
  if (options.optimize) pruned = options.optimize(pruned);
  AddDefaults(pruned->global_block(), place);
  CompileOptions compile;
  compile.place = place;
  compile.own_scope = true;
  compile.discard_updates = mode == RunMode::kEval;
  compile.counter = kStepVariable;
  compile.targets = fetches_;
  for (const Input& input : inputs_) compile.feeds.push_back(input.var.name());
  if (FindPrepareBlock(*pruned) != 0) {
    preparation_ =
        std::make_unique<Preparation>(pruned, place, options_.check_nan_inf);
    for (const std::string& name : preparation_->names()) {
      compile.feeds.push_back(name);
    }
  }
  compile.plan_memory = options.plan_memory;
  compile.device_graphs = options.device_graphs;
  frames_ = std::make_unique<FramePool>(
      BlockCompiler(pruned, 0, std::move(compile)).Compile());
  NoteSlots();
  // Missing feeds are reported now, once, instead of in every run.
  CheckMissing();
}

void PreparedProgram::NoteSlots() {
  for (Input& input : inputs_) {
    input.slot = block().FindSlot(input.var.name());
    input.written = block().slots()[input.slot].written;
  }
  for (auto name = fetches_.begin(); name != fetches_.end(); ++name) {
    const bool again =
        std::find(name + 1, fetches_.end(), *name) != fetches_.end();
    targets_.push_back({*name, block().FindSlot(*name), !again});
  }
  if (preparation_ == nullptr) return;
  for (const std::string& name : preparation_->names()) {
    derived_.push_back(block().FindSlot(name));
  }
}

void PreparedProgram::AddDefaults(const SymbolTable& global,
                                  platform::Place place) {
  for (const proto::VarDesc& var : global.desc().vars()) {
    if (!var.has_default_value() || IsInput(var.name())) continue;
    inputs_.push_back({var, OnPlace(place, DefaultValueOf(var))});
    inputs_.back().var.clear_default_value();
  }
}

bool PreparedProgram::IsInput(const std::string& name) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [&](const Input& input) {
    return input.var.name() == name;
  });
}

void PreparedProgram::CheckMissing() const {
  for (int index : block().external_slots()) {
    const CompiledBlock::Slot& slot = block().slots()[index];
    if (slot.first_reader < 0) continue;
    const proto::VarDesc& var = pruned().global_block().GetVar(slot.name);
    PADDLE_ENFORCE(IsInput(slot.name) || !var.is_feed(), InvalidArgument,
                   "data ", Described(var), " is read but not fed");
  }
}

std::vector<Fetched> PreparedProgram::Run(
    absl::Span<const LoDTensor> feeds, Scope* scope,
    platform::CancellationToken* cancellation) const {
  std::vector<TensorArray> arrays = CheckFeeds(feeds);
  ScopedRun run(frames_.get(), scope, cancellation);
  if (preparation_ != nullptr) GiveDerived(*scope, run);
  Give(feeds, std::move(arrays), run);
  RunOptions options;
  options.seed = SeedOf(pruned());
  options.step = mode_ == RunMode::kRun ? run.counter()->fetch_add(1)
                                        : run.counter()->load();
  options.check_nan_inf = options_.check_nan_inf;
  run.Run(options);
  // Under the locks of the run: another one may write what is fetched.
  std::vector<Fetched> values = Fetch(run);
  TakeBack(feeds, run);
  if (preparation_ != nullptr) ReleaseDerived(run);
  return values;
}

void PreparedProgram::WarmUp(Scope* scope) const {
  if (preparation_ == nullptr) return;
  const ScopedRun locked(frames_.get(), scope);
  preparation_->Update(*scope);
}

// Keeps no array beyond the call, so that the block's variable is alone in what
// it may own.
void PreparedProgram::Give(absl::Span<const LoDTensor> feeds,
                           std::vector<TensorArray> arrays,
                           const ScopedRun& run) const {
  const platform::Place place = block().place();
  auto array = arrays.begin();
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Variable* const var = run.var(inputs_[i].slot);
    if (inputs_[i].var.kind() == proto::TENSOR_ARRAY) {
      FeedArray(*array++, place, var);
    } else {
      Feed(ValueOf(i, feeds), place, inputs_[i].written,
           var->GetMutable<LoDTensor>());
    }
  }
}

// Releases the caller's memory. Copies stay, for the next run to reuse.
void PreparedProgram::TakeBack(absl::Span<const LoDTensor> feeds,
                               const ScopedRun& run) const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Variable* const var = run.var(inputs_[i].slot);
    if (inputs_[i].var.kind() == proto::TENSOR_ARRAY) {
      var->Clear();
      continue;
    }
    auto* target = var->GetMutable<LoDTensor>();
    if (target->SharesMemoryWith(ValueOf(i, feeds))) target->Release();
  }
}

// No operator writes them, so the block reads the memory of the preparation.
void PreparedProgram::GiveDerived(const Scope& scope,
                                  const ScopedRun& run) const {
  const auto values = preparation_->Update(scope);
  for (size_t i = 0; i < derived_.size(); ++i) {
    *run.var(derived_[i])->GetMutable<LoDTensor>() = (*values)[i];
  }
}

// An idle frame would otherwise keep values that later versions replace.
void PreparedProgram::ReleaseDerived(const ScopedRun& run) const {
  for (int slot : derived_) run.var(slot)->GetMutable<LoDTensor>()->Release();
}

std::vector<TensorArray> PreparedProgram::CheckFeeds(
    absl::Span<const LoDTensor> feeds) const {
  PADDLE_ENFORCE_EQ(feeds.size(), feeds_.size(), "values do not match feeds");
  std::vector<TensorArray> arrays;
  std::vector<FeedSize> sizes;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const proto::VarDesc& var = inputs_[i].var;
    const LoDTensor& value = ValueOf(i, feeds);
    if (var.kind() == proto::TENSOR_ARRAY) {
      arrays.push_back(CheckedArray(var, value));
    } else {
      CheckFeed(var, value, i >= feeds.size(), &sizes);
    }
  }
  return arrays;
}

std::vector<Fetched> PreparedProgram::Fetch(const ScopedRun& run) const {
  std::vector<Fetched> values;
  values.reserve(targets_.size());
  for (const Target& target : targets_) {
    Variable* var = run.var(target.slot);
    PADDLE_ENFORCE(var != nullptr && !var->empty(), FailedPrecondition,
                   "variable ", target.name, " is fetched but has no value");
    values.push_back(FetchOne(target, var));
  }
  return values;
}

// Moves a value that the run has made, and copies any other.
Fetched PreparedProgram::FetchOne(const Target& target, Variable* var) const {
  if (var->Is<SelectedRows>()) return Copy(var->Get<SelectedRows>());
  if (var->Is<TensorArray>()) return PackArray(var->Get<TensorArray>());
  PADDLE_ENFORCE(var->Get<LoDTensor>().initialized(), FailedPrecondition,
                 "variable ", target.name, " is fetched but not initialised");
  const auto& tensor = var->Get<LoDTensor>();
  const bool made =
      block().slots()[target.slot].storage == CompiledBlock::Storage::kOutput;
  if (!made || !target.last || !tensor.place().is_cpu() ||
      tensor.holder().use_count() > 1) {
    return LoDTensor(Copy(tensor), tensor.lod());
  }
  LoDTensor value = tensor;
  var->GetMutable<LoDTensor>()->Release();
  return value;
}

}  // namespace paddle::framework
