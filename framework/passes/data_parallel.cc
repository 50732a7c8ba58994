#include "paddle/framework/passes/data_parallel.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/defer_writes.h"
#include "paddle/framework/passes/exchange_list.h"
#include "paddle/framework/passes/idle_program.h"
#include "paddle/framework/passes/shard_program.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Bucket = std::vector<ExchangedVar>;

// Half floats travel as float32.
bool IsWide(const ExchangedVar& var) { return var.type == DataType::kFloat64; }

int64_t BytesOf(const ExchangedVar& var) {
  return var.numel * (IsWide(var) ? 8 : 4);
}

// Shares out variables, in their order, to buckets of one width.
std::vector<Bucket> Buckets(const std::vector<ExchangedVar>& vars,
                            int64_t bytes) {
  constexpr int64_t kFirst = 1 << 20;
  std::vector<Bucket> full;
  for (const bool wide : {false, true}) {
    Bucket open;
    int64_t size = 0;
    for (const ExchangedVar& var : vars) {
      if (var.sparse || IsWide(var) != wide) continue;
      open.push_back(var);
      size += BytesOf(var);
      if (size < (full.empty() ? std::min(kFirst, bytes) : bytes)) continue;
      full.push_back(std::move(open));
      open.clear();
      size = 0;
    }
    if (!open.empty()) full.push_back(std::move(open));
  }
  return full;
}

std::string GatheredName(const std::string& gradient) {
  return absl::StrCat(gradient, "@ALL");
}

// Lists the operators of the exchange in the order in which they run.
class Exchange {
 public:
  Exchange(const Program& program, const TrainingCut& cut,
           const DataParallelOptions& options)
      : block_(program.global_block().desc()),
        cut_(cut),
        options_(options),
        weight_ready_(WeightReady()) {}

  std::vector<InsertedOp> List();

 private:
  void AddBucket(const Bucket& bucket);
  void AddSparse(const ExchangedVar& var);
  void Add(int position, proto::OpDesc op);
  int WaitPosition(const ExchangedVar& var) const {
    // As a rule before all of the optimizer, which then runs as a whole or not
    // at all.
    return var.last_writer < cut_.first_optimize ? cut_.first_optimize
                                                 : var.first_reader;
  }
  SlotMap InputsOf(NameList x) const {
    SlotMap inputs;
    if (!options_.weight.empty()) {
      inputs.push_back({"Weight", {options_.weight}});
    } else if (!cut_.rows.empty()) {
      inputs.push_back({"Rows", {cut_.rows}});
    }
    inputs.push_back({"X", std::move(x)});
    inputs.push_back({"Group", {options_.group}});
    inputs.push_back({"Shards", {options_.shard_sums}});
    return inputs;
  }
  // Returns the number of operators that run before the weight is known.
  int WeightReady() const {
    const std::string& name =
        options_.weight.empty() ? cut_.rows : options_.weight;
    for (int i = block_.ops_size(); i > 0 && !name.empty(); --i) {
      const NameList made = OutputNames(block_.ops(i - 1));
      if (std::count(made.begin(), made.end(), name) > 0) return i;
    }
    return 0;
  }
  // Returns the attributes of the next exchange.
  AttributeMap Attributes() {
    return {{"nominal_rows", options_.nominal_rows},
            {"exchange", int64_t{exchanges_++}}};
  }

  const proto::BlockDesc& block_;
  const TrainingCut& cut_;
  const DataParallelOptions& options_;
  const int weight_ready_;
  std::vector<InsertedOp> insertions_;
  int exchanges_ = 0;
};

// The exchange belongs to the call that made the optimizer.
void Exchange::Add(int position, proto::OpDesc op) {
  op.set_role(proto::COMMUNICATE);
  *op.mutable_call_site() = block_.ops(cut_.first_optimize).call_site();
  insertions_.push_back({position, std::move(op)});
}

void Exchange::AddBucket(const Bucket& bucket) {
  NameList names;
  int ready = weight_ready_, wait = block_.ops_size();
  for (const ExchangedVar& var : bucket) {
    names.push_back(var.name);
    ready = std::max(ready, var.last_writer + 1);
    wait = std::min(wait, WaitPosition(var));
  }
  PADDLE_ENFORCE(ready <= wait, Unimplemented, "the gradient '", names.back(),
                 "' is written after '", names.front(),
                 "' is used by an optimizer");
  const std::string number = absl::StrCat(exchanges_);
  const std::string buffer = absl::StrCat("bucket_", number, "@JOB");
  const std::string pending = absl::StrCat("pending_", number, "@JOB");
  AttributeMap attributes = Attributes();
  attributes.push_back({"order", options_.order});
  Add(options_.overlap ? ready : wait,
      MakeOp("allreduce_start", InputsOf(names),
             {{"Buffer", {buffer}}, {"Pending", {pending}}}, attributes));
  Add(wait, MakeOp("allreduce_wait",
                   {{"Buffer", {buffer}}, {"Pending", {pending}}, {"X", names}},
                   {{"Out", names}}));
}

void Exchange::AddSparse(const ExchangedVar& var) {
  AttributeMap attributes = Attributes();
  attributes.push_back({"mean", true});
  Add(WaitPosition(var),
      MakeOp("allgather", InputsOf({var.name}),
             {{"Out", {GatheredName(var.name)}}}, attributes));
}

std::vector<InsertedOp> Exchange::List() {
  std::vector<ExchangedVar> all = cut_.gradients;
  all.insert(all.end(), cut_.statistics.begin(), cut_.statistics.end());
  for (const Bucket& bucket : Buckets(all, options_.bucket_bytes)) {
    AddBucket(bucket);
  }
  for (const ExchangedVar& var : all) {
    if (var.sparse) AddSparse(var);
  }
  // All that is ready starts before anything is waited for.
  const auto place = [](const InsertedOp& each) {
    return std::make_pair(each.position, each.op.type() == "allreduce_wait");
  };
  std::stable_sort(insertions_.begin(), insertions_.end(),
                   [&](const InsertedOp& a, const InsertedOp& b) {
                     return place(a) < place(b);
                   });
  return std::move(insertions_);
}

// Makes the optimizer read gathered rows, which have a name of their own.
void ReadGathered(const TrainingCut& cut, Program* program) {
  proto::BlockDesc* block = program->mutable_desc()->mutable_blocks(0);
  for (proto::OpDesc& op : *block->mutable_ops()) {
    if (op.role() != proto::OPTIMIZE) continue;
    for (proto::Slot& slot : *op.mutable_inputs()) {
      for (std::string& name : *slot.mutable_arguments()) {
        for (const ExchangedVar& var : cut.gradients) {
          if (var.sparse && var.name == name) name = GatheredName(name);
        }
      }
    }
  }
  program->Changed();
  Verify(*program);
}

std::shared_ptr<Program> WithGroup(const Program& main,
                                   const DataParallelOptions& options) {
  auto program = main.Clone();
  for (const std::string& name : {options.group, options.shard_sums}) {
    program->global_block().Var(name)->set_kind(proto::RAW);
  }
  return program;
}

}  // namespace

DataParallelPrograms DataParallel(const std::shared_ptr<const Program>& main,
                                  const DataParallelOptions& options) {
  PADDLE_ENFORCE_GE(options.shards, 1, "shards");
  PADDLE_ENFORCE_GE(options.bucket_bytes, 0, "bucket_bytes");
  PADDLE_ENFORCE(options.order == "tree" || options.order == "fast",
                 InvalidArgument,
                 "the order of additions is tree or fast, not ", options.order);
  TrainingCut cut = FindTrainingCut(*main);
  if (options.shards == 1 || cut.empty()) {
    return {main, nullptr, nullptr, Fingerprint(*main)};
  }
  const auto with_group = WithGroup(*DeferWrites(*main, &cut), options);
  const auto parallel = with_group->Clone();
  const std::vector<InsertedOp> exchange =
      Exchange(*with_group, cut, options).List();
  std::vector<proto::OpDesc> ops;
  for (const InsertedOp& each : exchange) {
    const int inserted = static_cast<int>(ops.size());
    parallel->InsertOp(0, each.position + inserted, each.op);
    ops.push_back(each.op);
  }
  const auto idle = IdleProgram(*with_group, cut, std::move(ops));
  ReadGathered(cut, parallel.get());
  ReadGathered(cut, idle.get());
  const auto shard = ShardProgram(*with_group, exchange);
  Verify(*shard);
  return {parallel, shard, idle, Fingerprint(*parallel)};
}

uint32_t Fingerprint(const Program& program) {
  uint32_t sum = 0;
  for (const ExchangeStep& step : ExchangesOf(program)) {
    const std::string text = step.signature + "\n";
    sum = platform::Crc32c(text.data(), text.size(), sum);
  }
  return sum;
}

}  // namespace paddle::framework
