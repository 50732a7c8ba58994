// Gathers the tensors of a request, in whatever form they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

#include "paddle/framework/serving/joined_batch.h"
#include "paddle/framework/serving/served_model.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/tools/serve/limits.h"

namespace paddle::serve {

// The input that holds the lengths of the sequences of input "x": INT64
// [sequences], "x.lengths". Left out, all rows are one sequence.
inline constexpr char kLengths[] = ".lengths";

// An output that is wanted.
struct WantedOutput {
  size_t index;  // of the model's outputs
  bool binary;   // behind the JSON text, instead of in it
};

// Checks the inputs of one request against a model and the limits, one after
// the other. `field`, "inputs[0].", names them in errors: InvalidArgument for
// what does not fit, OutOfRange for what is above a limit. Not thread safe.
class CallInputs {
 public:
  // Both must outlive it.
  CallInputs(const serving::ServedModel& model, const Limits& limits);

  // Begins the next input. Throws for a name that the model does not have or
  // that was given before, for another data type than the model's, and for more
  // inputs than the limit.
  void Begin(absl::string_view name, absl::string_view type,
             const std::string& field);
  framework::DataType dtype() const { return dtype_; }
  // Returns the sizes as a shape, for which nothing is allocated yet.
  framework::Dims CheckShape(absl::Span<const int64_t> sizes,
                             const std::string& field) const;
  // Returns the input that was begun, with room for its elements.
  framework::Tensor* Allocate(const framework::Dims& dims);
  // Sets it from its elements in row-major order and little endian, of which
  // there are as many as the shape says.
  void SetBytes(const framework::Dims& dims, absl::string_view bytes,
                const std::string& field);

  // Returns all inputs in the order of the model, after a check that none is
  // missing, of lengths against rows, and ServedModel::Check.
  serving::Tensors Finish() const;

 private:
  framework::LoDPtr LengthsOf(size_t input) const;

  const serving::ServedModel& model_;
  const Limits& limits_;
  std::vector<framework::Tensor> inputs_;
  std::vector<framework::Tensor> lengths_;
  size_t count_ = 0;
  // Describe the input that was begun.
  framework::Tensor* tensor_ = nullptr;
  framework::DataType dtype_ = framework::DataType::kFloat32;
  int64_t most_ = 0;
};

// Appends the output of a name to those that are wanted. Throws InvalidArgument
// for one that the model does not have or that was named before, OutOfRange for
// more than the limit; `field` is "outputs[0].".
void WantOutput(const serving::ServedModel& model, const Limits& limits,
                absl::string_view name, bool binary, const std::string& field,
                std::vector<WantedOutput>* wanted);

// Returns all outputs of a model.
std::vector<WantedOutput> AllOutputs(const serving::ServedModel& model,
                                     bool binary);

}  // namespace paddle::serve
