#include "paddle/framework/passes/gradient_exchange.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Bucket = std::vector<ExchangedVar>;

// Half floats travel as float32.
bool IsWide(const ExchangedVar& var) { return var.type == DataType::kFloat64; }

int64_t BytesOf(const ExchangedVar& var) {
  return var.numel * (IsWide(var) ? 8 : 4);
}

// Returns where a variable goes, and in what width.
std::pair<int, bool> RouteOf(const ExchangedVar& var) {
  return {var.server, IsWide(var)};
}

// Shares out variables, in their order, to buckets of one route each.
std::vector<Bucket> Buckets(const std::vector<ExchangedVar>& vars,
                            int64_t bytes) {
  constexpr int64_t kFirst = 1 << 20;
  std::set<std::pair<int, bool>> routes;
  for (const ExchangedVar& var : vars) routes.insert(RouteOf(var));
  std::vector<Bucket> full;
  for (const auto& route : routes) {
    Bucket open;
    int64_t size = 0;
    for (const ExchangedVar& var : vars) {
      if (var.sparse || RouteOf(var) != route) continue;
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

// Returns what allreduce_start makes for allreduce_wait.
SlotMap Open(int exchange) {
  const std::string number = absl::StrCat(exchange);
  return {{"Buffer", {absl::StrCat("bucket_", number, "@JOB")}},
          {"Pending", {absl::StrCat("pending_", number, "@JOB")}}};
}

proto::OpDesc Wait(SlotMap open, const NameList& names) {
  open.push_back({"X", names});
  return MakeOp("allreduce_wait", open, {{"Out", names}});
}

// Lists the operators of the exchange in the order in which they run.
class Exchange {
 public:
  Exchange(const Program& program, const TrainingCut& cut,
           const std::vector<GradientSums>& sums,
           const DataParallelOptions& options)
      : block_(program.global_block().desc()),
        cut_(cut),
        sums_(sums),
        options_(options),
        weight_ready_(WeightReady()) {}

  ExchangeOps List();

 private:
  void AddBucket(const Bucket& bucket);
  void AddPush(const Bucket& bucket, int position);
  void AddSparse(const ExchangedVar& var);
  void AddPushRows(const ExchangedVar& var);
  // Returns the operators of the block that uses the sums.
  std::vector<proto::OpDesc> AddSums(const GradientSums& sums);
  void AddKept(const Bucket& bucket, const GradientSums& sums,
               std::vector<proto::OpDesc>* starts,
               std::vector<proto::OpDesc>* waits);
  bool IsSummed(const ExchangedVar& var) const {
    return std::any_of(sums_.begin(), sums_.end(), [&](const GradientSums& s) {
      return s.of.contains(var.name);
    });
  }
  proto::OpDesc Communication(proto::OpDesc op) const;
  void Add(int position, proto::OpDesc op) {
    insertions_.push_back({position, Communication(std::move(op))});
  }
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
  const std::vector<GradientSums>& sums_;
  const DataParallelOptions& options_;
  const int weight_ready_;
  std::vector<InsertedOp> insertions_;
  std::vector<PushedBucket> pushed_;
  int exchanges_ = 0;
};

// The exchange belongs to the call that made the optimizer.
proto::OpDesc Exchange::Communication(proto::OpDesc op) const {
  op.set_role(proto::COMMUNICATE);
  *op.mutable_call_site() = block_.ops(cut_.first_optimize).call_site();
  return op;
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
  if (bucket[0].server >= 0) {
    return AddPush(bucket, options_.overlap ? ready : wait);
  }
  const SlotMap open = Open(exchanges_);
  AttributeMap attributes = Attributes();
  attributes.push_back({"order", options_.order});
  Add(options_.overlap ? ready : wait,
      MakeOp("allreduce_start", InputsOf(names), open, attributes));
  Add(wait, Wait(open, names));
}

// A trainer's last shard adds its gradients to those of the others, and sends
// the sums.
void Exchange::AddPush(const Bucket& bucket, int position) {
  const int64_t server = bucket[0].server, number = exchanges_;
  NameList names;
  for (const ExchangedVar& var : bucket) names.push_back(var.name);
  pushed_.push_back({exchanges_, bucket[0].server, names});
  Add(position, MakeOp("accumulate_shard", InputsOf(names), {}, Attributes()));
  Add(position, MakeOp("push_gradient",
                       {{"Servers", {options_.servers_variable}},
                        {"Group", {options_.group}},
                        {"Shards", {options_.shard_sums}}},
                       {}, {{"exchange", number}, {"server", server}}));
}

// In each run a shard adds to what it has given; in the last one all of that
// travels, in place of the sums.
void Exchange::AddKept(const Bucket& bucket, const GradientSums& sums,
                       std::vector<proto::OpDesc>* starts,
                       std::vector<proto::OpDesc>* waits) {
  NameList gradients, totals;
  int ready = weight_ready_;
  for (const ExchangedVar& var : bucket) {
    gradients.push_back(var.name);
    totals.push_back(sums.of.at(var.name));
    ready = std::max(ready, var.last_writer + 1);
  }
  const SlotMap open = Open(exchanges_);
  const int64_t number = exchanges_;
  AttributeMap attributes = Attributes();
  attributes.push_back({"kept", sums.counter});
  SlotMap inputs = InputsOf(gradients);
  inputs.push_back({"Count", {sums.counter}});
  Add(ready, MakeOp("accumulate_shard", inputs, {}, attributes));
  starts->push_back(Communication(MakeOp("allreduce_start",
                                         {{"X", totals},
                                          {"Group", {options_.group}},
                                          {"Shards", {options_.shard_sums}}},
                                         open,
                                         {{"exchange", number},
                                          {"order", options_.order},
                                          {"kept", sums.counter}})));
  waits->push_back(Communication(Wait(open, totals)));
}

std::vector<proto::OpDesc> Exchange::AddSums(const GradientSums& sums) {
  std::vector<ExchangedVar> vars;
  for (const ExchangedVar& var : cut_.gradients) {
    if (sums.of.contains(var.name)) vars.push_back(var);
  }
  std::vector<proto::OpDesc> ops, waits;
  for (const Bucket& bucket : Buckets(vars, options_.bucket_bytes)) {
    AddKept(bucket, sums, &ops, &waits);
  }
  ops.insert(ops.end(), waits.begin(), waits.end());
  return ops;
}

// As of dense gradients, with rows as they come in place of sums.
void Exchange::AddPushRows(const ExchangedVar& var) {
  const int64_t number = exchanges_, server = var.server;
  const int position = options_.overlap
                           ? std::max(weight_ready_, var.last_writer + 1)
                           : WaitPosition(var);
  pushed_.push_back({exchanges_, var.server, {var.name}});
  Add(position,
      MakeOp("accumulate_shard_rows", InputsOf({var.name}), {}, Attributes()));
  Add(position, MakeOp("push_rows",
                       {{"Servers", {options_.servers_variable}},
                        {"Group", {options_.group}},
                        {"Shards", {options_.shard_sums}}},
                       {},
                       {{"exchange", number},
                        {"table", ParameterOf(var.name)},
                        {"width", var.table_width},
                        {"server", server}}));
}

void Exchange::AddSparse(const ExchangedVar& var) {
  if (var.table_width > 0) return AddPushRows(var);
  AttributeMap attributes = Attributes();
  attributes.push_back({"mean", true});
  Add(WaitPosition(var),
      MakeOp("allgather", InputsOf({var.name}),
             {{"Out", {GatheredName(var.name)}}}, attributes));
}

ExchangeOps Exchange::List() {
  std::vector<ExchangedVar> all;
  for (const ExchangedVar& var : cut_.gradients) {
    if (!IsSummed(var)) all.push_back(var);
  }
  all.insert(all.end(), cut_.statistics.begin(), cut_.statistics.end());
  for (const Bucket& bucket : Buckets(all, options_.bucket_bytes)) {
    AddBucket(bucket);
  }
  for (const ExchangedVar& var : all) {
    if (var.sparse) AddSparse(var);
  }
  ExchangeOps ops;
  for (const GradientSums& sums : sums_) ops.of_sums.push_back(AddSums(sums));
  // All that is ready starts before anything is waited for.
  const auto place = [](const InsertedOp& each) {
    return std::make_pair(each.position, each.op.type() == "allreduce_wait");
  };
  std::stable_sort(insertions_.begin(), insertions_.end(),
                   [&](const InsertedOp& a, const InsertedOp& b) {
                     return place(a) < place(b);
                   });
  ops.inserted = std::move(insertions_);
  ops.pushed = std::move(pushed_);
  return ops;
}

}  // namespace

std::string ParameterOf(const std::string& gradient) {
  return gradient.substr(0, gradient.find("@GRAD"));
}

std::string GatheredName(const std::string& gradient) {
  return absl::StrCat(gradient, "@ALL");
}

ExchangeOps ListExchange(const Program& program, const TrainingCut& cut,
                         const std::vector<GradientSums>& sums,
                         const DataParallelOptions& options) {
  return Exchange(program, cut, sums, options).List();
}

}  // namespace paddle::framework
