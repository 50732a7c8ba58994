#include "paddle/operators/testing/op_test.h"

#include <algorithm>
#include <regex>

#include "paddle/operators/testing/op_checks.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators::testing {

namespace {

CaseChecks other_checks = nullptr;

// Sets the value of a name in a list of pairs.
template <typename Pairs, typename Value>
void Set(std::string name, Value value, Pairs* pairs) {
  const auto found =
      std::find_if(pairs->begin(), pairs->end(),
                   [&](const auto& pair) { return pair.first == name; });
  if (found != pairs->end()) {
    found->second = std::move(value);
  } else {
    pairs->emplace_back(std::move(name), std::move(value));
  }
}

}  // namespace

void SetCaseChecks(CaseChecks checks) { other_checks = checks; }

OpCase::OpCase(std::string type, const std::string& name) {
  spec_.name = name.empty() ? type : type + " " + name;
  spec_.type = std::move(type);
}

OpCase& OpCase::Input(std::string slot, Data data) {
  return Input(std::move(slot), std::vector<Data>{std::move(data)});
}

OpCase& OpCase::Input(std::string slot, std::vector<Data> list) {
  Set(std::move(slot), std::move(list), &spec_.inputs);
  return *this;
}

OpCase& OpCase::Output(std::string slot, int count) {
  Set(std::move(slot), count, &spec_.outputs);
  return *this;
}

OpCase& OpCase::SetAttr(std::string name, framework::Attribute value) {
  Set(std::move(name), std::move(value), &spec_.attrs);
  return *this;
}

OpCase& OpCase::Reference(testing::Reference reference) {
  spec_.reference = std::move(reference);
  return *this;
}

OpCase& OpCase::Expect(const std::string& slot, const framework::Dims& dims,
                       std::vector<double> values) {
  const Array expected(dims, std::move(values));
  spec_.reference = [before = std::move(spec_.reference), slot,
                     expected](OpValues& v) {
    if (before != nullptr) before(v);
    v.Out(slot) = expected;
  };
  return *this;
}

OpCase& OpCase::WithoutReference(std::string reason) {
  spec_.no_reference = std::move(reason);
  return *this;
}

OpCase& OpCase::Gradient(std::vector<std::string> slots) {
  spec_.gradient = std::move(slots);
  return *this;
}

OpCase& OpCase::ScaleRows(std::vector<std::string> slots) {
  spec_.scaled_rows = std::move(slots);
  return *this;
}

OpCase& OpCase::SweepAttrs(std::vector<std::string> names) {
  spec_.swept_attrs = std::move(names);
  return *this;
}

OpCase& OpCase::DataTypes(std::vector<framework::DataType> dtypes) {
  spec_.dtypes = std::move(dtypes);
  return *this;
}

OpCase& OpCase::Tolerance(double tolerance) {
  spec_.tolerance = tolerance;
  return *this;
}

OpCase& OpCase::GradientTolerance(double tolerance) {
  spec_.gradient_tolerance = tolerance;
  return *this;
}

std::vector<std::string> OpCase::Failures() const {
  if (other_checks != nullptr) return other_checks(spec_);
  std::vector<std::string> failures;
  if (spec_.reference == nullptr && spec_.no_reference.empty()) {
    failures.push_back(spec_.name + ": the case has no reference");
  }
  bool first = true;
  for (const Variant& variant : spec_.Variants()) {
    OpChecks checks(spec_, variant);
    checks.Forward();
    checks.Types();
    checks.Gradients();
    checks.Memory();
    checks.Symbols();
    if (first) checks.Threads();
    checks.Cuda();
    failures.insert(failures.end(), checks.failures().begin(),
                    checks.failures().end());
    for (const std::string& note : checks.notes()) {
      ::testing::Test::RecordProperty("note", note);
    }
    first = false;
  }
  return failures;
}

void OpCase::Check() const {
  std::vector<std::string> failures;
  try {
    failures = Failures();
  } catch (const platform::Error& error) {
    failures.push_back(spec_.name + ": " + error.what());
  }
  for (const std::string& failure : failures) ADD_FAILURE() << failure;
}

std::string OpCase::ErrorText(platform::Place place) const {
  try {
    const Instance instance = spec_.Make(spec_.WideType(), Variant());
    OpRun run(instance, {}, place);
    const Results made = run.Run();
    GradRequest grads{spec_.gradient, {}};
    for (const std::string& name : run.DifferentiableOutputs()) {
      grads.flowing[name] =
          FlowingGradient(name, made.at(name), spec_.WideType());
    }
    OpRun(instance, grads, place).Run();
  } catch (const platform::Error& error) {
    return error.what();
  }
  return "";
}

void OpCase::ExpectErrorAt(platform::Place place,
                           const std::string& regex) const {
  if (other_checks != nullptr) return;
  const std::string text = ErrorText(place);
  const std::string where = spec_.name + " on " + place.ToString();
  if (text.empty()) {
    ADD_FAILURE() << where << ": no error; expected one like " << regex;
  } else if (!std::regex_search(text, std::regex(regex))) {
    ADD_FAILURE() << where << ": expected an error like " << regex
                  << "\ngot: " << text;
  }
}

void OpCase::ExpectError(const std::string& regex) const {
  ExpectErrorAt(platform::CPUPlace(), regex);
}

void OpCase::ExpectErrorOnGPU(const std::string& regex) const {
  if (platform::CUDADeviceCount() == 0) return;
  ExpectErrorAt(platform::CUDAPlace(0), regex);
}

}  // namespace paddle::operators::testing
