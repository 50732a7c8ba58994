// Profiles the time that each operator takes, with the shapes it ran on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/event.h"

namespace paddle::framework {

// An operator of a program with the shapes it ran on.
struct ProfiledOp {
  // One variable in a slot; a slot that is a list has several.
  struct Argument {
    std::string slot;
    std::string name;
    Dims dims;  // of SelectedRows: the dense dims
    DataType dtype = DataType::kFloat32;
  };

  int block = 0;
  proto::OpDesc desc;
  std::vector<Argument> inputs;
  std::vector<Argument> outputs;
  // The size in bytes of the dense tensors it reads and writes; tensors read
  // for their shape alone do not count.
  int64_t bytes = 0;
};

// The operators of a profile and their times. The label of an event is the
// index of its operator in `ops`. The time of an operator with blocks includes
// the operators inside.
struct OpProfile {
  std::vector<ProfiledOp> ops;
  platform::EventCollection times;  // totals: one for each of `ops`
};

// Begin and end a profile of everything that this process runs, on any thread;
// see platform::StartEvents. Thread safe.
void StartOpProfile(size_t max_events = 1 << 20);
OpProfile StopOpProfile();

// The key under which the runs of an operator are added up: they are one
// ProfiledOp while the operator runs on the same shapes.
struct ProfiledOpKey {
  uint64_t program = 0;  // Program::uid
  int block = 0;
  int64_t op = 0;       // OpDesc::id
  uint64_t shapes = 0;  // a hash of the dims of its arguments
};

// Returns the label of an operator; calls `describe` if it has none yet.
// `session` is what EventSession (platform/event.h) returned when the run
// began: if a new profile has begun since, the events of the run are lost and
// the label is 0. Thread safe.
platform::EventLabel LabelOf(uint64_t session, const ProfiledOpKey& key,
                             absl::FunctionRef<ProfiledOp()> describe);

}  // namespace paddle::framework
