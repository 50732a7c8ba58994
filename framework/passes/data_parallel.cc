#include "paddle/framework/passes/data_parallel.h"

#include <string>
#include <utility>
#include <vector>

#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/defer_writes.h"
#include "paddle/framework/passes/exchange_list.h"
#include "paddle/framework/passes/gradient_exchange.h"
#include "paddle/framework/passes/gradient_sums.h"
#include "paddle/framework/passes/idle_program.h"
#include "paddle/framework/passes/shard_program.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

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
  const std::vector<GradientSums> sums = options.exchange_sums
                                             ? FindGradientSums(*with_group)
                                             : std::vector<GradientSums>();
  const ExchangeOps exchange = ListExchange(*with_group, cut, sums, options);
  const auto parallel = with_group->Clone();
  std::vector<proto::OpDesc> ops;
  for (const InsertedOp& each : exchange.inserted) {
    const int inserted = static_cast<int>(ops.size());
    parallel->InsertOp(0, each.position + inserted, each.op);
    ops.push_back(each.op);
  }
  const auto idle = IdleProgram(*with_group, cut, std::move(ops));
  for (Program* program : {parallel.get(), idle.get()}) {
    for (size_t i = 0; i < sums.size(); ++i) {
      ExchangeSums(sums[i], exchange.of_sums[i],
                   {options.group, options.shard_sums}, program);
    }
    ReadGathered(cut, program);
  }
  const auto shard = ShardProgram(*with_group, exchange.inserted);
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
