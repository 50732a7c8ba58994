// A library with the functions of NCCL that Paddle calls, for tests on machines
// without it: members are threads of one process, and memory is the host's.
//
// As of a communicator that does not block, calls of a group go on after
// ncclGroupEnd; whoever finds the last one of the two or more that belong
// together, there or in ncclCommGetAsyncError, copies the bytes.
#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddle/framework/distributed/nccl/nccl_api.h"

namespace paddle::distributed {
namespace {

size_t WidthOf(NcclType type) {
  switch (type) {
    case NcclType::kInt8:
    case NcclType::kUint8:
      return 1;
    case NcclType::kFloat16:
    case NcclType::kBfloat16:
      return 2;
    case NcclType::kInt64:
    case NcclType::kFloat64:
      return 8;
    default:
      return 4;
  }
}

struct Call {
  enum Kind {
    kSend,
    kReceive,
    kAllGather,
    kBroadcast,
    kAllReduce,
    kReduceScatter,
  };
  Kind kind;
  int peer;  // or root
  const void* from;
  void* to;
  size_t bytes;
  NcclType type = NcclType::kUint8;
  NcclOp op = NcclOp::kSum;
};

struct World;

}  // namespace

// A member, and what it has begun but not ended.
struct NcclComm {
  std::shared_ptr<World> world;
  int rank;
  std::deque<Call> calls;
  std::string error;
};

namespace {

// The members that share an id.
struct World {
  explicit World(int size) : members(size, nullptr) {}

  std::vector<NcclComm*> members;
  bool complete = false;  // all have come
  bool left = false;      // one is gone again
  bool broken = false;    // one has aborted
};

std::mutex mutex;  // of all below, and of all members
std::map<std::string, std::weak_ptr<World>> worlds;
std::map<std::string, int> counts;  // of calls, by name

// The calls of a thread's open group, each with the member that makes it.
thread_local std::vector<std::pair<NcclComm*, Call>> group;

// Reads what a test wants the library to do wrong.
const char* Setting(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::deque<Call>::iterator Find(NcclComm* comm, Call::Kind kind, int peer) {
  return std::find_if(
      comm->calls.begin(), comm->calls.end(),
      [&](const Call& call) { return call.kind == kind && call.peer == peer; });
}

bool IsCollective(const Call& call) {
  return call.kind != Call::kSend && call.kind != Call::kReceive;
}

bool Deliver(World* world, NcclComm* sender) {
  for (auto out = sender->calls.begin(); out != sender->calls.end(); ++out) {
    if (out->kind != Call::kSend) continue;
    NcclComm* const receiver = world->members[out->peer];
    const auto in = Find(receiver, Call::kReceive, sender->rank);
    if (in == receiver->calls.end()) continue;
    if (in->bytes != out->bytes) world->broken = true;
    std::memcpy(in->to, out->from, std::min(in->bytes, out->bytes));
    receiver->calls.erase(in);
    sender->calls.erase(Find(sender, Call::kSend, receiver->rank));
    return true;
  }
  return false;
}

// Combines from the last member to the first, unlike any tree.
template <class T>
void Reduce(const std::vector<Call>& calls) {
  const size_t count = calls[0].bytes / sizeof(T);
  std::vector<T> result(count);
  for (size_t rank = calls.size(); rank-- > 0;) {
    const T* const from = static_cast<const T*>(calls[rank].from);
    for (size_t i = 0; i < count; ++i) {
      T& to = result[i];
      if (rank + 1 == calls.size()) {
        to = from[i];
      } else if (calls[rank].op == NcclOp::kSum) {
        to = static_cast<T>(to + from[i]);
      } else {
        to = calls[rank].op == NcclOp::kMax ? std::max(to, from[i])
                                            : std::min(to, from[i]);
      }
    }
  }
  // Each member gets all of it, or its piece.
  for (size_t rank = 0; rank < calls.size(); ++rank) {
    const bool piece = calls[rank].kind == Call::kReduceScatter;
    const size_t pieces = piece ? calls.size() : 1;
    const size_t each = count / pieces;
    std::memcpy(calls[rank].to, result.data() + (piece ? rank * each : 0),
                each * sizeof(T));
  }
}

bool IsReduction(const Call& call) {
  return call.kind == Call::kAllReduce || call.kind == Call::kReduceScatter;
}

void ReduceNumbers(const std::vector<Call>& calls) {
  switch (calls[0].type) {
    case NcclType::kFloat32:
      return Reduce<float>(calls);
    case NcclType::kFloat64:
      return Reduce<double>(calls);
    default:  // no test has others
      return Reduce<int32_t>(calls);
  }
}

void Finish(World* world, const std::vector<Call>& calls) {
  for (size_t rank = 0; rank < calls.size(); ++rank) {
    const Call& call = calls[rank];
    if (IsReduction(call)) break;
    if (call.kind == Call::kBroadcast) {
      const void* from = calls[call.peer].from;
      if (call.to != from) std::memcpy(call.to, from, call.bytes);
      continue;
    }
    for (size_t peer = 0; peer < calls.size(); ++peer) {
      char* const to = static_cast<char*>(call.to) + peer * call.bytes;
      if (to != calls[peer].from) {
        std::memmove(to, calls[peer].from, call.bytes);
      }
    }
  }
  if (IsReduction(calls[0])) ReduceNumbers(calls);
  for (NcclComm* member : world->members) member->calls.pop_front();
}

// A collective call takes place when it is the first one of every member.
bool Collect(World* world) {
  std::vector<Call> calls;
  for (NcclComm* member : world->members) {
    if (member->calls.empty() || !IsCollective(member->calls.front())) {
      return false;
    }
    calls.push_back(member->calls.front());
  }
  Finish(world, calls);
  return true;
}

void Progress(World* world) {
  if (!world->complete || world->left || world->broken) return;
  bool moved = true;
  while (moved) {
    moved = Collect(world);
    for (NcclComm* member : world->members) {
      while (Deliver(world, member)) moved = true;
    }
  }
}

NcclResult Enqueue(const char* name, NcclComm* comm, const Call& call) {
  std::lock_guard<std::mutex> lock(mutex);
  ++counts[name];
  if (Setting("FAKE_NCCL_FAIL") == std::string(name)) {
    comm->error = "a cable was pulled";
    return static_cast<NcclResult>(2);
  }
  group.emplace_back(comm, call);
  return NcclResult::kSuccess;
}

NcclResult StateOf(const NcclComm& comm) {
  if (comm.world->complete && comm.calls.empty()) return NcclResult::kSuccess;
  if (comm.world->broken) return static_cast<NcclResult>(6);
  return NcclResult::kInProgress;
}

NcclResult Leave(NcclComm* comm, bool broken) {
  std::lock_guard<std::mutex> lock(mutex);
  World& world = *comm->world;
  if (broken) world.broken = true;
  world.left = true;
  world.members[comm->rank] = nullptr;
  delete comm;
  return NcclResult::kSuccess;
}

}  // namespace

#define FAKE_NCCL extern "C" __attribute__((visibility("default")))

FAKE_NCCL NcclResult ncclGetVersion(int* version) {
  const char* const wanted = Setting("FAKE_NCCL_VERSION");
  *version = *wanted == '\0' ? 22304 : std::atoi(wanted);
  return NcclResult::kSuccess;
}

FAKE_NCCL const char* ncclGetErrorString(NcclResult result) {
  if (static_cast<int>(result) == 6) return "remote process exited";
  return result == NcclResult::kSuccess ? "no error" : "unhandled system error";
}

FAKE_NCCL const char* ncclGetLastError(NcclComm* comm) {
  return comm == nullptr ? "" : comm->error.c_str();
}

FAKE_NCCL NcclResult ncclGetUniqueId(NcclId* id) {
  static int ids = 0;
  std::lock_guard<std::mutex> lock(mutex);
  const std::string text = "world " + std::to_string(ids++);
  std::memcpy(id->bytes, text.c_str(), text.size() + 1);
  return NcclResult::kSuccess;
}

FAKE_NCCL NcclResult ncclCommInitRankConfig(NcclComm** comm, int size,
                                            NcclId id, int rank,
                                            NcclConfig* config) {
  if (config->blocking != 0) return NcclResult::kInvalidUsage;
  std::lock_guard<std::mutex> lock(mutex);
  std::weak_ptr<World>& known = worlds[id.bytes];
  std::shared_ptr<World> world = known.lock();
  if (world == nullptr) known = world = std::make_shared<World>(size);
  *comm = new NcclComm{world, rank, {}, ""};
  world->members[rank] = *comm;
  world->complete =
      std::count(world->members.begin(), world->members.end(), nullptr) == 0;
  return StateOf(**comm);
}

FAKE_NCCL NcclResult ncclCommFinalize(NcclComm*) {
  return NcclResult::kSuccess;
}

FAKE_NCCL NcclResult ncclCommDestroy(NcclComm* comm) {
  return Leave(comm, false);
}

FAKE_NCCL NcclResult ncclCommAbort(NcclComm* comm) { return Leave(comm, true); }

FAKE_NCCL NcclResult ncclCommGetAsyncError(NcclComm* comm, NcclResult* result) {
  std::lock_guard<std::mutex> lock(mutex);
  Progress(comm->world.get());
  *result = StateOf(*comm);
  return NcclResult::kSuccess;
}

FAKE_NCCL NcclResult ncclGroupStart() { return NcclResult::kSuccess; }

FAKE_NCCL NcclResult ncclGroupEnd() {
  std::lock_guard<std::mutex> lock(mutex);
  NcclResult result = NcclResult::kSuccess;
  for (const auto& [comm, call] : group) comm->calls.push_back(call);
  if (!group.empty()) {
    NcclComm* const comm = group.front().first;
    Progress(comm->world.get());
    result = StateOf(*comm);
  }
  group.clear();
  return result;
}

FAKE_NCCL NcclResult ncclSend(const void* data, size_t count, NcclType type,
                              int peer, NcclComm* comm, CUstream_st*) {
  return Enqueue("ncclSend", comm,
                 {Call::kSend, peer, data, nullptr, count * WidthOf(type)});
}

FAKE_NCCL NcclResult ncclRecv(void* data, size_t count, NcclType type, int peer,
                              NcclComm* comm, CUstream_st*) {
  return Enqueue("ncclRecv", comm,
                 {Call::kReceive, peer, nullptr, data, count * WidthOf(type)});
}

FAKE_NCCL NcclResult ncclAllGather(const void* data, void* result, size_t count,
                                   NcclType type, NcclComm* comm,
                                   CUstream_st*) {
  return Enqueue("ncclAllGather", comm,
                 {Call::kAllGather, 0, data, result, count * WidthOf(type)});
}

FAKE_NCCL NcclResult ncclBroadcast(const void* data, void* result, size_t count,
                                   NcclType type, int root, NcclComm* comm,
                                   CUstream_st*) {
  return Enqueue("ncclBroadcast", comm,
                 {Call::kBroadcast, root, data, result, count * WidthOf(type)});
}

FAKE_NCCL NcclResult ncclAllReduce(const void* data, void* result, size_t count,
                                   NcclType type, NcclOp op, NcclComm* comm,
                                   CUstream_st*) {
  return Enqueue(
      "ncclAllReduce", comm,
      {Call::kAllReduce, 0, data, result, count * WidthOf(type), type, op});
}

// The array has a piece of `count` numbers for each member.
FAKE_NCCL NcclResult ncclReduceScatter(const void* data, void* result,
                                       size_t count, NcclType type, NcclOp op,
                                       NcclComm* comm, CUstream_st*) {
  const size_t bytes = count * WidthOf(type) * comm->world->members.size();
  return Enqueue("ncclReduceScatter", comm,
                 {Call::kReduceScatter, 0, data, result, bytes, type, op});
}

// Returns how often a function of the library was called, for tests.
FAKE_NCCL int fakeNcclCalls(const char* name) {
  std::lock_guard<std::mutex> lock(mutex);
  return counts[name];
}

}  // namespace paddle::distributed
