// Prints the simulated seconds of an all-reduce of a cluster whose hosts are
// connected to one switch, both ways at once:
//   all_reduce tree|two-levels|ring RANKS BYTES SECONDS BYTES_PER_SECOND
// SECONDS is the latency from a host to another one. Options of SimGrid, such
// as --cfg=network/crosstraffic:0, may follow. Its simulation of TCP (LV08) is
// that of Velho and Legrand, "Accuracy study and improvement of network
// simulation in the SimGrid framework", 2009.
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include <simgrid/s4u.hpp>

#include "paddle/platform/enforce.h"
#include "paddle/tools/simulate/simgrid/schedules.h"

namespace paddle::simulate {
namespace {

struct Case {
  std::string schedule;
  int ranks;
  int64_t bytes;
  double latency;    // seconds
  double bandwidth;  // bytes a second
};

// Returns a host for each rank, joined to the switch.
std::vector<simgrid::s4u::Host*> MakeHosts(const Case& given) {
  auto* zone = simgrid::s4u::create_star_zone("switch");
  std::vector<simgrid::s4u::Host*> hosts;
  for (int rank = 0; rank < given.ranks; ++rank) {
    const std::string name = std::to_string(rank);
    auto* host = zone->create_host(name, 1e9);
    auto* link = zone->create_split_duplex_link("link" + name, given.bandwidth);
    link->set_latency(given.latency / 2)->seal();
    zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr,
                    {{link, simgrid::s4u::LinkInRoute::Direction::UP}}, true);
    hosts.push_back(host);
  }
  zone->seal();
  return hosts;
}

// Returns the neighbours that share a node: about the square root of all.
int RanksOfNode(int ranks) {
  int node = 1;
  while (node * node < ranks) node *= 2;
  return node;
}

std::function<void(int, absl::Span<float>)> ScheduleOf(const Case& given) {
  const int ranks = given.ranks;
  if (given.schedule == "two-levels") {
    return [ranks](int rank, absl::Span<float> numbers) {
      ReduceByTwoLevels(rank, ranks, RanksOfNode(ranks), numbers);
    };
  }
  PADDLE_ENFORCE(given.schedule == "tree" || given.schedule == "ring",
                 InvalidArgument, "no schedule ", given.schedule);
  auto* run = given.schedule == "tree" ? &ReduceByTree : &ReduceByRing;
  return [ranks, run](int rank, absl::Span<float> numbers) {
    run(rank, ranks, numbers);
  };
}

int Run(int argc, char** argv) {
  simgrid::s4u::Engine engine(&argc, argv);
  PADDLE_ENFORCE_EQ(argc, 6,
                    "words: schedule, ranks, bytes, latency, bandwidth");
  const Case given{argv[1], std::stoi(argv[2]), std::stoll(argv[3]),
                   std::stod(argv[4]), std::stod(argv[5])};
  const auto schedule = ScheduleOf(given);
  std::vector<float> numbers(given.bytes / sizeof(float));
  const auto hosts = MakeHosts(given);
  for (int rank = 0; rank < given.ranks; ++rank) {
    simgrid::s4u::Actor::create("rank", hosts[rank], [&, rank] {
      schedule(rank, absl::MakeSpan(numbers));
    });
  }
  engine.run();
  std::printf("%.9f\n", simgrid::s4u::Engine::get_clock());
  return 0;
}

}  // namespace
}  // namespace paddle::simulate

int main(int argc, char** argv) {
  try {
    return paddle::simulate::Run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
