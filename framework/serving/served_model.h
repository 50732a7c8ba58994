// One version of a model: a saved program with its parameters, ready to run.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/executor/prepared_program.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/types/data_type.h"

namespace paddle::serving {

// An input or output, as clients are told of it.
struct TensorInfo {
  std::string name;
  framework::DataType dtype;
  std::vector<int64_t> dims;  // negative: any size
  int lod_level;              // 1: the rows are those of sequences
};

// An inference model in memory. Immutable, so that any number of threads may
// run it, each with a frame of its own.
class ServedModel {
 public:
  // Loads a folder that SaveInferenceModel wrote, and compiles it for the CPU.
  // `optimize` sees the program before that (ExecutorOptions); may be empty.
  // Throws the errors of LoadInferenceModel and Executor::Prepare, and
  // Unimplemented, naming it, for an input or output that is no dense tensor,
  // or has sequences of sequences.
  explicit ServedModel(const std::string& folder,
                       const framework::ProgramFunction& optimize = {});

  const std::vector<TensorInfo>& inputs() const { return inputs_; }
  const std::vector<TensorInfo>& outputs() const { return outputs_; }
  // The program as it was saved.
  const framework::Program& program() const { return *program_; }

  // Throws unless there is one value for each input, of its data type and
  // shape, with as many sequences as their lengths say: InvalidArgument,
  // naming the input, the expected and the given.
  void Check(absl::Span<const framework::LoDTensor> feeds) const;
  // Returns the outputs for the inputs, both in the order of the lists above.
  // Throws the errors of operators. Thread safe.
  std::vector<framework::LoDTensor> Run(
      absl::Span<const framework::LoDTensor> feeds) const;

 private:
  std::vector<TensorInfo> InfosOf(const framework::NameList& names) const;

  const std::shared_ptr<framework::Scope> scope_;
  std::shared_ptr<framework::Program> program_;
  std::unique_ptr<framework::Executor> executor_;
  std::shared_ptr<const framework::PreparedProgram> prepared_;
  std::vector<TensorInfo> inputs_;
  std::vector<TensorInfo> outputs_;
};

}  // namespace paddle::serving
