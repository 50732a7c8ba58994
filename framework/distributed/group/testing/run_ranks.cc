#include "paddle/framework/distributed/group/testing/run_ranks.h"

#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/group/thread_transport.h"
#include "paddle/framework/distributed/group/transport_communicator.h"

namespace paddle::distributed {

void RunRanks(int ranks, int shards,
              const std::function<void(Communicator& group)>& function,
              const WrapGroup& wrap) {
  std::vector<std::unique_ptr<Transport>> ends = ConnectThreads(ranks);
  std::once_flag first;
  std::exception_ptr error;
  std::vector<std::thread> threads;
  for (int rank = 0; rank < ranks; ++rank) {
    threads.emplace_back([&, rank] {
      std::unique_ptr<Communicator> group = NewTransportCommunicator(
          std::move(ends[rank]), shards == 0 ? ranks : shards);
      try {
        if (wrap) group = wrap(std::move(group));
        function(*group);
      } catch (...) {
        std::call_once(first, [&] { error = std::current_exception(); });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  if (error != nullptr) std::rethrow_exception(error);
}

}  // namespace paddle::distributed
