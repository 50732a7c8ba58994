// What is checked of one form of one test case.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "paddle/operators/testing/op_run.h"
#include "paddle/operators/testing/op_spec.h"

namespace paddle::operators::testing {

// Each check runs the operator as often as it needs and notes what is wrong;
// none throws.
class OpChecks {
 public:
  OpChecks(const OpSpec& spec, const Variant& variant)
      : spec_(spec), variant_(variant) {}

  // Against the reference, in the widest type.
  void Forward();
  // Every other type against float64, on numbers that both can hold; the
  // gradients of floating types, too.
  void Types();
  // Against central differences in float64: every wanted gradient together and
  // alone, and with each output's gradient flowing alone.
  void Gradients();
  // Guards around all buffers, unchanged inputs, every output element written,
  // and the same numbers where an output takes over an input's memory and
  // where inputs of which only the shape is read have other elements.
  void Memory();
  // The same bits with 1, 2, 3, 4 and 8 threads, on many rows if rows may be
  // scaled; and no thread that is not of the pool, such as those of OpenMP.
  void Threads();
  // The shape function on a symbol for the number of rows agrees with a run.
  void Symbols();
  // The GPU against the CPU, and once more as a graph where the run can be one;
  // noted as skipped without kernel or device.
  void Cuda();

  const std::vector<std::string>& failures() const { return failures_; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  // By output and input variable.
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
  // Every gradient that the case wants, all outputs' gradients flowing; none
  // for types without gradient.
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

// The gradient that flows into an output of this value in tests: fixed random
// numbers that `dtype` can hold, in the value's shape and sequences.
Array FlowingGradient(const std::string& output, const Array& value,
                      framework::DataType dtype);

}  // namespace paddle::operators::testing
