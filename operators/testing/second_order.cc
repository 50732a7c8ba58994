#include "paddle/operators/testing/second_order.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/executor/block_compiler.h"
#include "paddle/framework/executor/frame_pool.h"
#include "paddle/framework/executor/scoped_run.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/operators/testing/op_checks.h"
#include "paddle/operators/testing/op_run.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::operators::testing {

using framework::DataType;
using framework::NameList;
using framework::OpInfoMap;
using framework::Program;
using layer::Variable;
namespace proto = framework::proto;

namespace {

constexpr double kStep = 1e-5;

// A program compiled to be run on many values.
class Compiled {
 public:
  explicit Compiled(std::shared_ptr<Program> program)
      : program_(std::move(program)) {
    framework::CompileOptions options;
    options.keep_all = true;
    frames_ = std::make_unique<framework::FramePool>(
        framework::BlockCompiler(program_, 0, options).Compile());
  }

  Results Run(const std::map<std::string, Value>& values,
              const NameList& wanted) const {
    const auto scope = framework::Scope::Create();
    for (const auto& [name, value] : values) {
      auto* tensor = scope->Var(name)->GetMutable<framework::LoDTensor>();
      tensor->Allocate(value.data.dims, value.dtype);
      Fill(value.data, tensor);
      tensor->set_lod(value.data.lod);
    }
    framework::RunOptions options;
    options.seed = 20;
    framework::RunOnScope(frames_.get(), scope.get(), options);
    Results results;
    for (const std::string& name : wanted) {
      results[name] = ToArray(*scope->FindVar(name));
    }
    return results;
  }

 private:
  const std::shared_ptr<Program> program_;
  std::unique_ptr<framework::FramePool> frames_;
};

class SecondOrder {
 public:
  explicit SecondOrder(const OpSpec& spec)
      : spec_(spec),
        program_(std::make_shared<Program>(OpInfoMap::Instance())) {}

  // False if there is nothing to check.
  bool Build() {
    const Instance instance = spec_.Make(DataType::kFloat64, Variant());
    OpRun run(instance);
    const Results made = run.Run();
    AppendForward(instance);
    std::vector<Variable> outputs, flowing;
    for (const std::string& name : run.DifferentiableOutputs()) {
      outputs.push_back(Of(name));
      flowing.push_back(Flow(name, made.at(name)));
    }
    for (const std::string& slot : spec_.gradient) {
      for (const std::string& name : framework::Inputs(run.desc(), slot)) {
        inputs_.push_back(Of(name));
      }
    }
    std::vector<Variable> grads, tangents;
    for (const Variable& grad :
         backward::Gradients(outputs, inputs_, flowing)) {
      const size_t i = grads_.size();
      const bool flows = grad.is_valid() && grad.kind() == proto::DENSE_TENSOR;
      grads_.push_back(flows ? grad.name() : "");
      if (!flows) continue;
      grads.push_back(grad);
      tangents.push_back(Flow(grad.name(), values_[inputs_[i].name()].data));
    }
    if (grads.empty()) return false;
    inputs_.insert(inputs_.end(), flowing.begin(), flowing.end());
    first_ = std::make_unique<Compiled>(program_->Clone());
    for (const Variable& second :
         backward::Gradients(grads, inputs_, tangents)) {
      seconds_.push_back(second.is_valid() ? second.name() : "");
    }
    return true;
  }

  void Check(std::vector<std::string>* failures) {
    const Results got = Compiled(program_).Run(values_, Given(seconds_));
    for (size_t i = 0; i < inputs_.size(); ++i) {
      const std::string& name = inputs_[i].name();
      const Array expected = Numeric(name);
      Array second(expected.dims);
      if (!seconds_[i].empty()) second = got.at(seconds_[i]);
      second.lod = expected.lod;
      const std::string difference =
          Difference(expected, second, 10 * spec_.gradient_tolerance);
      if (difference.empty()) continue;
      failures->push_back(
          absl::StrCat(spec_.name, ": the gradient of its gradient for ", name,
                       seconds_[i].empty() ? ", of which there is none, " : " ",
                       difference, " from central differences"));
    }
  }

 private:
  static NameList Given(const NameList& names) {
    NameList given;
    for (const std::string& name : names) {
      if (!name.empty()) given.push_back(name);
    }
    return given;
  }

  Variable Of(const std::string& name) const {
    return Variable(program_, 0, name);
  }

  void AppendForward(const Instance& instance) {
    const proto::OpDesc op = Describe(instance);
    const NameList written = framework::OutputNames(op);
    for (const auto& [slot, list] : instance.inputs) {
      const int count = static_cast<int>(list.size());
      for (int i = 0; i < count; ++i) {
        const std::string name = VarName(slot, i, count);
        const bool updated =
            std::find(written.begin(), written.end(), name) != written.end();
        Declare(name, list[i], updated, program_.get());
        values_[name] = list[i];
      }
    }
    program_->AppendOp(0, op);
  }

  // A variable like `name`, with random numbers in the shape of `like`.
  Variable Flow(const std::string& name, const Array& like) {
    proto::VarDesc desc = program_->global_block().GetVar(name);
    desc.set_name("into " + name);
    *program_->global_block().Var(desc.name()) = desc;
    Value& value = values_[desc.name()];
    value.data = FlowingGradient(desc.name(), like, DataType::kFloat64);
    value.dtype = DataType::kFloat64;
    return Of(desc.name());
  }

  // Returns the sum of the gradients times the weights that flow into them.
  double Product() const {
    const Results got = first_->Run(values_, Given(grads_));
    double sum = 0;
    for (const auto& [name, grad] : got) {
      const Array& weight = values_.at("into " + name).data;
      for (int64_t i = 0; i < grad.numel(); ++i) sum += weight[i] * grad[i];
    }
    return sum;
  }

  Array Numeric(const std::string& name) {
    Array& input = values_.at(name).data;
    Array numeric(input.dims);
    numeric.lod = input.lod;
    for (int64_t i = 0; i < input.numel(); ++i) {
      const double x = input[i];
      const double step = kStep * std::max(1.0, std::abs(x));
      input[i] = x + step;
      const double above = Product();
      input[i] = x - step;
      numeric[i] = (above - Product()) / (2 * step);
      input[i] = x;
    }
    return numeric;
  }

  const OpSpec& spec_;
  const std::shared_ptr<Program> program_;
  std::map<std::string, Value> values_;
  std::vector<Variable> inputs_;  // then what flows into the outputs
  NameList grads_;                // of each input, or ""
  NameList seconds_;              // of each of inputs_, or ""
  std::unique_ptr<Compiled> first_;
};

bool HasSecondOrder(const OpSpec& spec) {
  if (spec.gradient.empty() || spec.WideType() != DataType::kFloat64) {
    return false;
  }
  const OpInfoMap& infos = OpInfoMap::Instance();
  const framework::OpInfo* grad = infos.FindInfo(spec.type + "_grad");
  const bool by_ordinary = grad == nullptr && infos.Get(spec.type).grad_maker;
  return by_ordinary || (grad != nullptr && grad->grad_maker);
}

}  // namespace

std::vector<std::string> SecondOrderFailures(const OpSpec& spec) {
  std::vector<std::string> failures;
  try {
    SecondOrder check(spec);
    if (HasSecondOrder(spec) && check.Build()) check.Check(&failures);
  } catch (const std::exception& error) {
    failures.push_back(absl::StrCat(
        spec.name, ": the gradient of its gradient failed: ", error.what()));
  }
  return failures;
}

// A program that links this file checks nothing else.
static const int checks_second_order [[maybe_unused]] =
    (SetCaseChecks(&SecondOrderFailures), 0);

}  // namespace paddle::operators::testing
