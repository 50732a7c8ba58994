// Runs one operator, and its gradient, as a program.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/operators/testing/array.h"
#include "paddle/operators/testing/data.h"
#include "paddle/platform/place.h"

namespace paddle::operators::testing {

// One operator with its inputs.
struct Instance {
  std::string type;
  std::vector<std::pair<std::string, std::vector<Value>>> inputs;  // by slot
  std::vector<std::pair<std::string, int>> outputs;  // slot, how many
  framework::AttributeMap attrs;
};

// Returns the name of variable i of a slot with `count` of them: "X" or "X_0".
std::string VarName(absl::string_view slot, int i, int count);
// Returns that name, or the input's if the output updates an input.
std::string OutputVarName(const Instance& instance, absl::string_view slot,
                          int i, int count);
// Returns the description of the operator over variables of those names.
framework::proto::OpDesc Describe(const Instance& instance);
// Declares an input variable in the global block.
void Declare(const std::string& name, const Value& value, bool persistable,
             framework::Program* program);

// Tells which gradients to compute.
struct GradRequest {
  std::vector<std::string> wanted;  // input slots
  // Gradients that flow into output variables; a missing one is zero.
  std::map<std::string, Array> flowing;
  // A value for each output whose shape only the kernel knows, to give the
  // zeros their shape that replace a missing gradient.
  std::map<std::string, Array> like = {};
};

// The results of a run by variable name: outputs, and gradients as "X@GRAD".
using Results = std::map<std::string, Array>;

// An operator compiled once, to be run any number of times. On the CPU inputs
// and outputs are in guarded memory (outputs whose size only the kernel knows,
// from the second run on). Errors of the operator leave the constructor and Run
// unchanged.
class OpRun {
 public:
  explicit OpRun(const Instance& instance, const GradRequest& grads = {},
                 platform::Place place = platform::CPUPlace());

  // Runs it. Every byte that is not of an input begins as `fill`.
  Results Run(uint8_t fill = 0);
  // After a run on a GPU: records a run of the same inputs and launches it over
  // outputs that hold other bytes. Returns nothing if it cannot be recorded.
  absl::optional<Results> RunAsGraph();
  // The elements of an input variable, which may be changed between runs.
  Array& input(const std::string& name) { return values_.at(name).data; }
  // Returns an input variable as a whole, with those elements.
  const Value& value(const std::string& name) const { return values_.at(name); }
  // The forward operator with its attributes completed.
  const framework::proto::OpDesc& desc() const { return desc_; }
  // Returns the outputs of the last run whose gradient may flow.
  std::vector<std::string> DifferentiableOutputs() const;

  // Does the checks of op_replay.h; after a run.
  void Replay();
  // The problems found so far: writes outside of a buffer, changed inputs, and
  // those of Replay.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  class Gradients;

  void AppendForward();
  void AppendGradients(const GradRequest& grads);
  void PlaceInput(const std::string& name, const Value& value, uint8_t fill);
  void GuardOutput(const std::string& name, uint8_t fill);
  void CheckMemory();
  // Returns copies of the outputs.
  Results Read() const;
  // Restores the elements of an updated input in the same memory, and fills
  // every other output with other bytes.
  void RestoreOnGPU(const std::string& name, bool is_input);

  const Instance instance_;
  const platform::Place place_;
  std::shared_ptr<framework::Program> program_;
  framework::proto::OpDesc desc_;
  std::map<std::string, Value> values_;  // of the variables that are inputs
  std::map<std::string, bool> written_;  // variable -> also an input
  std::unique_ptr<framework::FramePool> frames_;
  std::shared_ptr<framework::Scope> scope_;
  std::vector<std::string> problems_;
};

}  // namespace paddle::operators::testing
