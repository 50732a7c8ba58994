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
#include "paddle/framework/distributed/store/file_store.h"

namespace paddle::distributed {
namespace {

constexpr int kSize = 2;
constexpr int64_t kLargest = 64 << 20;  // bytes

std::unique_ptr<Communicator> Connect(int rank, const std::string& folder) {
  std::shared_ptr<Store> store = NewFileStore(folder);
  MemberOptions options;
  options.rank = rank;
  options.size = kSize;
  options.rendezvous.set = [store](const std::string& key,
                                   const std::string& value) {
    store->Set(key, value);
  };
  options.rendezvous.wait = [store](const std::string& key,
                                    Rendezvous::Deadline deadline) {
    return store->Wait({key}, deadline).front();
  };
  return NewTransportCommunicator(ConnectGloo(options), kSize);
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

void Member(int rank, const std::string& folder, double seconds) {
  auto group = Connect(rank, folder + "/ours");
  auto ring = ConnectRing(rank, folder);
  std::vector<float> numbers(kLargest / sizeof(float), 0.0f);
  if (rank == 0)
    std::printf("%9s %11s %11s %9s\n", "bytes", "ours us", "ring us",
                "ring/ours");
  for (int64_t bytes = 1 << 10; bytes <= kLargest; bytes *= 4) {
    const int64_t count = bytes / sizeof(float);
    void* part = numbers.data();
    const Contribution given{absl::MakeSpan(&part, 1), count,
                             framework::DataType::kFloat32};
    std::vector<double> ours, rings;
    double spent = 0;
    char more = 1;
    for (uint32_t round = 0; more; ++round) {
      group->Barrier();
      const double a = Seconds([&] { group->AllReduce(given, part); });
      group->Barrier();
      const double b =
          Seconds([&] { Ring(ring, numbers.data(), count, round); });
      if (round > 2) ours.push_back(a), rings.push_back(b);
      spent += a + b;
      more = spent < seconds || round < 20;
      group->Broadcast(&more, 1, 0);
    }
    if (rank != 0) continue;
    std::printf("%9lld %11.1f %11.1f %9.2f\n", static_cast<long long>(bytes),
                Median(ours) * 1e6, Median(rings) * 1e6,
                Median(rings) / Median(ours));
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
