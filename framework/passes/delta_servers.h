// Cuts a training program so that trainers keep the optimizer, and servers add
// up how far each comes with it.
#pragma once

#include <memory>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/passes/parameter_server.h"

namespace paddle::framework {

// Each trainer makes steps of its own, with the whole program, and after each
// `options.push_every` of them one more operator:
//
//   {ParamOut: [w], PulledOut: [w@PULLED]} =
//       push_delta(Param=[w], Pulled=[w@PULLED])
//
// It pushes (w - w@PULLED) / trainer_count, and gives both the value that the
// server has then. The block of a server, "update:" with its number, adds
// deltas:
//
//   w = cast(elementwise_add(cast(w, float64), w@DELTA))
//
// Deltas are of float64, in which the difference of two float32 of similar size
// is exact: a server of a single trainer has the trainer's bits. Parameters are
// whole, and placed as those of ParameterServer; the state of the optimizer,
// and statistics, are those of each trainer. As GEO-SGD of
// DistributedTranspiler does, but that a trainer goes on from the server's
// value, and is not ahead of it by what it has of its own.
//
// InvalidArgument for a program without an optimizer, for fewer than one
// server, and for a push_every or a trainer_count below 1; Unimplemented,
// naming the table, for one whose rows servers keep, and for the reasons of
// DataParallel.
ParameterServerPrograms DeltaServers(
    const std::shared_ptr<const Program>& main,
    const std::shared_ptr<const Program>& startup,
    const ParameterServerOptions& options);

}  // namespace paddle::framework
