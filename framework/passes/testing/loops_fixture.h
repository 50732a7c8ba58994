// Runs programs with loops as they are and after a pass.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/backward/append_backward.h"
#include "paddle/backward/testing/program_fixture.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/layers/layers.h"
#include "paddle/framework/passes/optimize.h"
#include "paddle/framework/passes/testing/run_pass.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/platform/place.h"

namespace paddle::framework::testing {

using layer::Variable;
using layer::operator+;
using layer::operator*;

class LoopsFixture : public backward::ProgramFixture {
 protected:
  using Body = std::function<Variable(const Variable& now)>;
  using Lengths = std::vector<int64_t>;

  // Returns data that is fed with numbers without a visible pattern; an unknown
  // size is `rows`.
  Variable Fed(const std::string& name, const std::vector<int64_t>& shape,
               int64_t rows = 3) {
    const Variable x = layer::data(name, shape, DataType::kFloat32);
    Dims dims;
    for (int64_t size : shape) dims.Append(size < 0 ? rows : size);
    feeds_[name] = Numbers(dims);
    return x;
  }
  // Returns data of sequences, which are fed.
  Variable Sequences(const std::string& name, int64_t width,
                     const Lengths& lengths) {
    FeedSequences(name, width, lengths);
    return layer::data(name, {-1, width}, DataType::kFloat32, /*lod_level=*/1);
  }
  void FeedSequences(const std::string& name, int64_t width,
                     const Lengths& lengths) {
    LoDTensor tensor = Numbers(
        {std::accumulate(lengths.begin(), lengths.end(), int64_t{0}), width});
    tensor.set_lod(LoD::FromLengths({lengths}));
    feeds_[name] = std::move(tensor);
  }
  Variable Number(const std::string& name, int64_t value) {
    const Variable x = layer::data(name, {1}, DataType::kInt64);
    LoDTensor tensor({1}, DataType::kInt64);
    tensor.mutable_data<int64_t>()[0] = value;
    feeds_[name] = std::move(tensor);
    return x;
  }

  // Repeats what `body` does to a value, n times.
  static Variable Repeat(const Variable& n, const Variable& first,
                         const Body& body) {
    const Variable start = layer::fill_constant({1}, DataType::kInt64, 0);
    layer::WhileLoop loop(layer::less_than(start, n));
    loop.BeginBlock();
    const Variable i = loop.Carry(start), now = loop.Carry(first);
    const Variable next = layer::increment(i);
    loop.Update(now, body(now));
    loop.Update(i, next);
    loop.Condition(layer::less_than(next, n));
    loop.EndBlock();
    return loop()[1];
  }

  std::string After(const std::string& pass, const Variable& fetch) const {
    return TextAfter(pass, *main_, {fetch.name()});
  }
  bool LeavesAlone(const std::string& pass, const Variable& fetch) const {
    return testing::LeavesAlone(pass, *main_, {fetch.name()});
  }

  // Returns the program after passes that know what is fetched.
  std::shared_ptr<const Program> Passed(
      const NameList& passes, const std::vector<Variable>& fetches) const {
    PassContext context;
    context.keep_all = false;
    context.place = platform::PlaceKind::kCPU;
    context.convolves_channels_last = true;  // whatever library is linked
    OptimizeOptions options;
    options.only = passes;
    NameList feeds;
    for (const auto& [name, value] : feeds_) feeds.push_back(name);
    return Optimize(WithInterface(*main_, feeds, NamesOf(fetches)), context,
                    options);
  }
  std::vector<LoDTensor> Run(const std::shared_ptr<const Program>& program,
                             const std::vector<Variable>& fetches) {
    const Feeds feeds(feeds_.begin(), feeds_.end());
    const auto scope = Scope::Create();
    // Parameters, if there are any, are the same in each run.
    startup_->set_random_seed(1);
    Executor().Run(startup_, {}, {}, scope.get());
    std::vector<LoDTensor> values;
    for (const auto& value :
         Executor().Eval(program, feeds, NamesOf(fetches), scope.get())) {
      values.push_back(absl::get<LoDTensor>(value));
    }
    return values;
  }

  // Fails the test if the pass leaves the program alone, or changes a bit.
  void ExpectSameBits(const std::string& pass,
                      const std::vector<Variable>& fetches) {
    ExpectSameBits({}, {pass}, fetches);
  }
  // Compares two lists of passes.
  void ExpectSameBits(const NameList& before, const NameList& after,
                      const std::vector<Variable>& fetches) {
    const auto plain = Passed(before, fetches), passed = Passed(after, fetches);
    EXPECT_NE(plain->desc().SerializeAsString(),
              passed->desc().SerializeAsString());
    const auto wanted = Run(plain, fetches), got = Run(passed, fetches);
    for (size_t i = 0; i < fetches.size(); ++i) {
      ASSERT_EQ(got[i].dims(), wanted[i].dims()) << fetches[i].name();
      EXPECT_TRUE(SameLoD(got[i].lod(), wanted[i].lod())) << fetches[i].name();
      EXPECT_EQ(BytesOf(got[i]), BytesOf(wanted[i])) << fetches[i].name();
    }
  }

  // Returns how often a type occurs in a block.
  static int Count(const Program& program, int block, const std::string& type) {
    int count = 0;
    for (const auto& op : program.block(block).desc().ops()) {
      if (op.type() == type) ++count;
    }
    return count;
  }

  std::map<std::string, LoDTensor> feeds_;

 private:
  static NameList NamesOf(const std::vector<Variable>& variables) {
    NameList names;
    for (const Variable& each : variables) names.push_back(each.name());
    return names;
  }
  static std::string BytesOf(const LoDTensor& tensor) {
    return {static_cast<const char*>(tensor.raw_data()), tensor.bytes()};
  }

  LoDTensor Numbers(const Dims& dims) {
    LoDTensor tensor(dims, DataType::kFloat32);
    for (int64_t i = 0; i < tensor.numel(); ++i) {
      const double x = std::sin(++seed_ * 12.9898) * 43758;
      tensor.mutable_data<float>()[i] =
          static_cast<float>(x - std::floor(x) - 0.5);
    }
    return tensor;
  }

  double seed_ = 0;
};

}  // namespace paddle::framework::testing
