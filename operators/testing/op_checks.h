// The checks of one variant of a test case.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_run.h"
#include "paddle/operators/testing/op_spec.h"

namespace paddle::operators::testing {

// Runs the operator as often as the checks need and records failures; no check
// throws.
class OpChecks {
 public:
  OpChecks(const OpSpec& spec, const Variant& variant)
      : spec_(spec), variant_(variant) {}

  // Compares with the reference, in the widest type.
  void Forward();
  // Compares every other type with float64, on numbers that both can hold; for
  // floating types the gradients, too.
  void Types();
  // Compares with central differences in float64: all wanted gradients together
  // and each alone, and with the gradient of each output flowing alone.
  void Gradients();
  // Checks guards around all buffers, unchanged inputs, and that every element
  // of the outputs is written; and that results stay the same if an output
  // takes over the memory of an input, or if inputs that are read for their
  // shape alone have other elements.
  void Memory();
  // Checks that results are bitwise the same with 1, 2, 3, 4 and 8 threads, on
  // many rows if rows may be scaled, and that no threads outside of the pool
  // run, such as those of OpenMP.
  void Threads();
  // Checks that shape inference on a symbolic number of rows agrees with a run.
  void Symbols();
  // Compares the GPU with the CPU, and again as a graph if the run can be one.
  // Recorded as skipped without kernel or device.
  void Cuda();

  const std::vector<std::string>& failures() const { return failures_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  // Keyed by output and input variable.
  using Jacobian = std::map<std::pair<std::string, std::string>, Array>;

  void Guard(const std::string& what, const std::function<void()>& check);
  void Fail(const std::string& what);
  void TakeProblems(const std::string& what, const OpRun& run);
  void Compare(const std::string& what, const Results& expected,
               const Results& got, double tolerance);

  Instance Wide() const { return spec_.Make(spec_.WideType(), variant_); }
  bool HasGradient(framework::DataType dtype) const;
  void CheckReference(const Instance& instance, double tolerance);
  void CheckType(framework::DataType dtype);
  // Returns a request for every gradient that the case wants, with the
  // gradients of all outputs flowing; an empty one for types without gradients.
  GradRequest FullRequest(const Instance& instance,
                          framework::DataType dtype) const;
  Jacobian Numeric(const Instance& instance, const GradRequest& full) const;
  void CompareGradient(const Instance& instance, const GradRequest& request,
                       const Jacobian& numeric);
  int64_t ManyRows() const;

  const OpSpec& spec_;
  const Variant& variant_;
  std::vector<std::string> failures_;
  std::vector<std::string> notes_;
};

// Returns the gradient that flows into an output of this value in tests: fixed
// random numbers that `dtype` can hold, in the value's shape and LoD.
Array FlowingGradient(const std::string& output, const Array& value,
                      framework::DataType dtype);

}  // namespace paddle::operators::testing
