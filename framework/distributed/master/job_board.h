// Keeps what nodes of a cluster know together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddle/framework/distributed/master/node_processes.h"
#include "paddle/framework/distributed/master/schedule.h"
#include "paddle/framework/distributed/master/submitted_job.pb.h"
#include "paddle/framework/distributed/store/leased_store.h"

namespace paddle::distributed {

// A job as one look at the board has shown it.
struct KnownJob : ScheduledJob {
  int64_t revision = 0;  // of its state
};

// The keys of a store by which nodes know each other, jobs, and what becomes of
// their processes:
//
//   leader                            name of the node that leads; leased
//   nodes/<name>                      NodeState; leased
//   jobs/<id>                         JobState; the leading node changes it
//   cancelled/<id>                    somebody wants it cancelled
//   processes/<id>/<attempt>/<name>   ProcessState; leased until it has ended
//
// All functions throw Unavailable if the store cannot be reached. Thread safe.
class JobBoard {
 public:
  // The store must outlive the board.
  explicit JobBoard(LeasedStore* store) : store_(store) {}

  // Adds a job; does nothing if it is known.
  void Add(const std::string& id, const proto::JobState& state);
  void Cancel(const std::string& id);
  // Returns the jobs, in the order in which they were sent, with what the
  // processes of their current attempts say.
  std::vector<KnownJob> Jobs();
  // Writes the state of a job, as the node that leads: see Lead. False if
  // somebody has, since it was looked at, or another one leads.
  bool Change(const KnownJob& job, int64_t lead);
  // Removes what nobody reads any more of a job: processes of attempts before
  // the present one; if it is over, of all, and the tasks of its data.
  void Forget(const KnownJob& job, bool over);

  // Makes the node known as long as the lease lives.
  void Offer(const std::string& name, const proto::NodeState& state,
             const Lease& lease);
  Nodes nodes();
  // Returns a number if the node leads from now on, or did before, as long as
  // the lease lives; 0 if another one does.
  int64_t Lead(const std::string& name, const Lease& lease);

  // Says what has become of a process: as long as the lease lives, or for good
  // if it has ended.
  void Say(const ProcessName& name, const proto::ProcessState& state,
           const Lease& lease);

 private:
  std::vector<Entry> List(const char* prefix);

  LeasedStore* const store_;
};

}  // namespace paddle::distributed
