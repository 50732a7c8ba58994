// Compares the all-reduce of a group of two processes with Gloo's own:
//   bazel run //framework/distributed/gloo:bench [SECONDS_PER_SIZE]
#include <gloo/allreduce.h>
#include <gloo/math.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/tcp/device.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/distributed/gloo/gloo_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/framework/distributed/runner/store_rendezvous.h"
#include "paddle/framework/distributed/store/file_store.h"

namespace paddle::distributed {
namespace {

constexpr int kSize = 2;
constexpr int64_t kLargest = 64 << 20;  // bytes

std::unique_ptr<Communicator> Connect(int rank, const std::string& folder,
                                      Sharing sharing) {
  MemberOptions options;
  options.rank = rank;
  options.size = kSize;
  options.rendezvous = RendezvousOf(NewFileStore(folder));
  return NewTransportCommunicator(ConnectGloo(options, sharing), kSize);
}

std::shared_ptr<gloo::Context> ConnectRing(int rank,
                                           const std::string& folder) {
  gloo::transport::tcp::attr attr("127.0.0.1");
  auto device = gloo::transport::tcp::CreateDevice(attr);
  auto context = std::make_shared<gloo::rendezvous::Context>(rank, kSize);
  gloo::rendezvous::FileStore store(folder);
  context->connectFullMesh(store, device);
  return context;
}

void Ring(const std::shared_ptr<gloo::Context>& context, float* numbers,
          int64_t count, uint32_t tag) {
  gloo::AllreduceOptions options(context);
  options.setAlgorithm(gloo::AllreduceOptions::Algorithm::RING);
  options.setOutput(numbers, count);
  options.setReduceFunction(
      static_cast<void (*)(void*, const void*, const void*, size_t)>(
          &gloo::sum<float>));
  options.setTag(tag);
  gloo::allreduce(options);
}

double Seconds(const std::function<void()>& body) {
  const auto begin = std::chrono::steady_clock::now();
  body();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
      .count();
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

using Medians = std::array<double, 3>;

// Returns the medians of what the rivals take, in microseconds; all members
// call them in turn, for so many seconds.
Medians Race(Communicator* group, const std::function<void()> (&rivals)[3],
             double seconds) {
  std::array<std::vector<double>, 3> times;
  double spent = 0;
  char more = 1;
  for (int round = 0; more; ++round) {
    for (int rival = 0; rival < 3; ++rival) {
      group->Barrier();
      const double time = Seconds(rivals[rival]);
      if (round > 2) times[rival].push_back(time * 1e6);
      spent += time;
    }
    more = spent < seconds || round < 20;
    group->Broadcast(&more, 1, 0);
  }
  return {Median(times[0]), Median(times[1]), Median(times[2])};
}

void Member(int rank, const std::string& folder, double seconds) {
  auto group = Connect(rank, folder + "/ours", Sharing::kOfMachine);
  auto network = Connect(rank, folder + "/network", Sharing::kNone);
  auto ring = ConnectRing(rank, folder);
  std::vector<float> numbers(kLargest / sizeof(float), 0.0f);
  if (rank == 0)
    std::printf("%9s %11s %11s %11s %9s %9s\n", "bytes", "ours us",
                "network us", "ring us", "ring/ours", "/network");
  for (int64_t bytes = 1 << 10; bytes <= kLargest; bytes *= 4) {
    const int64_t count = bytes / sizeof(float);
    void* part = numbers.data();
    const Contribution given{absl::MakeSpan(&part, 1), count,
                             framework::DataType::kFloat32};
    uint32_t tag = 0;
    const auto [ours, tcp, rings] =
        Race(group.get(),
             {[&] { group->AllReduce(given, part); },
              [&] { network->AllReduce(given, part); },
              [&] { Ring(ring, numbers.data(), count, tag++); }},
             seconds);
    if (rank != 0) continue;
    std::printf("%9lld %11.1f %11.1f %11.1f %9.2f %9.2f\n",
                static_cast<long long>(bytes), ours, tcp, rings, rings / ours,
                rings / tcp);
    std::fflush(stdout);
  }
}

int Main(double seconds) {
  std::string folder =
      (std::filesystem::temp_directory_path() / "gloo-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const pid_t child = fork();  // before there are threads
  try {
    Member(child == 0 ? 1 : 0, folder, seconds);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(1);
  }
  if (child == 0) std::_Exit(0);
  waitpid(child, nullptr, 0);
  std::filesystem::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace paddle::distributed

int main(int argc, char** argv) {
  return paddle::distributed::Main(argc > 1 ? std::atof(argv[1]) : 3);
}
