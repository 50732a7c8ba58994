// The servers of a job, as a trainer's operators see them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/distributed/group/communicator.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/tensor.h"

namespace paddle::distributed {

// A parameter, and the number of the server that has it.
struct PulledParameter {
  int server;
  std::string name;
};

// Used by one thread, but for Interrupt. Errors are those of the servers, with
// the address as context; Unavailable, naming the address, if one cannot be
// reached.
class ParameterServers {
 public:
  virtual ~ParameterServers() = default;

  // Returns the number of servers.
  virtual int size() const = 0;

  // Returns the number of the step that was begun last.
  virtual int64_t step() const = 0;

  // Says to which step the calls that follow belong, and in which epoch of the
  // trainers' group it is made; one that was given up is begun again.
  virtual void BeginStep(int64_t step, int64_t epoch) = 0;

  // Ends waiting in steps of this epoch, or of an earlier one, with
  // Unavailable: another trainer was lost. Called by any thread.
  virtual void Interrupt(int64_t epoch, const std::string& reason) = 0;

  // Begins to send a server what the trainer's shards gave to an exchange, an
  // array for each of group.nodes(), in memory of the CPU. Nobody changes the
  // arrays afterwards. The next Pull throws what goes wrong.
  virtual void Push(int server, int exchange, const Communicator& group,
                    std::vector<framework::Tensor> sums) = 0;

  // Begins to send the servers of a table the rows of its gradient that the
  // trainer's shards gave to an exchange, in the order of shards, each of
  // `width` numbers of float32 in memory of the CPU; a row may occur several
  // times. `weights` has an array of one float64 for each of group.nodes().
  // With a `server`, not -1, it gets all rows, those of a whole parameter.
  // The next Pull throws what goes wrong.
  virtual void PushRows(int server, int exchange, int64_t width,
                        const Communicator& group,
                        std::vector<framework::Tensor> weights,
                        absl::Span<const framework::SelectedRows> rows) = 0;

  // Returns the rows of a table that have these ids, [ids, width] of float32,
  // as the steps before this one have left them; or as they are, if `latest`.
  // OutOfRange for an id that the table does not have.
  virtual framework::Tensor PullRows(const std::string& table, int64_t width,
                                     absl::Span<const int64_t> ids,
                                     bool latest) = 0;

  // Returns the parameters as the step makes them, when all trainers have
  // pushed and each server that this one has pushed to has made the step; or as
  // they are, if `latest`.
  virtual std::vector<framework::Tensor> Pull(
      absl::Span<const PulledParameter> parameters, bool latest) = 0;

  // Tell servers that wait for no other trainer that this one is going to make
  // steps, and that it makes no more: whether it holds others up.
  virtual void Join() = 0;
  virtual void Leave() = 0;
};

}  // namespace paddle::distributed
