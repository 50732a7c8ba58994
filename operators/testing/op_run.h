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

// The variable in place i of a slot that holds `count`: "X", or "X_0".
std::string VarName(absl::string_view slot, int i, int count);
// As VarName, but an output that updates an input is the input's variable.
std::string OutputVarName(const Instance& instance, absl::string_view slot,
                          int i, int count);
// The operator over variables of those names.
framework::proto::OpDesc Describe(const Instance& instance);
// Declares an input variable in the global block.
void Declare(const std::string& name, const Value& value, bool persistable,
             framework::Program* program);

// What of the gradient to compute.
struct GradRequest {
  std::vector<std::string> wanted;  // input slots
  // The gradients that flow into output variables. No entry: none flows.
  std::map<std::string, Array> flowing;
  // Of outputs whose shape only the kernel knows: a value of the shape, for the
  // zeros that stand in where no gradient flows.
  std::map<std::string, Array> like = {};
};

// What a run made, by variable name: outputs, and gradients as "X@GRAD".
using Results = std::map<std::string, Array>;

// Compiled once, run as often as one likes. On the CPU inputs and outputs lie
// in guarded memory (outputs whose size only the kernel knows from the second
// run on). Errors of the operator come out of the constructor and of Run as
// they are.
class OpRun {
 public:
  explicit OpRun(const Instance& instance, const GradRequest& grads = {},
                 platform::Place place = platform::CPUPlace());

  // Every byte that is not an input's is `fill` before the run.
  Results Run(uint8_t fill = 0);
  // After a run on a GPU: records another one of the same inputs, and launches
  // it over outputs that hold other bytes. Nothing if it cannot be recorded.
  absl::optional<Results> RunAsGraph();
  // The elements of an input variable, to change between runs.
  Array& input(const std::string& name) { return values_.at(name).data; }
  // The forward operator with its attributes completed.
  const framework::proto::OpDesc& desc() const { return desc_; }
  // Output variables whose gradient may flow, of the last run.
  std::vector<std::string> DifferentiableOutputs() const;

  // After a run: the checks of op_replay.h.
  void Replay();
  // What went wrong in the runs so far: bytes written beside a buffer, inputs
  // changed, what Replay found.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  class Gradients;

  void AppendForward();
  void AppendGradients(const GradRequest& grads);
  void PlaceInput(const std::string& name, const Value& value, uint8_t fill);
  void GuardOutput(const std::string& name, uint8_t fill);
  void CheckMemory();
  // The outputs as they are.
  Results Read() const;
  // Gives an input that was updated its elements back, in the same memory, and
  // every other output of the run other bytes.
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
