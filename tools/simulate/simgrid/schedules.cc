#include "paddle/tools/simulate/simgrid/schedules.h"

#include <string>
#include <vector>

#include "paddle/framework/distributed/group/message_list.h"
#include "paddle/framework/distributed/group/transport_communicator.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/simulate/simgrid/simulated_transport.h"

namespace paddle::simulate {
namespace {

using distributed::Communicator;

std::unique_ptr<Communicator> Connect(const std::string& group, int rank,
                                      int ranks) {
  return distributed::NewTransportCommunicator(
      NewSimulatedTransport(group, rank, ranks), ranks);
}

// Returns how many of the numbers each rank owns.
std::vector<int64_t> PieceSizes(int64_t numbers, int ranks) {
  std::vector<int64_t> sizes;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    sizes.push_back(numbers * (rank + 1) / ranks - numbers * rank / ranks);
  }
  return sizes;
}

std::vector<size_t> BytesOf(const std::vector<int64_t>& numbers) {
  std::vector<size_t> bytes;
  for (int64_t count : numbers) bytes.push_back(count * sizeof(float));
  return bytes;
}

}  // namespace

void ReduceByTree(int rank, int ranks, absl::Span<float> numbers) {
  void* part = numbers.data();
  Connect("all", rank, ranks)
      ->AllReduce(
          {absl::MakeSpan(&part, 1), static_cast<int64_t>(numbers.size()),
           framework::DataType::kFloat32},
          part);
}

void ReduceByTwoLevels(int rank, int ranks, int node,
                       absl::Span<float> numbers) {
  PADDLE_ENFORCE(node > 0 && ranks % node == 0, InvalidArgument, ranks,
                 " ranks in nodes of ", node);
  const int place = rank % node;
  auto near = Connect("node" + std::to_string(rank / node), place, node);
  auto far =
      Connect("piece" + std::to_string(place), rank / node, ranks / node);
  const std::vector<int64_t> counts = PieceSizes(numbers.size(), node);
  void* part = numbers.data();
  void* piece = numbers.data() + numbers.size() * place / node;
  near->ReduceScatter(
      {absl::MakeSpan(&part, 1), static_cast<int64_t>(numbers.size()),
       framework::DataType::kFloat32},
      counts, piece);
  far->AllReduce(
      {absl::MakeSpan(&piece, 1), counts[place], framework::DataType::kFloat32},
      piece);
  near->AllGather(piece, BytesOf(counts), part);
}

void ReduceByRing(int rank, int ranks, absl::Span<float> numbers) {
  auto transport = NewSimulatedTransport("ring", rank, ranks);
  const std::vector<size_t> bytes = BytesOf(PieceSizes(numbers.size(), ranks));
  const int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  for (int round = 0; round < 2 * (ranks - 1); ++round) {
    distributed::MessageList messages(transport.get());
    const int sent = (rank + 2 * ranks - round) % ranks;
    messages.Receive(previous, 0, numbers.data(),
                     bytes[(sent + ranks - 1) % ranks]);
    messages.Send(next, 0, numbers.data(), bytes[sent]);
    messages.WaitAll();
  }
}

}  // namespace paddle::simulate
