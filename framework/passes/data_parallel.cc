#include "paddle/framework/passes/data_parallel.h"

#include <string>

#include "paddle/framework/passes/exchange_list.h"
#include "paddle/framework/passes/trainer_programs.h"
#include "paddle/framework/passes/training_cut.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

void CheckOptions(const DataParallelOptions& options) {
  PADDLE_ENFORCE_GE(options.shards, 1, "shards");
  PADDLE_ENFORCE_GE(options.bucket_bytes, 0, "bucket_bytes");
  PADDLE_ENFORCE(options.order == "tree" || options.order == "fast",
                 InvalidArgument,
                 "the order of additions is tree or fast, not ", options.order);
}

DataParallelPrograms DataParallel(const std::shared_ptr<const Program>& main,
                                  const DataParallelOptions& options) {
  CheckOptions(options);
  const TrainingCut cut = FindTrainingCut(*main);
  if (options.shards == 1 || cut.empty()) {
    return {main, nullptr, nullptr, Fingerprint(*main)};
  }
  const TrainerPrograms made = MakeTrainerPrograms(*main, cut, options);
  return {made.main, made.shard, made.idle, Fingerprint(*made.main)};
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
