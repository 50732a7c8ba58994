// Members that are connected by libpaddle_gloo.so, as a program loads it.
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/distributed/gloo/testing/all_calls.h"
#include "paddle/framework/distributed/gloo/testing/gloo_group.h"
#include "paddle/framework/distributed/group/backend_transport.h"
#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/framework/distributed/runner/store_rendezvous.h"
#include "paddle/framework/distributed/store/file_store.h"
#include "paddle/platform/file.h"
#include "paddle/platform/testing/expect_error.h"
#include "paddle/platform/testing/temporary_folder.h"

namespace paddle::distributed {
namespace {

constexpr char kLibrary[] = "framework/distributed/gloo/libpaddle_gloo.so";

class GlooBackendTest : public ::testing::Test {
 protected:
  MemberOptions Options(int rank, int size, int milliseconds) {
    MemberOptions options;
    options.rank = rank;
    options.size = size;
    options.timeout = std::chrono::milliseconds(milliseconds);
    options.rendezvous = RendezvousOf(NewFileStore(folder_.Path("job")));
    return options;
  }
  std::vector<std::unique_ptr<Transport>> Connect(int size) {
    std::vector<std::unique_ptr<Transport>> ends(size);
    RunThreads(size, [&](int rank) {
      ends[rank] =
          ConnectBackend(LoadBackend(kLibrary), Options(rank, size, 60000));
    });
    return ends;
  }

  const platform::TemporaryFolder folder_;
};

TEST_F(GlooBackendTest, CallsHaveTheBitsOfThreads) {
  EXPECT_TRUE(ResultsOfMembers(Connect(3), 100000) ==
              ResultsOfMembers(ConnectThreads(3), 100000));
}

TEST_F(GlooBackendTest, ErrorsCrossTheLibrary) {
  const PaddleTransportTable& table = LoadBackend(kLibrary);
  EXPECT_ERROR(ConnectBackend(table, Options(2, 2, 0)), InvalidArgument,
               "rank 2 in a group of 2");
  EXPECT_ERROR(ConnectBackend(table, Options(0, 2, 20)), Unavailable,
               "nobody has set gloo/1 in the store ");
  MemberOptions options = Options(0, 2, 20);
  options.rendezvous.set = [](const std::string&, const std::string&) {
    PADDLE_THROW(ResourceExhausted, "the store is full");
  };
  EXPECT_ERROR(ConnectBackend(table, options), ResourceExhausted,
               "the store is full");
}

TEST_F(GlooBackendTest, MessagesFailAsOthersDo) {
  auto ends = Connect(2);
  EXPECT_EQ(ends[1]->rank(), 1);
  EXPECT_EQ(ends[1]->size(), 2);
  EXPECT_ERROR(ends[0]->Send(0, 0, nullptr, 0), InvalidArgument,
               "cannot exchange messages with rank 0");
  char bytes[2];
  auto in = ends[0]->Receive(1, 0, bytes, 2);
  auto never = ends[1]->Receive(0, 1, bytes, 1);
  auto out = ends[1]->Send(0, 0, bytes, 1);
  EXPECT_ERROR(in->Wait(), InvalidArgument,
               "one sends 1 bytes, the other expects 2");
  EXPECT_ERROR(never->Wait(), Unavailable, "rank 0 has left the group");
  ends[1]->Abort("enough");
  EXPECT_ERROR(ends[1]->Send(0, 0, bytes, 1)->Wait(), Unavailable,
               "rank 1 has left the group: enough");
}

TEST_F(GlooBackendTest, OtherFilesAreRefused) {
  EXPECT_ERROR(LoadBackend("/nowhere/libx.so"), InvalidArgument,
               "'/nowhere/libx.so' cannot be loaded: /nowhere/libx.so: cannot "
               "open shared object file");
  platform::AtomicWriteFile(folder_.Path("text.so"), "text");
  EXPECT_ERROR(LoadBackend(folder_.Path("text.so")), InvalidArgument,
               "/text.so' cannot be loaded: ");
  EXPECT_ERROR(LoadBackend("libm.so.6"), InvalidArgument,
               "'libm.so.6' has no function PaddleTransportBackend");
}

}  // namespace
}  // namespace paddle::distributed
