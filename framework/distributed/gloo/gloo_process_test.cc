// Members that are processes, also those that are killed or stopped.
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/all_calls.h"
#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/store/file_store.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/testing/child_processes.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

using platform::ChildProcesses;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// The clock is that of all processes.
int64_t Now() {
  return std::chrono::duration_cast<milliseconds>(
             steady_clock::now().time_since_epoch())
      .count();
}

class GlooProcessTest : public ::testing::Test {
 protected:
  std::string Job(int i) { return folder_.Path(absl::StrCat(i)); }
  // Waits until all members have begun.
  static void Await(Store* store, int ranks) {
    while (store->Add("begun", 0) < ranks) {
      std::this_thread::sleep_for(milliseconds(1));
    }
  }

  const platform::TemporaryFolder folder_;
};

TEST_F(GlooProcessTest, CallsHaveTheBitsOfThreads) {
  for (int ranks = 2; ranks <= 3; ++ranks) {
    for (const int64_t count : {1, 1000, 1000000}) {
      const std::vector<Results> expected =
          ResultsOfMembers(ConnectThreads(ranks), count);
      const std::string job = folder_.Path(absl::StrCat(ranks, "-", count));
      ChildProcesses children(ranks, [&](int rank) {
        auto group =
            NewTransportCommunicator(ConnectGlooMember(rank, ranks, job), 4);
        return ResultsOfAllCalls(group.get(), count) == expected[rank] ? 0 : 2;
      });
      for (int rank = 0; rank < ranks; ++rank) {
        EXPECT_EQ(children.Wait(rank), 0)
            << "rank " << rank << " of " << ranks << ", " << count;
      }
    }
  }
}

TEST_F(GlooProcessTest, EndsMayGoWhileMessagesAreUnderWay) {
  constexpr size_t kBytes = 8 << 20;
  for (int i = 0; i < 10; ++i) {
    auto ends = ConnectGlooThreads(2, Job(i));
    auto from = std::make_unique<std::string>(kBytes, 'x');
    auto to = std::make_unique<std::string>(kBytes, 'y');
    auto out = ends[0]->Send(1, 0, from->data(), kBytes);
    auto in = ends[1]->Receive(0, 0, to->data(), kBytes);
    std::this_thread::sleep_for(std::chrono::microseconds(500 * i));
    ends[i % 2]->Abort("enough");
    if (i % 3 == 0) ends[i % 2].reset();
    if (i % 4 == 0) ends.clear();
    // Both end, whatever came of them, and nobody writes here afterwards.
    out.reset();
    from.reset();
    in.reset();
    to.reset();
  }
}

// Adds arrays until a member is lost; returns 0 if that is noticed in time.
int AddUntilLost(int rank, int ranks, const std::string& job) {
  auto store = NewFileStore(job);
  auto group =
      NewTransportCommunicator(ConnectGlooMember(rank, ranks, job), ranks);
  std::vector<float> numbers(2 << 20, 0.0f);
  void* part = numbers.data();
  const Contribution given{absl::MakeSpan(&part, 1),
                           static_cast<int64_t>(numbers.size()),
                           framework::DataType::kFloat32};
  store->Add("begun", 1);
  try {
    while (true) group->AllReduce(given, part);
  } catch (const platform::Error& error) {
    const int64_t end = Now();
    EXPECT_EQ(error.code(), platform::ErrorCode::kUnavailable);
    EXPECT_NE(error.message().find(absl::StrCat("rank ", rank)),
              std::string::npos)
        << error.message();
    EXPECT_NE(error.message().find("message from rank"), std::string::npos);
    const int64_t killed = std::stoll(
        store->Wait({"killed"}, steady_clock::now() + milliseconds(5000))[0]);
    EXPECT_LT(end - killed, 2000) << error.message();
  }
  group.reset();
  EXPECT_LT(Now() - std::stoll(*store->Get("killed")), 4000);
  return 0;
}

TEST_F(GlooProcessTest, SurvivorsOfAKillLearnOfIt) {
  constexpr int kRanks = 3, kTimes = 10;
  for (int i = 0; i < kTimes; ++i) {
    const std::string job = Job(i);
    ChildProcesses children(
        kRanks, [&](int rank) { return AddUntilLost(rank, kRanks, job); });
    auto store = NewFileStore(job);
    Await(store.get(), kRanks);
    std::this_thread::sleep_for(milliseconds(7 * i));
    store->Set("killed", absl::StrCat(Now()));
    children.Signal(i % kRanks, SIGKILL);
    for (int rank = 0; rank < kRanks; ++rank) {
      EXPECT_EQ(children.Wait(rank), rank == i % kRanks ? -1 : 0) << i;
    }
  }
}

// Aborts while the other process is stopped; a large message that this one
// sends is half way through then.
int AbortBesideStopped(const std::string& job, size_t bytes, bool sends) {
  auto end = ConnectGlooMember(0, 2, job);
  auto memory = std::make_unique<std::string>(bytes, 'x');
  auto store = NewFileStore(job);
  store->Add("begun", 1);
  store->Wait({"stopped"}, steady_clock::now() + std::chrono::seconds(30));
  auto message = sends ? end->Send(1, 0, memory->data(), bytes)
                       : end->Receive(1, 0, memory->data(), bytes);
  int64_t begin = 0;
  std::thread aborts([&] {
    std::this_thread::sleep_for(milliseconds(100));
    begin = Now();
    end->Abort("it is stopped");
  });
  try {
    message->Wait();
    ADD_FAILURE() << "nobody can have received it";
  } catch (const platform::Error& error) {
    const int64_t ended = Now();
    aborts.join();
    EXPECT_LT(ended - begin, 500);
    EXPECT_NE(error.message().find("rank 0 has left the group: it is stopped"),
              std::string::npos)
        << error.message();
  }
  memory.reset();
  message.reset();
  end.reset();
  EXPECT_LT(Now() - begin, 1500);
  return 0;
}

TEST_F(GlooProcessTest, AbortEndsWaitsForAStoppedProcess) {
  const std::vector<std::pair<size_t, bool>> cases{
      {4, false}, {64 << 20, false}, {64 << 20, true}};
  for (size_t i = 0; i < cases.size(); ++i) {
    const auto [bytes, sends] = cases[i];
    const std::string job = Job(i);
    ChildProcesses children(2, [&, bytes = bytes, sends = sends](int rank) {
      if (rank == 0) return AbortBesideStopped(job, bytes, sends);
      auto end = ConnectGlooMember(1, 2, job);
      std::string memory(bytes, 'y');
      // Begun before it is stopped, unlike those of the other process.
      auto message =
          sends ? end->Receive(0, 0, memory.data(), bytes)
                : end->Send(0, bytes > 4 ? 0 : 1, memory.data(), bytes);
      NewFileStore(job)->Add("begun", 1);
      pause();
      return 1;
    });
    auto store = NewFileStore(job);
    Await(store.get(), 2);
    children.Signal(1, SIGSTOP);
    store->Set("stopped", "");
    EXPECT_EQ(children.Wait(0), 0);
  }
}

TEST_F(GlooProcessTest, StoppedProcessLearnsOfTheAbort) {
  const std::string job = Job(0);
  ChildProcesses children(2, [&](int rank) {
    auto end = ConnectGlooMember(rank, 2, job);
    auto store = NewFileStore(job);
    int value = 0;
    auto message = end->Receive(1 - rank, 0, &value, sizeof(value));
    store->Add("begun", 1);
    if (rank == 0) {
      store->Wait({"stopped"}, steady_clock::now() + std::chrono::seconds(30));
      end->Abort("the epoch is over");
      message.reset();
      end.reset();
      return 0;
    }
    try {
      message->Wait();
    } catch (const platform::Error& error) {
      EXPECT_NE(
          error.message().find("rank 0 has left the group: the epoch is over"),
          std::string::npos)
          << error.message();
      return 0;
    }
    return 1;
  });
  auto store = NewFileStore(job);
  Await(store.get(), 2);
  children.Signal(1, SIGSTOP);
  store->Set("stopped", "");
  EXPECT_EQ(children.Wait(0), 0);
  children.Signal(1, SIGCONT);
  EXPECT_EQ(children.Wait(1), 0);
}

// A network of this process alone, with one port to choose, which is taken.
int TakeAllPorts() {
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return -1;
  const int taken = socket(AF_INET, SOCK_STREAM, 0);
  ifreq loopback = {};
  loopback.ifr_name[0] = 'l';
  loopback.ifr_name[1] = 'o';
  loopback.ifr_flags = IFF_UP;
  std::ofstream("/proc/sys/net/ipv4/ip_local_port_range") << "40000 40000";
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(40000);
  if (ioctl(taken, SIOCSIFFLAGS, &loopback) != 0 ||
      bind(taken, reinterpret_cast<const sockaddr*>(&address),
           sizeof(address)) != 0 ||
      listen(taken, 1) != 0) {
    return -1;
  }
  return taken;
}

TEST_F(GlooProcessTest, PortsThatAreAllInUseAreAnError) {
  ChildProcesses child(1, [&](int) {
    if (TakeAllPorts() < 0) return 2;
    try {
      ConnectGlooMember(0, 2, Job(0));
    } catch (const platform::Error& error) {
      EXPECT_EQ(error.message(),
                "rank 0 cannot use the address '127.0.0.1': no port of it is "
                "free: Address already in use");
      return 0;
    }
    return 3;
  });
  EXPECT_EQ(child.Wait(0), 0);
}

}  // namespace
}  // namespace paddle::distributed
