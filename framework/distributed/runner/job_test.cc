#include "paddle/framework/distributed/runner/job.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/runner/testing/job_fixture.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::distributed {
namespace {

using framework::Executor;
using framework::LoDTensor;
using framework::Scope;

using JobTest = JobFixture;

TEST_F(JobTest, HasTheSameBitsForAnyNumberOfTrainers) {
  int steps = 0;
  const Cut cut = [&](Job* job) { return CutForTrainers(job); };
  const State alone = Train(1, cut, &steps);
  EXPECT_EQ(steps, 3);
  for (int ranks = 2; ranks <= kShards; ++ranks) {
    EXPECT_TRUE(Train(ranks, cut, &steps) == alone) << ranks;
    EXPECT_EQ(steps, 3);
  }
}

TEST_F(JobTest, NamesWhatOneTrainerExchangesAndAnotherDoesNot) {
  EXPECT_ERROR(RunRanks(2, 0,
                        [&](Communicator& group) {
                          framework::DataParallelOptions options;
                          options.bucket_bytes = group.rank() == 0 ? 0 : 1000;
                          Job(Borrowed(group)).Parallelize(main_, options);
                        }),
               InvalidArgument,
               "trainers 0 and 1 have different programs: trainer 0 exchanges "
               "allreduce_start(");
}

TEST_F(JobTest, NamesAParameterThatDiffers) {
  EXPECT_ERROR(
      RunRanks(2, 0,
               [&](Communicator& group) {
                 Job job(Borrowed(group));
                 const auto programs = job.Parallelize(main_, {});
                 const auto scope = Scope::Create();
                 Executor executor;
                 executor.Run(startup_, {}, {}, scope.get());
                 auto* weight =
                     scope->FindVar("fc_0.w_0")->GetMutable<LoDTensor>();
                 if (job.rank() == 1) weight->mutable_data<float>()[0] += 1;
                 job.Run(&executor, programs, {Batch(0)}, {}, scope);
               }),
      FailedPrecondition,
      "trainers 0 and 1 begin with different values of fc_0.w_0: they need the "
      "same seed");
}

TEST_F(JobTest, RefusesMoreBatchesThanShards) {
  RunRanks(1, 1, [&](Communicator& group) {
    Job job(Borrowed(group));
    const auto programs = job.Parallelize(main_, {});
    const auto scope = Scope::Create();
    Executor executor;
    EXPECT_ERROR(job.Run(&executor, programs, {Batch(0), Batch(1)}, {}, scope),
                 InvalidArgument, "one batch for each shard");
  });
}

TEST(JobFromEnvironment, IsAJobOfOneWhereNobodyStartedOne) {
  const std::unique_ptr<Job> job = Job::FromEnvironment();
  EXPECT_EQ(job->rank(), 0);
  EXPECT_EQ(job->size(), 1);
  EXPECT_TRUE(job->AnyOf(true));
  EXPECT_FALSE(job->AnyOf(false));
}

}  // namespace
}  // namespace paddle::distributed
