#include "paddle/framework/distributed/master/node.h"

#include <cstdio>
#include <thread>
#include <utility>
#include <vector>

#include "paddle/framework/distributed/master/node_fence.h"
#include "paddle/framework/distributed/master/random_name.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

// Time between two looks at the board, and at processes.
constexpr auto kPause = std::chrono::milliseconds(100);

void Report(const platform::Error& error) {
  std::fprintf(stderr, "paddle: %s\n", error.message().c_str());
}

}  // namespace

Node::Node(NodeOptions options, LeasedStore* store, const JobFolders& folders,
           NodeProcesses::StartOf start)
    : options_(std::move(options)),
      store_(store),
      board_(store),
      folders_(folders),
      start_(std::move(start)) {}

void Node::Run(const std::atomic<bool>& stopped) {
  while (!stopped) {
    try {
      const auto lease = store_->Grant(options_.ttl);
      RunUnder(lease.get(), stopped);
    } catch (const platform::Error& error) {
      // A lease that has ended is not found.
      if (error.code() != platform::ErrorCode::kUnavailable &&
          error.code() != platform::ErrorCode::kNotFound) {
        throw;
      }
      Report(error);
      std::this_thread::sleep_for(kPause);
    }
  }
}

void Node::RunUnder(Lease* lease, const std::atomic<bool>& stopped) {
  const std::string name = RandomName(options_.name);
  NodeProcesses processes(
      name, folders_, start_,
      [&](const ProcessName& process, const proto::ProcessState& state) {
        board_.Say(process, state, *lease);
      });
  board_.Offer(name, options_.state, *lease);
  NodeFence fence(lease, options_.ttl, [&] { processes.Fence(); });
  while (!stopped && fence.open()) {
    try {
      // Before the jobs: what a node says last is then seen before it goes.
      const Nodes nodes = board_.nodes();
      std::vector<KnownJob> jobs = board_.Jobs();
      if (const int64_t lead = board_.Lead(name, *lease)) {
        Decide(nodes, lead, &jobs);
      }
      processes.Update({jobs.begin(), jobs.end()});
      processes.Watch();
    } catch (const platform::Error& error) {
      // Jobs go on without the store, as long as the lease does.
      if (error.code() != platform::ErrorCode::kUnavailable) throw;
    }
    fence.Touch();
    std::this_thread::sleep_for(kPause);
  }
}

void Node::Decide(const Nodes& nodes, int64_t lead,
                  std::vector<KnownJob>* jobs) {
  std::vector<ScheduledJob> scheduled(jobs->begin(), jobs->end());
  const std::vector<bool> changed = Schedule(nodes, &scheduled);
  for (size_t i = 0; i < jobs->size(); ++i) {
    if (!changed[i]) continue;
    KnownJob job = (*jobs)[i];
    job.state = scheduled[i].state;
    const bool over = job.state.phase() > proto::JobState::RUNNING;
    if (job.state.attempt() != (*jobs)[i].state.attempt()) {
      job.processes.clear();  // of the attempt before
    }
    if (!board_.Change(job, lead)) continue;
    board_.Forget(job, over);
    (*jobs)[i] = std::move(job);
  }
}

}  // namespace paddle::distributed
