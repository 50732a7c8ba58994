#include "paddle/operators/recurrent_unit/half_units.h"

#include <memory>
#include <string>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/operators/testing/rounded_tensors.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/place.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::bfloat16;
using platform::float16;
using testing::EmptyTensor;
using testing::MeanDistance;
using testing::NumbersIn;
using testing::RoundedTensor;
using CPU = platform::CPUDeviceContext;

const CPU& Device() { return platform::CPUContext(); }
memory::Allocator* Memory() {
  return &memory::AllocatorOf(platform::CPUPlace());
}

// Memory that lasts as long as this.
class Scratch {
 public:
  void* operator()(size_t bytes) const {
    memory_.resize(bytes / sizeof(double) + 1);
    return memory_.data();
  }

 private:
  mutable std::vector<double> memory_;
};

// Three sequences of states of 64 elements.
constexpr int64_t kSize = 64;
const std::vector<int64_t>& SequenceOffsets() {
  static const auto& offsets = *new std::vector<int64_t>{0, 20, 21, 37};
  return offsets;
}
int64_t RowCount() { return SequenceOffsets().back(); }

// Results and gradients by name.
struct Result {
  std::string name;
  std::vector<double> numbers;
};

// The inputs of a unit with so many gates and biases, in T, with the numbers
// that In has.
template <typename T, typename In>
struct Inputs {
  using Wide = platform::Accumulator<T>;

  Inputs(int64_t gates, int64_t biases)
      : x(RoundedTensor<T, In>({RowCount(), gates * kSize}, 1)),
        h0(RoundedTensor<T, In>({3, kSize}, 2)),
        c0(RoundedTensor<Wide, In>({3, kSize}, 3)),
        weight(RoundedTensor<T, In>({kSize, gates * kSize}, 4, 0.2)),
        bias(RoundedTensor<Wide, In>({1, biases * kSize}, 5)),
        d_hidden(RoundedTensor<T, In>({RowCount(), kSize}, 6)),
        dx(EmptyTensor<T>(x.dims())),
        dh0(EmptyTensor<T>(h0.dims())),
        d_weight(EmptyTensor<T>(weight.dims())),
        dbias(EmptyTensor<Wide>(bias.dims())) {}

  RecurrentInputs of() const {
    return {&x, &h0, nullptr, &weight, &bias, SequenceOffsets()};
  }
  RecurrentGrads grads() { return {&dx, &dh0, nullptr, &d_weight, &dbias}; }
  std::vector<Result> Results(const Tensor& hidden) const {
    return {{"hidden", NumbersIn<T>(hidden)},
            {"dx", NumbersIn<T>(dx)},
            {"dh0", NumbersIn<T>(dh0)},
            {"d_weight", NumbersIn<T>(d_weight)},
            {"dbias", NumbersIn<Wide>(dbias)}};
  }

  Tensor x, h0, c0, weight, bias, d_hidden;
  Tensor dx, dh0, d_weight, dbias;
};

struct OfLstm {
  template <typename T, typename In>
  static std::vector<Result> Run() {
    using Wide = platform::Accumulator<T>;
    Inputs<T, In> in(4, 4);
    const int64_t rows = RowCount();
    Tensor hidden = EmptyTensor<T>({rows, kSize});
    Tensor cell = EmptyTensor<Wide>({rows, kSize});
    Tensor gates = EmptyTensor<Wide>({rows, 4 * kSize});
    Tensor activated = EmptyTensor<Wide>({rows, kSize});
    const Scratch scratch;
    RecurrentInputs inputs = in.of();
    inputs.c0 = &in.c0;
    AnyLstm<CPU, T>(Device(), inputs, {}, Memory(), scratch,
                    {&hidden, &cell, &gates, &activated});
    Tensor dcell = RoundedTensor<Wide, In>({rows, kSize}, 7);
    AnyLstmGrad<CPU, T>(Device(), inputs, {&hidden, &cell, &gates, &activated},
                        in.d_hidden, dcell, {}, Memory(), scratch, in.grads());
    auto results = in.Results(hidden);
    results.push_back({"cell", NumbersIn<Wide>(cell)});
    return results;
  }
};

template <bool kResetAfter>
struct OfGru {
  template <typename T, typename In>
  static std::vector<Result> Run() {
    using Wide = platform::Accumulator<T>;
    Inputs<T, In> in(3, kResetAfter ? 4 : 3);
    GruOptions options;
    options.reset_after = kResetAfter;
    const int64_t rows = RowCount();
    Tensor hidden = EmptyTensor<T>({rows, kSize});
    Tensor gates = EmptyTensor<Wide>({rows, 3 * kSize});
    Tensor reset = EmptyTensor<T>({rows, kSize});
    const Scratch scratch;
    AnyGru<CPU, T>(Device(), in.of(), options, Memory(), scratch,
                   {&hidden, &gates, &reset});
    AnyGruGrad<CPU, T>(Device(), in.of(), {&hidden, &gates, &reset},
                       in.d_hidden, options, Memory(), scratch, in.grads());
    return in.Results(hidden);
  }
};

template <class Unit, typename T>
void ExpectNearAsFloat() {
  const auto right = Unit::template Run<double, T>();
  const auto wide = Unit::template Run<float, T>();
  const auto half = Unit::template Run<T, T>();
  for (size_t i = 0; i < right.size(); ++i) {
    const double rounding = MeanDistance<T>(wide[i].numbers, right[i].numbers);
    EXPECT_GT(rounding, 0);
    // The gradient of a weight is a product of numbers that are rounded, too.
    const int times = right[i].name == "d_weight" ? 3 : 2;
    EXPECT_LT(MeanDistance<T>(half[i].numbers, right[i].numbers),
              times * rounding)
        << right[i].name;
  }
}

TEST(HalfUnits, AreAsNearAsFloatThatIsRounded) {
  ExpectNearAsFloat<OfLstm, bfloat16>();
  ExpectNearAsFloat<OfLstm, float16>();
  ExpectNearAsFloat<OfGru<false>, bfloat16>();
  ExpectNearAsFloat<OfGru<false>, float16>();
  ExpectNearAsFloat<OfGru<true>, bfloat16>();
  ExpectNearAsFloat<OfGru<true>, float16>();
}

TEST(HalfUnits, AreForLargeStatesOnProcessorsThatHaveThem) {
  EXPECT_EQ(MultipliesStates<bfloat16>(kSize), HasHalfGemm<bfloat16>());
  EXPECT_FALSE(MultipliesStates<bfloat16>(8));
}

}  // namespace
}  // namespace paddle::operators::kernels
