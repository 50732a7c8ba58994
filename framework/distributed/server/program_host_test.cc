#include "paddle/framework/distributed/server/program_host.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "gtest/gtest.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using framework::OpInfoMap;
using framework::Program;
using std::chrono::milliseconds;

// Counts targets. A call of the block "slow" begins until it is let go.
class Counted final : public CallTarget {
 public:
  struct Log {
    std::atomic<int> made{0}, alive{0}, most{0};
    std::promise<void> began, go;
  };

  explicit Counted(Log* log) : log_(*log) {
    ++log_.made;
    if (++log_.alive > log_.most) log_.most = log_.alive.load();
  }
  ~Counted() override { --log_.alive; }

  void Begin(Call call, Done done) override {
    if (call.head.block() == "slow") {
      log_.began.set_value();
      log_.go.get_future().wait();
    }
    done(Reply());
  }

 private:
  Log& log_;
};

class ProgramHostTest : public ::testing::Test {
 protected:
  Call Programs(bool anew, uint64_t client = 0, int64_t sequence = 0) const {
    const Program program(OpInfoMap::Instance());
    Call call = ProgramsCall(program, program, {}, anew);
    call.head.set_client(client);
    call.head.set_sequence(sequence);
    return call;
  }
  std::unique_ptr<ProgramHost> NewHost(const std::string& file = "") {
    return std::make_unique<ProgramHost>(
        OpInfoMap::Instance(),
        [this](auto, auto, const auto&) -> std::unique_ptr<CallTarget> {
          if (making_ != nullptr) making_();
          return std::make_unique<Counted>(&log_);
        },
        file);
  }
  static Call Named(const char* block) {
    Call call;
    call.head.set_block(block);
    return call;
  }
  static void Do(ProgramHost* host, Call call) {
    ThrowErrorOf(Await(host, std::move(call)), "here");
  }

  Counted::Log log_;
  std::function<void()> making_;
};

// The target before may have files that the next one takes over.
TEST_F(ProgramHostTest, ATargetHasEndedWhenTheNextOneIsMade) {
  const auto host = NewHost();
  Do(host.get(), Programs(true));
  std::thread late([&] { Do(host.get(), Named("slow")); });
  log_.began.get_future().wait();
  std::thread anew([&] { Do(host.get(), Programs(true)); });
  std::this_thread::sleep_for(milliseconds(50));
  EXPECT_EQ(log_.made, 1);
  EXPECT_ERROR(Do(host.get(), Named("a")), Unavailable,
               "is taking the programs of a job that begins");
  log_.go.set_value();
  late.join();
  anew.join();
  EXPECT_EQ(log_.made, 2);
  EXPECT_EQ(log_.most, 1);
  Do(host.get(), Named("a"));
}

TEST_F(ProgramHostTest, ACallThatIsMadeAgainIsTakenOnce) {
  const platform::TemporaryFolder folder;
  const std::string file = folder.Path("programs");
  auto host = NewHost(file);
  for (int i = 0; i < 3; ++i) Do(host.get(), Programs(true, 7, 1));
  EXPECT_EQ(log_.made, 1);
  Do(host.get(), Programs(true, 8, 1));
  Do(host.get(), Programs(true, 7, 1));  // It comes late.
  EXPECT_EQ(log_.made, 2);
  // Also when the server has been started again meanwhile.
  host = NewHost(file);
  Do(host.get(), Programs(true, 8, 1));
  EXPECT_EQ(log_.made, 3);
}

TEST_F(ProgramHostTest, ACallThatIsMadeAgainWaitsForTheFirst) {
  const auto host = NewHost();
  std::promise<void> making, go;
  making_ = [&] {
    making.set_value();
    go.get_future().wait();
  };
  std::thread first([&] { Do(host.get(), Programs(true, 7, 1)); });
  making.get_future().wait();
  EXPECT_TRUE(Await(host.get(), Programs(true, 7, 1)).head.waiting());
  go.set_value();
  first.join();
  EXPECT_EQ(log_.made, 1);
}

TEST_F(ProgramHostTest, AFailureLeavesNoTarget) {
  const auto host = NewHost();
  Do(host.get(), Programs(true));
  making_ = [] { PADDLE_THROW(Unimplemented, "no such server"); };
  EXPECT_ERROR(Do(host.get(), Programs(true)), Unimplemented, "no such server");
  EXPECT_ERROR(Do(host.get(), Named("a")), FailedPrecondition,
               "this server has no program yet");
  making_ = nullptr;
  Do(host.get(), Programs(false));
  Do(host.get(), Named("a"));
}

// Unavailable would be asked again for a minute.
TEST_F(ProgramHostTest, ADiskThatFailsIsToldAtOnce) {
  const platform::TemporaryFolder folder;
  const auto host = NewHost(folder.Path("no/programs"));
  EXPECT_ERROR(Do(host.get(), Programs(true)), ResourceExhausted,
               "the programs of the job cannot be kept: ");
  EXPECT_ERROR(Do(host.get(), Programs(true)), ResourceExhausted,
               folder.Path("no/programs"));
}

}  // namespace
}  // namespace paddle::distributed
