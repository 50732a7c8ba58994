// Runs the appended operators and checks what they compute.
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gmock/gmock-matchers.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/optimizer.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/executor/executor.h"

namespace paddle::backward {
namespace {

using framework::Feeds;
using framework::LoDTensor;
using layer::DataType;
using layer::Variable;
using ::testing::DoubleEq;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;
using Values = std::vector<double>;

LoDTensor TensorOf(const std::vector<int64_t>& dims, const Values& values) {
  LoDTensor tensor;
  tensor.Allocate(layer::Dims(dims), DataType::kFloat64);
  std::copy(values.begin(), values.end(), tensor.mutable_data<double>());
  return tensor;
}

class TrainingTest : public ProgramFixture {
 protected:
  static Variable Data(const std::string& name,
                       const std::vector<int64_t>& shape) {
    return layer::data(name, shape, DataType::kFloat64);
  }
  static Variable Weight(const std::string& name, const Values& values,
                         layer::ParamAttr attr = {}) {
    attr.name = name;
    attr.initializer = layer::initializer::Values(values);
    return Parameter(attr, {static_cast<int64_t>(values.size())},
                     DataType::kFloat64);
  }

  void Start() { executor_.Run(startup_, {}, {}, scope_.get()); }
  Values Run(const Feeds& feeds, const Variable& fetch) {
    return Fetch(executor_.Run(main_, feeds, {fetch.name()}, scope_.get()));
  }
  Values Eval(const Feeds& feeds, const Variable& fetch) {
    return Fetch(executor_.Eval(main_, feeds, {fetch.name()}, scope_.get()));
  }
  Values ValueOf(const std::string& persistable) {
    return ToValues(scope_->FindVar(persistable)->Get<LoDTensor>());
  }

  // The gradient of the sum of f(x), against differences.
  void CheckGradient(const std::function<Variable(const Variable&)>& f,
                     const Values& at) {
    const std::vector<int64_t> dims = {static_cast<int64_t>(at.size())};
    const Variable x = Data("x", dims);
    const Variable sum = layer::reduce_sum(f(x));
    const Variable grad = Gradients({sum}, {x})[0];
    const auto value = [&](const Values& point) {
      return Eval({{"x", TensorOf(dims, point)}}, sum)[0];
    };
    Values expected;
    for (size_t i = 0; i < at.size(); ++i) {
      constexpr double kStep = 1e-5;
      Values above = at, below = at;
      above[i] += kStep;
      below[i] -= kStep;
      expected.push_back((value(above) - value(below)) / (2 * kStep));
    }
    const Values got = Eval({{"x", TensorOf(dims, at)}}, grad);
    EXPECT_THAT(got, Pointwise(::testing::DoubleNear(1e-7), expected));
  }

  // Trains y = 2 x0 - 3 x1 + 1 for some steps; returns the last loss.
  double FitALine(Optimizer* optimizer, int steps) {
    const Variable x = Data("x", {-1, 2});
    const Variable y = Data("y", {-1, 1});
    const Variable cost =
        layer::mean(layer::square_error_cost(layer::fc(x, 1), y));
    optimizer->Minimize(cost);
    layer::SetRandomSeed(1);
    Start();
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-1, 1);
    double loss = 0;
    for (int step = 0; step < steps; ++step) {
      Values xs, ys;
      for (int row = 0; row < 16; ++row) {
        xs.push_back(uniform(random));
        xs.push_back(uniform(random));
        ys.push_back(2 * xs[2 * row] - 3 * xs[2 * row + 1] + 1);
      }
      loss = Run({{"x", TensorOf({16, 2}, xs)}, {"y", TensorOf({16, 1}, ys)}},
                 cost)[0];
    }
    return loss;
  }

  framework::Executor executor_;
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();

 private:
  static Values Fetch(const std::vector<framework::Fetched>& fetched) {
    return ToValues(absl::get<LoDTensor>(fetched[0]));
  }
  static Values ToValues(const LoDTensor& tensor) {
    const double* data = tensor.data<double>();
    return Values(data, data + tensor.numel());
  }
};

TEST_F(TrainingTest, GradientOfSharedUses) {
  CheckGradient(
      [](const Variable& x) {
        const Variable h = layer::sigmoid(x);
        return layer::tanh(h * x) + layer::exp(h) * h - x;
      },
      {0.5, -1.5, 2});
}

// Returns the gradient of the sum of f(x), to check second gradients.
std::function<Variable(const Variable&)> GradientOf(
    const std::function<Variable(const Variable&)>& f) {
  return [f](const Variable& x) {
    return Gradients({layer::reduce_sum(f(x))}, {x})[0];
  };
}

TEST_F(TrainingTest, SecondGradientsOfFunctions) {
  CheckGradient(GradientOf([](const Variable& x) {
                  const auto of = [&x](const std::string& type) {
                    return layer::Op(type, {{"X", x}});
                  };
                  const Variable steep = of("tanh") * 2 + of("sigmoid") * 3;
                  const Variable far = of("exp") - of("log") * 5;
                  return steep + far + of("square") * 7 + of("sqrt") * 11;
                }),
                {0.75, 1.25, 2});
}

TEST_F(TrainingTest, SecondGradientsOfArithmetic) {
  CheckGradient(GradientOf([](const Variable& x) {
                  return x * x * x + x / (x * x + 1) - 2 * x;
                }),
                {0.75, 1.25, 2});
}

// x, a single number, is broadcast; its gradients are sums.
TEST_F(TrainingTest, SecondGradientsOfWhatIsBroadcast) {
  const Variable w = Weight("w", {1, 2, -3});
  Start();
  CheckGradient(GradientOf([&w](const Variable& x) {
                  const Variable parts = w * x / (w * w + x) + w / x;
                  return parts * x - (w + x) * (x - w);
                }),
                {0.75});
}

TEST_F(TrainingTest, GradientOfOneVariableTwice) {
  CheckGradient([](const Variable& x) { return x * x / (x + 3); }, {0.5, 2});
}

TEST_F(TrainingTest, GradientThroughBroadcasting) {
  CheckGradient(
      [](const Variable& x) {
        return layer::reshape(x, {2, 1}) * layer::exp(x) * layer::mean(x);
      },
      {0.5, -1});
}

TEST_F(TrainingTest, GradientsOfUnknownSizesStartWithOnes) {
  const Variable x = Data("x", {-1, 2});
  const Variable grad = Gradients({layer::square(x)}, {x})[0];
  EXPECT_THAT(Eval({{"x", TensorOf({1, 2}, {3, 4})}}, grad), ElementsAre(6, 8));
}

TEST_F(TrainingTest, SgdFitsALine) {
  SGDOptimizer sgd(0.3);
  EXPECT_LT(FitALine(&sgd, 200), 1e-6);
}

TEST_F(TrainingTest, MomentumFitsALine) {
  MomentumOptimizer momentum(0.1, 0.9, /*use_nesterov=*/true);
  EXPECT_LT(FitALine(&momentum, 200), 1e-6);
}

TEST_F(TrainingTest, AdamFitsALine) {
  AdamOptimizer adam(0.1);
  EXPECT_LT(FitALine(&adam, 400), 1e-6);
}

TEST_F(TrainingTest, DecayPullsTowardsZero) {
  layer::ParamAttr l1, l2;
  l1.regularizer = layer::L1Decay(0.5);
  l2.regularizer = layer::L2Decay(0.25);
  const Variable a = Weight("a", {2, -4, 0}, l1);
  const Variable b = Weight("b", {2, -4, 0}, l2);
  const Variable loss = layer::reduce_sum(a + b);
  SGDOptimizer(1).Minimize(loss);
  Start();
  EXPECT_THAT(Run({}, loss), ElementsAre(-4));
  EXPECT_THAT(ValueOf("a"), ElementsAre(0.5, -4.5, -1));
  EXPECT_THAT(ValueOf("b"), ElementsAre(0.5, -4, -1));
}

TEST_F(TrainingTest, ClippingByValue) {
  OptimizerOptions options;
  options.gradient_clip = layer::ClipByValue(-1, 2);
  const Variable w = Weight("w", {0, 0, 0});
  const Variable slopes = Weight("slopes", {-3, 1.5, 5});
  BackwardOptions backward;
  backward.parameter_list = {"w"};
  SGDOptimizer(1, options)
      .Minimize(layer::reduce_sum(w * slopes), nullptr, backward);
  Start();
  executor_.Run(main_, {}, {}, scope_.get());
  EXPECT_THAT(ValueOf("w"), ElementsAre(1, -1.5, -2));
}

TEST_F(TrainingTest, ClippingByNormAndByGlobalNorm) {
  layer::ParamAttr own;
  own.gradient_clip = layer::ClipByNorm(1);
  OptimizerOptions options;
  options.gradient_clip = layer::ClipByGlobalNorm(1);
  const Variable a = Weight("a", {0, 0}, own);
  const Variable b = Weight("b", {0});
  const Variable c = Weight("c", {0});
  // Gradients: a (3, 4), of norm 5; b 6 and c 8, of norm 10.
  const Variable loss =
      layer::reduce_sum(a * Weight("k", {3, 4})) + 6 * b + 8 * c;
  BackwardOptions backward;
  backward.parameter_list = {"a", "b", "c"};
  SGDOptimizer(1, options).Minimize(loss, nullptr, backward);
  Start();
  executor_.Run(main_, {}, {}, scope_.get());
  EXPECT_THAT(ValueOf("a"), ElementsAre(DoubleEq(-0.6), DoubleEq(-0.8)));
  EXPECT_THAT(ValueOf("b"), ElementsAre(DoubleEq(-0.6)));
  EXPECT_THAT(ValueOf("c"), ElementsAre(DoubleEq(-0.8)));
}

TEST_F(TrainingTest, GradientsWithinTheirNormKeepTheirBits) {
  OptimizerOptions options;
  options.gradient_clip = layer::ClipByGlobalNorm(10);
  const double slope = 0.1;
  const Variable w = Weight("w", {0});
  SGDOptimizer(1, options).Minimize(slope * w);
  Start();
  executor_.Run(main_, {}, {}, scope_.get());
  EXPECT_EQ(ValueOf("w")[0], -slope);
}

TEST_F(TrainingTest, SparseAndDenseTablesTrainAlike) {
  layer::EmbeddingOptions dense, sparse;
  dense.dtype = sparse.dtype = DataType::kFloat64;
  sparse.is_sparse = true;
  const Values table = {1, 2, 3, 4, 5, 6, 7, 8};
  dense.weight = "dense";
  sparse.weight = "sparse";
  dense.weight.initializer = layer::initializer::Values(table);
  sparse.weight.initializer = layer::initializer::Values(table);
  const Variable ids = layer::data("ids", {-1, 1}, DataType::kInt64);
  const Variable loss =
      layer::mean(layer::square(layer::embedding(ids, 4, 2, dense) +
                                layer::embedding(ids, 4, 2, sparse)));
  OptimizerOptions options;
  options.regularizer = layer::L2Decay(0.1);
  AdamOptimizer(0.1, {}, options).Minimize(loss);
  Start();
  LoDTensor batch;
  batch.Allocate({3, 1}, DataType::kInt64);
  const int64_t rows[] = {2, 0, 2};
  std::copy(rows, rows + 3, batch.mutable_data<int64_t>());
  for (int step = 0; step < 3; ++step) {
    executor_.Run(main_, {{"ids", batch}}, {}, scope_.get());
  }
  EXPECT_NE(ValueOf("dense"), table);
  EXPECT_THAT(ValueOf("sparse"),
              Pointwise(::testing::DoubleNear(1e-12), ValueOf("dense")));
}

}  // namespace
}  // namespace paddle::backward
