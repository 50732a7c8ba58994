#include "paddle/framework/executor/executor.h"

#include <algorithm>
#include <atomic>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/default_value.h"
#include "paddle/framework/executor/placement.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

const char kStepVariable[] = "@STEP@";

namespace {

// Prepared programs an executor keeps; the least recently used one goes first.
constexpr size_t kMaxPrepared = 64;

std::atomic<uint64_t>& SeedStorage() {
  static std::atomic<uint64_t> seed{[] {
    std::random_device device;
    return (static_cast<uint64_t>(device()) << 32) | device();
  }()};
  return seed;
}

Dims DimsOf(const proto::VarDesc& var) {
  return Dims(absl::MakeConstSpan(var.dims().data(), var.dims_size()));
}

std::string Described(const proto::VarDesc& var) {
  return absl::StrCat("variable ", var.name(), " ", DimsOf(var).ToString(), " ",
                      DataTypeName(DataTypeFromNumber(var.dtype())));
}

// A symbol, and the size it stands for by the first feed that has it.
struct FeedSize {
  int64_t symbol;
  int64_t size;
  const proto::VarDesc* var;
};

void CheckShape(const proto::VarDesc& var, const Dims& dims) {
  bool fits = dims.rank() == var.dims_size();
  for (int i = 0; fits && i < dims.rank(); ++i) {
    fits = var.dims(i) < 0 || var.dims(i) == dims[i];
  }
  PADDLE_ENFORCE(fits, InvalidArgument, Described(var),
                 " is fed with a value of shape ", dims.ToString());
}

void CheckSymbols(const proto::VarDesc& var, const Dims& dims, bool is_default,
                  std::vector<FeedSize>* sizes) {
  for (int i = 0; i < dims.rank(); ++i) {
    if (var.dims(i) >= 0) continue;
    const auto same = [&](const FeedSize& s) {
      return s.symbol == var.dims(i);
    };
    const auto known = std::find_if(sizes->begin(), sizes->end(), same);
    if (known == sizes->end()) {
      sizes->push_back({var.dims(i), dims[i], &var});
      continue;
    }
    PADDLE_ENFORCE(known->size == dims[i], InvalidArgument, Described(var),
                   is_default ? " is not fed and has a default value of shape "
                              : " is fed with a value of shape ",
                   dims.ToString(), ", but by the feed of ",
                   Described(*known->var), " axis ", i, " has size ",
                   known->size);
  }
}

// Data that is declared as sequences comes as sequences.
void CheckLevels(const proto::VarDesc& var, const LoDTensor& value) {
  const int levels = value.lod() == nullptr ? 0 : value.lod()->levels();
  PADDLE_ENFORCE(var.lod_level() == 0 || levels == var.lod_level(),
                 InvalidArgument, Described(var), " has lod_level ",
                 var.lod_level(), ", but is fed with a value of shape ",
                 value.dims().ToString(), " with ", levels,
                 levels == 1 ? " level" : " levels", " of sequences");
}

void CheckFeed(const proto::VarDesc& var, const LoDTensor& value,
               bool is_default, std::vector<FeedSize>* sizes) {
  PADDLE_ENFORCE(value.initialized(), FailedPrecondition, "the feed of ",
                 Described(var), " has no value");
  PADDLE_ENFORCE(static_cast<int>(value.dtype()) == var.dtype(),
                 InvalidArgument, Described(var), " is fed with ",
                 DataTypeName(value.dtype()),
                 " values; convert them with "
                 "astype(\"",
                 DataTypeName(DataTypeFromNumber(var.dtype())), "\")");
  CheckShape(var, value.dims());
  CheckLevels(var, value);
  CheckSymbols(var, value.dims(), is_default, sizes);
}

void CheckTensor(const proto::VarDesc& var, const char* what,
                 const char* instead) {
  PADDLE_ENFORCE(var.kind() != proto::TENSOR_ARRAY, InvalidArgument,
                 "variable ", var.name(),
                 " is a tensor array, which cannot be ", what, ": ", instead);
}

std::string CacheKey(const Program& program,
                     const std::vector<std::string>& feeds,
                     const std::vector<std::string>& fetches, RunMode mode) {
  return absl::StrCat(program.uid(), ".", program.version(), ".",
                      static_cast<int>(mode), "|", absl::StrJoin(feeds, "\n"),
                      "|", absl::StrJoin(fetches, "\n"));
}

}  // namespace

uint64_t DefaultSeed() { return SeedStorage(); }
void SetDefaultSeed(uint64_t seed) { SeedStorage() = seed; }

uint64_t StepOf(const Scope& scope) {
  const Scope& root = scope.root();
  ScopeLocks locks = ScopeLocks::One(root, ScopeAccess::kRead);
  locks.Lock();
  const Variable* step = root.FindLocalVar(kStepVariable);
  return step == nullptr ? 0 : step->Get<std::atomic<uint64_t>>().load();
}

void SetStep(Scope* scope, uint64_t step) {
  Scope& root = scope->root();
  ScopeLocks locks = ScopeLocks::One(root, ScopeAccess::kWrite);
  locks.Lock();
  *root.Var(kStepVariable)->GetMutable<std::atomic<uint64_t>>() = step;
}

uint64_t SeedOf(const Program& program) {
  const int64_t seed = program.desc().random_seed();
  return seed != 0 ? static_cast<uint64_t>(seed) : DefaultSeed();
}

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
    CheckTensor(global.GetVar(feed), "fed", "write its elements (array_write)");
    inputs_.push_back({global.GetVar(feed), {}});
    inputs_.back().var.clear_default_value();
  }
  for (const std::string& fetch : fetches_) {
    CheckTensor(global.GetVar(fetch), "fetched",
                "fetch what array_to_tensor makes of it");
  }
  const KeepSet keep =
      mode == RunMode::kRun ? KeepSet::kLastingEffects : KeepSet::kTargets;
  const auto pruned = Prune(*program, 0, feeds_, fetches_, keep);
  AddDefaults(pruned->global_block(), place);
  CompileOptions compile;
  compile.place = place;
  compile.own_scope = true;
  compile.discard_updates = mode == RunMode::kEval;
  compile.counter = kStepVariable;
  compile.targets = fetches_;
  for (const Input& input : inputs_) compile.feeds.push_back(input.var.name());
  compile.plan_memory = options.plan_memory;
  compile.device_graphs = options.device_graphs;
  frames_ = std::make_unique<FramePool>(
      BlockCompiler(pruned, 0, std::move(compile)).Compile());
  NoteSlots();
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
  CheckFeeds(feeds);
  ScopedRun run(frames_.get(), scope, cancellation);
  Give(feeds, run);
  RunOptions options;
  options.seed = SeedOf(pruned());
  options.step = mode_ == RunMode::kRun ? run.counter()->fetch_add(1)
                                        : run.counter()->load();
  options.check_nan_inf = options_.check_nan_inf;
  run.Run(options);
  std::vector<Fetched> values = Fetch(run);
  TakeBack(feeds, run);
  return values;
}

void PreparedProgram::Give(absl::Span<const LoDTensor> feeds,
                           const ScopedRun& run) const {
  const platform::Place place = block().place();
  for (size_t i = 0; i < inputs_.size(); ++i) {
    auto* target = run.var(inputs_[i].slot)->GetMutable<LoDTensor>();
    Feed(ValueOf(i, feeds), place, inputs_[i].written, target);
  }
}

// A copy that was made of them stays for the next run.
void PreparedProgram::TakeBack(absl::Span<const LoDTensor> feeds,
                               const ScopedRun& run) const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    auto* target = run.var(inputs_[i].slot)->GetMutable<LoDTensor>();
    if (target->SharesMemoryWith(ValueOf(i, feeds))) target->Release();
  }
}

void PreparedProgram::CheckFeeds(absl::Span<const LoDTensor> feeds) const {
  PADDLE_ENFORCE_EQ(feeds.size(), feeds_.size(), "values do not match feeds");
  std::vector<FeedSize> sizes;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    CheckFeed(inputs_[i].var, ValueOf(i, feeds), i >= feeds.size(), &sizes);
  }
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

// What the run has made is given away, anything else is copied.
Fetched PreparedProgram::FetchOne(const Target& target, Variable* var) const {
  if (var->Is<SelectedRows>()) {
    SelectedRows rows = var->Get<SelectedRows>();
    *rows.mutable_value() = Copy(rows.value());
    return rows;
  }
  PADDLE_ENFORCE(var->Get<LoDTensor>().initialized(), FailedPrecondition,
                 "variable ", target.name, " is fetched but not initialised");
  auto* tensor = var->GetMutable<LoDTensor>();
  const bool made =
      block().slots()[target.slot].storage == CompiledBlock::Storage::kOutput;
  if (!made || !target.last || !tensor->place().is_cpu() ||
      tensor->holder().use_count() > 1) {
    return LoDTensor(Copy(*tensor), tensor->lod());
  }
  LoDTensor value = *tensor;
  tensor->Release();
  return value;
}

Executor::Executor(platform::Place place, ExecutorOptions options)
    : place_(place), options_(options) {
  platform::DeviceContextOf(place);  // Unavailable if there is none
}

std::vector<Fetched> Executor::Run(
    const std::shared_ptr<const Program>& program, const Feeds& feeds,
    const std::vector<std::string>& fetches, Scope* scope,
    platform::CancellationToken* cancellation) {
  return RunAs(program, feeds, fetches, scope, RunMode::kRun, cancellation);
}

std::vector<Fetched> Executor::Eval(
    const std::shared_ptr<const Program>& program, const Feeds& feeds,
    const std::vector<std::string>& fetches, Scope* scope,
    platform::CancellationToken* cancellation) {
  return RunAs(program, feeds, fetches, scope, RunMode::kEval, cancellation);
}

std::vector<Fetched> Executor::RunAs(
    const std::shared_ptr<const Program>& program, const Feeds& feeds,
    const std::vector<std::string>& fetches, Scope* scope, RunMode mode,
    platform::CancellationToken* cancellation) {
  std::vector<std::string> names;
  std::vector<LoDTensor> values;
  for (const auto& [name, value] : feeds) {
    names.push_back(name);
    values.push_back(value);
  }
  return Prepare(program, names, fetches, mode)
      ->Run(values, scope, cancellation);
}

std::shared_ptr<const PreparedProgram> Executor::Prepare(
    const std::shared_ptr<const Program>& program,
    const std::vector<std::string>& feeds,
    const std::vector<std::string>& fetches, RunMode mode) {
  std::string key = CacheKey(*program, feeds, fetches, mode);
  std::lock_guard<std::mutex> lock(mutex_);
  auto found = cache_.find(key);
  if (found != cache_.end()) {
    found->second.last_use = ++uses_;
    return found->second.prepared;
  }
  DropStale(*program);
  auto prepared = std::make_shared<const PreparedProgram>(
      program, feeds, fetches, mode, place_, options_);
  cache_[key] = {program->uid(), program->version(), ++uses_, prepared};
  return prepared;
}

void Executor::DropStale(const Program& program) {
  absl::erase_if(cache_, [&](const auto& item) {
    return item.second.program_uid == program.uid() &&
           item.second.program_version != program.version();
  });
  if (cache_.size() < kMaxPrepared) return;
  cache_.erase(std::min_element(cache_.begin(), cache_.end(),
                                [](const auto& a, const auto& b) {
                                  return a.second.last_use < b.second.last_use;
                                }));
}

}  // namespace paddle::framework
