// The fixture of the tests of branching operators: programs in float64 that run
// on fed values, and comparisons of two ways to compute a value.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/operators/testing/array.h"
#include "paddle/operators/testing/data.h"

namespace paddle::operators {

using framework::DataType;
using layer::Variable;
using testing::Array;

class BranchFixture : public ::testing::Test {
 protected:
  void TearDown() override { framework::Verify(*main_); }

  // Returns data of this shape (-1: the number of `rows`), fed with random
  // values.
  Variable Random(const std::string& name, std::vector<int64_t> shape,
                  int64_t rows = 5, const framework::LoD::Levels& lod = {}) {
    const Variable x = layer::data(name, shape, DataType::kFloat64,
                                   static_cast<int>(lod.size()));
    for (int64_t& size : shape) size = size < 0 ? rows : size;
    auto data = testing::Random(framework::Dims(shape));
    if (!lod.empty()) data.Lengths(lod);
    Feed(x, data.Make(name, DataType::kFloat64).data);
    return x;
  }

  // Returns bool data, [N, 1] or, for fixed sizes, of `shape`.
  Variable Bools(const std::string& name, const std::vector<int64_t>& shape,
                 const std::vector<bool>& values) {
    const Variable mask = layer::data(name, shape, DataType::kBool);
    Feed(mask, values);
    return mask;
  }

  void Feed(const Variable& x, const Array& value) {
    framework::LoDTensor tensor;
    tensor.Allocate(value.dims, x.dtype());
    testing::Fill(value, &tensor);
    tensor.set_lod(value.lod);
    feeds_[x.name()] = std::move(tensor);
  }
  void Feed(const Variable& x, const std::vector<bool>& values) {
    framework::Dims dims = x.dims();
    if (dims.rank() > 0) dims[0] = static_cast<int64_t>(values.size());
    Array array(dims);
    for (size_t i = 0; i < values.size(); ++i) array[i] = values[i];
    Feed(x, array);
  }
  // Feeds other random rows of the same width, so that the batch size changes.
  void FeedRows(const Variable& x, int64_t rows) {
    framework::Dims dims = x.dims();
    dims[0] = rows;
    Feed(x, testing::Random(dims).Make(x.name(), x.dtype()).data);
  }

  std::vector<Array> Eval(const std::vector<Variable>& fetches) {
    return RunAs(fetches, framework::RunMode::kEval);
  }
  std::vector<Array> RunAs(const std::vector<Variable>& fetches,
                           framework::RunMode mode) {
    framework::Feeds feeds(feeds_.begin(), feeds_.end());
    std::vector<std::string> names;
    for (const Variable& one : fetches) names.push_back(one.name());
    std::vector<Array> values;
    auto fetched = mode == framework::RunMode::kEval
                       ? executor_.Eval(main_, feeds, names, scope_.get())
                       : executor_.Run(main_, feeds, names, scope_.get());
    for (const auto& one : fetched) {
      const auto& tensor = absl::get<framework::LoDTensor>(one);
      values.push_back(
          testing::ToArray(static_cast<const framework::Tensor&>(tensor)));
      values.back().lod = tensor.lod();
    }
    return values;
  }
  Array Eval(const Variable& fetch) {
    return Eval(std::vector<Variable>{fetch})[0];
  }

  // Returns the sum of all elements, with fixed weights.
  static Variable Weighed(const Variable& x) {
    using layer::operator*;
    return layer::reduce_sum(x * layer::sigmoid(x * 3) * x);
  }

  // Checks that two variables, and the gradients through them, agree for every
  // value of `mask`.
  void ExpectSame(const Variable& expected, const Variable& got,
                  const std::vector<Variable>& inputs, const Variable& mask,
                  const std::vector<std::vector<bool>>& masks) {
    std::vector<Variable> wanted = {expected}, fetches = {got};
    const auto expected_grads =
        backward::Gradients({Weighed(expected)}, inputs);
    const auto grads = backward::Gradients({Weighed(got)}, inputs);
    for (size_t i = 0; i < inputs.size(); ++i) {
      ASSERT_TRUE(grads[i].is_valid()) << inputs[i].name();
      wanted.push_back(expected_grads[i]);
      fetches.push_back(grads[i]);
    }
    for (const std::vector<bool>& bools : masks) {
      Feed(mask, bools);
      const std::vector<Array> one = Eval(wanted), other = Eval(fetches);
      for (size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(testing::Difference(one[i], other[i], 1e-12), "")
            << (i == 0 ? got.name() : "the gradient of " + inputs[i - 1].name())
            << " on the mask " << ::testing::PrintToString(bools);
      }
    }
  }

  // Checks the gradients of the sum of `target` against central differences.
  void ExpectNumericGradients(const Variable& target,
                              const std::vector<Variable>& inputs) {
    const Variable loss = Weighed(target);
    const auto grads = backward::Gradients({loss}, inputs);
    constexpr double kStep = 1e-5;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Array got = Eval(grads[i]);
      auto* data = feeds_[inputs[i].name()].mutable_data<double>();
      for (int64_t k = 0; k < got.numel(); ++k) {
        const double before = data[k];
        data[k] = before + kStep;
        const double above = Eval(loss)[0];
        data[k] = before - kStep;
        const double below = Eval(loss)[0];
        data[k] = before;
        EXPECT_NEAR(got[k], (above - below) / (2 * kStep), 1e-7)
            << inputs[i].name() << " at " << k;
      }
    }
  }

  const std::shared_ptr<framework::Program> main_ = layer::NewProgram();
  const std::shared_ptr<framework::Program> startup_ = layer::NewProgram();
  const layer::ProgramGuard guard_{main_, startup_};
  const std::shared_ptr<framework::Scope> scope_ = framework::Scope::Create();
  framework::Executor executor_;
  std::map<std::string, framework::LoDTensor> feeds_;
};

}  // namespace paddle::operators
