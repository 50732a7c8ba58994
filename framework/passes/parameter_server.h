// Cuts a training program into that of trainers and those of servers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/data_parallel_options.h"
#include "paddle/framework/passes/row_pieces.h"

namespace paddle::framework {

struct ParameterServerOptions {
  int servers = 1;
  // Says how trainers share the rows of a step, and in what buckets gradients
  // travel to a server. Gradients travel in each run (exchange_sums has no
  // effect).
  DataParallelOptions trainers;
  // Parameters are cut into row pieces of at least so many elements, so that
  // each of several servers has a part of a large one.
  int64_t min_piece = 8192;
  // The number of a trainer's steps between two pushes, and of trainers:
  // DeltaServers (delta_servers.h) reads them.
  int64_t push_every = 0;
  int trainer_count = 1;
};

// A program and what begins it.
struct ServerPrograms {
  std::shared_ptr<const Program> main;
  std::shared_ptr<const Program> startup;
  // Those of its persistables that are pieces.
  std::vector<RowPiece> pieces;
};

struct ParameterServerPrograms {
  // Compute gradients from a shard's rows and push them; the last one of a step
  // then pulls the parameters. Statistics of the forward pass become their mean
  // over the trainers, as without servers. With one shard there is none but
  // `main`.
  DataParallelPrograms trainers;
  // Gives trainers what they have themselves, and pulls the parameters.
  std::shared_ptr<const Program> startup;
  // Each server has some parameters, with the state of their optimizer, and
  // runs what the optimizer did to them, unchanged: the block "update:2" takes
  // the gradients of bucket 2, "schedule" computes learning rates once a step.
  // In startup, the blocks "initialize:w" say what rows of tables begin with.
  std::vector<ServerPrograms> servers;
  // Pushes what a trainer has not pushed yet, and pulls the parameters. Both
  // this and the next one are made by DeltaServers, and null otherwise.
  std::shared_ptr<const Program> finish;
  // Takes the parameters that a trainer has for what it has pulled: of a
  // checkpoint that servers go on from, too.
  std::shared_ptr<const Program> restored;
};

// Returns the programs. Each parameter, or row piece of a large one
// (row_pieces.h), is on one server; large ones are placed first, where the
// least is. But each row of a table (served_tables.h), with
// what the optimizer keeps for it, is on one that its id tells: trainers fetch
// the rows that they look up, and push their gradients. Operators keep their
// ids, so that initial values and other random numbers stay. Links no operator:
// trainers need //operators/collective and //operators/remote.
//
// InvalidArgument for fewer than one server, for a min_piece below 1, and for a
// program without an optimizer. Unimplemented, naming operator and variable,
// for an operator that needs several gradients (such as clipping by the global
// norm) with several servers, for sparse gradients of what is no matrix of
// float32, for what ServerProgram cannot write, and for the reasons of
// FindTables, TakeTablePart, FetchTableRows and DataParallel.
ParameterServerPrograms ParameterServer(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const ParameterServerOptions& options);

}  // namespace paddle::framework
