// Mutates descriptions of jobs as a node is sent them: each is checked, cut for
// its trainers and servers, and ends in programs or in platform::Error.

#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/framework/distributed/master/check_job.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/fuzz/fuzz_loop.h"
#include "paddle/tools/fuzz/mutate.h"
#include "paddle/tools/fuzz/mutate_bytes.h"
#include "paddle/tools/fuzz/outcomes.h"

namespace paddle::fuzz {
namespace {

using distributed::proto::JobSpec;

// A layer that two trainers and a server train.
JobSpec Job() {
  const auto main = layer::NewProgram(), startup = layer::NewProgram();
  const layer::ProgramGuard guard(main, startup);
  const auto x = layer::data("x", {-1, 3}, layer::DataType::kFloat32);
  const auto loss = layer::mean(layer::square(layer::fc(x, 2)));
  backward::AdamOptimizer(0.1).Minimize(loss);
  JobSpec job;
  job.set_name("job");
  job.set_main(main->Serialize(/*with_call_sites=*/true));
  job.set_startup(startup->Serialize());
  job.set_trainers(2);
  job.set_shards(4);
  job.set_servers(1);
  job.add_metrics(loss.name());
  job.mutable_data()->add_files("part-0.npy");
  job.mutable_data()->set_batch(8);
  job.mutable_data()->set_epochs(1);
  auto* feed = job.mutable_data()->add_feeds();
  feed->set_variable("x");
  feed->set_values("images");
  return job;
}

// Returns the job with a change of its bytes, of one of its programs, or of
// what is beside them.
std::string Mutated(const JobSpec& job, uint64_t i) {
  Random random(i);
  JobSpec changed = job;
  switch (i % 4) {
    case 0:
      return MutateBytes(job.SerializeAsString(), &random);
    case 1:
      changed.set_main(Mutate(job.main(), i));
      break;
    case 2:
      changed.set_startup(Mutate(job.startup(), i));
      break;
    default:
      changed.clear_main();
      changed.clear_startup();
      // A prefix that does not parse keeps what was read of it.
      (void)changed.ParseFromString(
          MutateBytes(changed.SerializeAsString(), &random));
      changed.set_main(job.main());
      changed.set_startup(job.startup());
  }
  return changed.SerializeAsString();
}

TEST(SubmitFuzzTest, JobsAreCutOrRefused) {
  const JobSpec job = Job();
  Outcomes outcomes;
  FuzzLoop("jobs", [&](uint64_t i) {
    JobSpec sent;
    if (!sent.ParseFromString(Mutated(job, i))) return;
    outcomes.Count([&] {
      const auto checked =
          distributed::CheckJob(sent, framework::OpInfoMap::Instance());
      EXPECT_GE(checked.shards, sent.trainers());
    });
  });
  outcomes.Check(platform::ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace paddle::fuzz
