#include "paddle/framework/distributed/gloo/testing/gloo_group.h"

#include <chrono>
#include <exception>
#include <future>
#include <thread>
#include <utility>

#include "paddle/framework/distributed/runner/store_rendezvous.h"
#include "paddle/framework/distributed/store/file_store.h"

namespace paddle::distributed {

void RunThreads(int ranks, const std::function<void(int rank)>& function) {
  std::vector<std::future<void>> results;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    std::packaged_task<void()> task([&function, rank] { function(rank); });
    results.push_back(task.get_future());
    threads.emplace_back(std::move(task));
  }
  for (std::thread& thread : threads) thread.join();
  for (std::future<void>& result : results) result.get();
}

std::unique_ptr<Transport> ConnectGlooMember(int rank, int size,
                                             const std::string& folder,
                                             Sharing sharing) {
  MemberOptions options;
  options.rank = rank;
  options.size = size;
  options.timeout = std::chrono::minutes(1);
  options.rendezvous = RendezvousOf(NewFileStore(folder));
  return ConnectGloo(options, sharing);
}

std::vector<std::unique_ptr<Transport>> ConnectGlooThreads(
    int size, const std::string& folder, Sharing sharing) {
  std::vector<std::unique_ptr<Transport>> ends(size);
  RunThreads(size, [&](int rank) {
    ends[rank] = ConnectGlooMember(rank, size, folder, sharing);
  });
  return ends;
}

}  // namespace paddle::distributed
