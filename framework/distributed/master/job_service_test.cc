#include "paddle/framework/distributed/master/job_service.h"

#include <filesystem>
#include <memory>
#include <string>

#include "gtest/gtest.h"

#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/distributed/master/job_client.h"
#include "paddle/framework/distributed/server/byte_tensor.h"
#include "paddle/framework/distributed/server/testing/unreliable_target.h"
#include "paddle/framework/distributed/store/testing/memory_leased_store.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

// A client and one node, without what carries calls.
class JobServiceTest : public backward::ProgramFixture {
 protected:
  void SetUp() override {
    const auto x = layer::data("x", {-1, 3}, layer::DataType::kFloat32);
    const auto loss = layer::mean(layer::square(layer::fc(x, 2)));
    backward::AdamOptimizer(0.1).Minimize(loss);
    spec_.set_name("mlp");
    spec_.set_main(main_->Serialize());
    spec_.set_startup(startup_->Serialize());
    spec_.set_trainers(1);
    auto* data = spec_.mutable_data();
    data->add_files("part.npy");
    data->set_batch(8);
    data->set_epochs(1);
    platform::AtomicWriteFile(folders_.data() + "/part.npy", "");
  }

  // Connects to the node at an address that does not begin with "away".
  JobClient::Connect Connect() {
    return [this](const std::string& address) {
      PADDLE_ENFORCE(address.rfind("away", 0) != 0, Unavailable,
                     "nobody listens at ", address);
      return std::make_unique<UnreliableTarget>(&service_, Faults(), 0);
    };
  }
  // Files and folders below the root.
  int Entries() const {
    using Iterator = std::filesystem::recursive_directory_iterator;
    return static_cast<int>(
        std::distance(Iterator(root_.Path("")), Iterator()));
  }

  const platform::TemporaryFolder root_;
  const JobFolders folders_{root_.Path("")};
  MemoryLeasedStore store_;
  JobBoard board_{&store_};
  JobService service_{&board_, folders_, framework::OpInfoMap::Instance()};
  JobClient client_{{"here:1"}, Connect()};
  proto::JobSpec spec_;
};

TEST_F(JobServiceTest, TakesAJob) {
  const std::string id = client_.Submit(spec_);
  EXPECT_EQ(id.rfind("mlp-", 0), 0);
  const proto::JobList jobs = client_.Jobs();
  ASSERT_EQ(jobs.jobs_size(), 1);
  EXPECT_EQ(jobs.jobs(0).id(), id);
  EXPECT_EQ(jobs.jobs(0).state().phase(), proto::JobState::WAITING);
  EXPECT_EQ(jobs.jobs(0).state().needs().trainers(), 1);
  EXPECT_EQ(jobs.jobs(0).state().needs().shards(), 1);
  EXPECT_GT(jobs.jobs(0).state().needs().sent(), 0);
  EXPECT_EQ(folders_.SpecOf(id).SerializeAsString(), spec_.SerializeAsString());
  EXPECT_EQ(client_.Job(id).id(), id);
  EXPECT_ERROR(client_.Job("mlp-0"), NotFound, "no job 'mlp-0'");
  EXPECT_NE(client_.Submit(spec_), id);  // another one
  EXPECT_EQ(client_.Job(id).id(), id);
}

TEST_F(JobServiceTest, ARefusedJobLeavesNothingBehind) {
  const int before = Entries();
  spec_.mutable_data()->set_files(0, "../secret");
  EXPECT_ERROR(client_.Submit(spec_), InvalidArgument, "is no name");
  spec_.mutable_data()->set_files(0, "other.npy");
  EXPECT_ERROR(client_.Submit(spec_), NotFound, "no file 'other.npy'");
  spec_.set_main("nothing");
  EXPECT_ERROR(client_.Submit(spec_), DataLoss, "main program");
  EXPECT_EQ(Entries(), before);
  EXPECT_TRUE(store_.List("").entries.empty());
}

TEST_F(JobServiceTest, TakesAJobOnceUnderItsId) {
  Call call;
  call.head.set_block("submit");
  call.head.add_names("mlp-0a");
  call.tensors.push_back(TensorOfBytes(spec_.SerializeAsString()));
  ThrowErrorOf(Await(&service_, call), "first");
  ThrowErrorOf(Await(&service_, call), "again");
  EXPECT_EQ(client_.Jobs().jobs_size(), 1);
  spec_.set_trainers(2);
  call.tensors[0] = TensorOfBytes(spec_.SerializeAsString());
  EXPECT_ERROR(ThrowErrorOf(Await(&service_, call), "other"), AlreadyExists,
               "another job 'mlp-0a'");
  for (const char* id : {"mlp", "mlp-", "mlp-x", "other-0a", "mlp-../a",
                         "mlp-012345678901234567890"}) {
    call.head.set_names(0, id);
    EXPECT_ERROR(ThrowErrorOf(Await(&service_, call), "id"), InvalidArgument,
                 "is no id");
  }
}

TEST_F(JobServiceTest, GivesFiles) {
  const std::string id = client_.Submit(spec_);
  const std::string text(kMostRead + 10, 'a');
  platform::AtomicWriteFile(folders_.LogOf(id, 1, "trainer-0"), text);
  platform::AtomicWriteFile(folders_.FolderOf(id) + "/metrics", "1\t0\n");
  EXPECT_EQ(client_.Files(id).files_size(), 3);
  const std::string first = client_.Read(id, "logs/1-trainer-0", 0);
  EXPECT_EQ(first.size(), kMostRead);
  EXPECT_EQ(client_.Read(id, "logs/1-trainer-0", kMostRead).size(), 10);
  EXPECT_EQ(client_.Read(id, "logs/1-trainer-0", kMostRead + 10), "");
  EXPECT_EQ(client_.Job(id).progress(), "1\t0");
  EXPECT_ERROR(client_.Read(id, "../../data/part.npy", 0), InvalidArgument,
               "is no name");
  EXPECT_ERROR(client_.Files("none-1"), NotFound, "no job 'none-1'");
}

TEST_F(JobServiceTest, Cancels) {
  const std::string id = client_.Submit(spec_);
  client_.Cancel(id);
  EXPECT_TRUE(board_.Jobs()[0].cancelled);
  EXPECT_ERROR(client_.Cancel("none-1"), NotFound, "none-1");
}

TEST_F(JobServiceTest, RefusesOtherCalls) {
  Call call;
  call.head.set_block("run");
  EXPECT_ERROR(ThrowErrorOf(Await(&service_, call), "at"), NotFound,
               "no block of that name");
  call.head.set_block("cancel");
  EXPECT_ERROR(ThrowErrorOf(Await(&service_, call), "at"), InvalidArgument,
               "a call of cancel without an id");
  call.head.set_block("submit");
  call.head.add_names("a-1");
  EXPECT_ERROR(ThrowErrorOf(Await(&service_, call), "at"), InvalidArgument,
               "one JobSpec");
}

TEST_F(JobServiceTest, AnyNodeWillDo) {
  JobClient client({"away:1", "here:2"}, Connect());
  EXPECT_EQ(client.Jobs().jobs_size(), 0);
  JobClient lost({"away:1", "away:2"}, Connect());
  EXPECT_ERROR(lost.Jobs(), Unavailable,
               "away:1: nobody listens at away:1; away:2: ");
  EXPECT_ERROR(JobClient({}, Connect()), InvalidArgument, "no address");
  store_.SetAway(true);
  EXPECT_ERROR(client.Jobs(), Unavailable, "the store in memory is away");
}

}  // namespace
}  // namespace paddle::distributed
