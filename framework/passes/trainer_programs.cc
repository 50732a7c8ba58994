#include "paddle/framework/passes/trainer_programs.h"

#include <algorithm>
#include <string>
#include <utility>

#include "paddle/framework/ir/name_list.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/defer_writes.h"
#include "paddle/framework/passes/gradient_sums.h"
#include "paddle/framework/passes/idle_program.h"
#include "paddle/framework/passes/shard_program.h"

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
          const bool gathered = var.sparse && var.table_width == 0;
          if (gathered && var.name == name) name = GatheredName(name);
        }
      }
    }
  }
  program->Changed();
  Verify(*program);
}

// Returns the program with the raw variables of the exchange.
std::shared_ptr<Program> WithGroup(const Program& main, const TrainingCut& cut,
                                   const DataParallelOptions& options) {
  auto program = main.Clone();
  NameList names = {options.group, options.shard_sums};
  const bool served =
      std::any_of(cut.gradients.begin(), cut.gradients.end(),
                  [](const ExchangedVar& gradient) {
                    return gradient.server >= 0 || gradient.table_width > 0;
                  });
  if (served) names.push_back(options.servers_variable);
  for (const std::string& name : names) {
    program->global_block().Var(name)->set_kind(proto::RAW);
  }
  return program;
}

}  // namespace

TrainerPrograms MakeTrainerPrograms(const Program& main, TrainingCut cut,
                                    const DataParallelOptions& options) {
  const auto deferred = DeferWrites(main, &cut);
  const auto with_group = WithGroup(*deferred, cut, options);
  const std::vector<GradientSums> sums = options.exchange_sums
                                             ? FindGradientSums(*with_group)
                                             : std::vector<GradientSums>();
  ExchangeOps exchange = ListExchange(*with_group, cut, sums, options);
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
  return {parallel, shard, idle, std::move(exchange.pushed)};
}

}  // namespace paddle::framework
