#include "paddle/tools/random_programs/compare.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "absl/strings/str_cat.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/executor/evaluator.h"
#include "paddle/framework/ir/print_text.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/platform/enforce.h"
#include "paddle/tools/random_programs/written.h"

namespace paddle::random_programs {

namespace {

constexpr double kTolerance = 1e-9;

// Holds the elements of one fetched value.
struct Numbers {
  std::string name;
  std::vector<double> values;
};
using Outcome = std::vector<Numbers>;

// Collects the variables to fetch, and remembers to which value each belongs.
class Fetches {
 public:
  // Appends a value; an invalid part means zeros in the shape of `like`, as far
  // as that is known.
  void Add(const std::string& name, const Parts& parts, const Parts& like) {
    outcome_.push_back({name, {}});
    for (size_t i = 0; i < parts.size(); ++i) {
      const framework::Dims dims = like[i].dims();
      const int64_t numel = dims.IsStatic() ? dims.Numel() : 0;
      pieces_.push_back({outcome_.size() - 1, -1, numel});
      if (!parts[i].is_valid()) continue;
      pieces_.back().fetch = static_cast<int>(names_.size());
      names_.push_back(parts[i].name());
    }
  }

  Outcome Run(const Written& written, framework::Executor* executor,
              framework::Scope* scope) const {
    const auto fetched =
        executor->Eval(written.main, written.feeds, names_, scope);
    Outcome outcome = outcome_;
    for (const Piece& piece : pieces_) {
      auto& values = outcome[piece.value].values;
      if (piece.fetch < 0) {
        values.insert(values.end(), piece.numel, 0.0);
        continue;
      }
      const auto& tensor =
          absl::get<framework::LoDTensor>(fetched[piece.fetch]);
      const auto* data = tensor.data<double>();
      values.insert(values.end(), data, data + tensor.numel());
    }
    return outcome;
  }

 private:
  struct Piece {
    size_t value;
    int fetch;
    int64_t numel;  // only of parts that are not fetched
  };
  Outcome outcome_;
  std::vector<Piece> pieces_;
  framework::NameList names_;
};

void SetParameters(const Plan& plan, framework::Scope* scope) {
  for (int i = 0; i < plan.parameters; ++i) {
    const std::string name = absl::StrCat("parameter", i);
    auto* value = scope->Var(name)->GetMutable<framework::LoDTensor>();
    value->Allocate({kWidth, kWidth}, framework::DataType::kFloat64);
    const auto numbers = NumbersOf(name, kWidth * kWidth);
    std::copy(numbers.begin(), numbers.end(), value->mutable_data<double>());
  }
}

// Adds the gradients of a loss to a program, and fetches them as `what`.
Parts AddGradients(const Written& written, const Variable& loss,
                   const std::string& what, Fetches* fetches) {
  Parts inputs;
  for (const Parts& parts : written.inputs) {
    inputs.insert(inputs.end(), parts.begin(), parts.end());
  }
  const Parts grads = backward::Gradients({loss}, inputs);
  auto next = grads.begin();
  for (size_t i = 0; i < written.inputs.size(); ++i) {
    const Parts& parts = written.inputs[i];
    const auto end = next + static_cast<int64_t>(parts.size());
    fetches->Add(absl::StrCat(what, " of input ", i), {next, end}, parts);
    next = end;
  }
  return grads;
}

// Fetches everything that is compared from one program.
Fetches FetchesOf(const Written& written, int order) {
  Fetches fetches;
  for (size_t i = 0; i < written.results.size(); ++i) {
    const Parts& parts = written.results[i];
    fetches.Add(absl::StrCat("result ", i), parts, parts);
  }
  const layer::ProgramGuard guard(written.main);
  const Parts grads =
      AddGradients(written, written.loss, "the gradient", &fetches);
  if (order == 1) return fetches;
  // A gradient that does not exist counts as zeros, and nothing flows through
  // it.
  Variable loss = layer::scale(written.loss, 0);
  for (const Variable& grad : grads) {
    if (grad.is_valid()) loss = layer::add(loss, LossOf(grad));
  }
  AddGradients(written, loss, "the second gradient", &fetches);
  return fetches;
}

std::string Difference(const Numbers& expected, const Numbers& got,
                       double tolerance) {
  // A gradient that does not exist has no shape to compare, either.
  const bool zeros = got.values.size() != expected.values.size();
  for (size_t i = 0; i < expected.values.size(); ++i) {
    const double one = expected.values[i], other = zeros ? 0 : got.values[i];
    const double most = tolerance * std::max(1.0, std::abs(one));
    if (std::abs(one - other) <= most) continue;
    return absl::StrCat(got.name, " at ", i, " is ", other, ", but ", one,
                        " written out\n");
  }
  return "";
}

std::string Difference(const Outcome& expected, const Outcome& got,
                       double tolerance) {
  for (size_t i = 0; i < expected.size(); ++i) {
    const std::string difference = Difference(expected[i], got[i], tolerance);
    if (!difference.empty()) return difference;
  }
  return "";
}

// Runs it after all passes that keep every bit, each verified.
Outcome RunOptimized(const Written& written, const Fetches& fetches,
                     framework::Scope* scope) {
  framework::PassContext context;
  context.keep_all = false;
  context.evaluate = framework::EvaluatorOn(platform::CPUPlace());
  framework::ExecutorOptions options;
  options.optimize = [&](const auto& program) {
    return framework::Optimize(program, context);
  };
  framework::Executor executor(platform::CPUPlace(), options);
  return fetches.Run(written, &executor, scope);
}

std::string Run(const Written& blocks, const Written& unrolled, int order,
                framework::Scope* scope) {
  framework::Executor executor;
  const Fetches wanted = FetchesOf(unrolled, order);
  const Fetches fetches = FetchesOf(blocks, order);
  framework::Verify(*blocks.main);
  const Outcome expected = wanted.Run(unrolled, &executor, scope);
  const Outcome got = fetches.Run(blocks, &executor, scope);
  std::string difference = Difference(expected, got, kTolerance);
  if (!difference.empty()) return difference;
  const Outcome again = fetches.Run(blocks, &executor, scope);
  difference = Difference(got, again, 0);
  if (!difference.empty()) return "run again, " + difference;
  difference = Difference(got, RunOptimized(blocks, fetches, scope), 0);
  return difference.empty() ? "" : "optimized, " + difference;
}

}  // namespace

std::string Compare(const Plan& plan, int order) {
  Written blocks;
  std::string error;
  try {
    blocks = WriteBlocks(plan);
    const auto scope = framework::Scope::Create();
    SetParameters(plan, scope.get());
    error = Run(blocks, WriteUnrolled(plan), order, scope.get());
  } catch (const platform::Error& thrown) {
    error = absl::StrCat(thrown.what(), "\n");
  }
  if (error.empty() || blocks.main == nullptr) return error;
  framework::PrintOptions print;
  print.variables = false;
  return error + PrintText(*blocks.main, print);
}

}  // namespace paddle::random_programs
