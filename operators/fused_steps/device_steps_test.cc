// Programs of fused_elementwise in one launch on a GPU, against their operators
// one by one on the same GPU: equal bits.
#include "paddle/operators/elementwise/device_steps.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/variant.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/registry/elementwise_rule.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/copy.h"
#include "paddle/operators/elementwise/fused_program.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/place.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators {
namespace {

using framework::AttributeMap;
using framework::DataType;
using framework::Dims;
using framework::ElementwiseRule;
using framework::LoDTensor;
using framework::NameList;
using framework::Program;

// An operator of a program, as the attributes of fused_elementwise have it.
struct Step {
  std::string type;
  const ElementwiseRule* rule;
  std::vector<int64_t> operands;
};

struct Steps {
  std::vector<Dims> inputs;
  std::vector<Step> steps;
  std::vector<int64_t> results;
};

std::vector<Step> AllSteps() {
  std::vector<Step> all;
  for (const std::string& type : framework::ElementwiseTypes()) {
    for (const ElementwiseRule& rule : framework::ElementwiseRules(type)) {
      all.push_back({type, &rule, {}});
    }
  }
  return all;
}

AttributeMap AttributesOf(const Steps& steps) {
  NameList types, outputs;
  std::vector<int64_t> operands;
  for (const Step& step : steps.steps) {
    types.push_back(step.type);
    outputs.push_back(step.rule->output);
    operands.insert(operands.end(), step.operands.begin(), step.operands.end());
  }
  return {{"types", types},
          {"outputs", outputs},
          {"operands", operands},
          {"results", steps.results}};
}

// Irregular numbers in (-1, 1).
template <typename T>
LoDTensor Numbers(const Dims& dims, int seed) {
  LoDTensor tensor(dims, framework::DataTypeOf<T>());
  for (int64_t i = 0; i < tensor.numel(); ++i) {
    const double x = std::sin(seed + 12.9898 * static_cast<double>(i)) * 43758;
    tensor.mutable_data<T>()[i] =
        T(static_cast<float>(1.9 * (x - std::floor(x)) - 0.95));
  }
  return tensor;
}

std::string InputName(int64_t i) { return absl::StrCat("input", i); }
std::string ResultName(int64_t s) { return absl::StrCat("result", s); }
std::string NameOf(int64_t operand) {
  return operand < 0 ? ResultName(-1 - operand) : InputName(operand);
}

// Writes the inputs of a program: copies of what is fed, whose memory results
// may take over.
std::shared_ptr<Program> NewProgram(const Steps& steps, DataType dtype) {
  auto program = std::make_shared<Program>(framework::OpInfoMap::Instance());
  for (size_t i = 0; i < steps.inputs.size(); ++i) {
    const std::string name = InputName(static_cast<int64_t>(i));
    auto* var = program->global_block().Var("fed_" + name);
    var->set_dtype(static_cast<framework::proto::DataType>(dtype));
    for (int64_t size : steps.inputs[i]) var->add_dims(size);
    program->AppendOp(0, framework::MakeOp("scale", {{"X", {"fed_" + name}}},
                                           {{"Out", {name}}}));
  }
  return program;
}

// Inputs that are read for their shape alone have that of the last operand.
void AppendAlone(const Step& step, int64_t s, Program* program) {
  const auto& proto = framework::OpInfoMap::Instance().Get(step.type).proto;
  auto op =
      framework::MakeOp(step.type, {}, {{step.rule->output, {ResultName(s)}}});
  for (size_t i = 0; i < step.operands.size(); ++i) {
    framework::SetInput(&op, step.rule->inputs[i], {NameOf(step.operands[i])});
  }
  for (const auto& slot : proto.inputs) {
    if (slot.optional || !framework::Input(op, slot.name).empty()) continue;
    framework::SetInput(&op, slot.name, {NameOf(step.operands.back())});
  }
  program->AppendOp(0, op);
}

std::shared_ptr<Program> OneByOne(const Steps& steps, DataType dtype) {
  auto program = NewProgram(steps, dtype);
  for (size_t s = 0; s < steps.steps.size(); ++s) {
    AppendAlone(steps.steps[s], static_cast<int64_t>(s), program.get());
  }
  return program;
}

std::shared_ptr<Program> Joined(const Steps& steps, DataType dtype) {
  auto program = NewProgram(steps, dtype);
  NameList inputs, outputs;
  for (size_t i = 0; i < steps.inputs.size(); ++i) {
    inputs.push_back(InputName(static_cast<int64_t>(i)));
  }
  for (int64_t s : steps.results) outputs.push_back(ResultName(s));
  program->AppendOp(0,
                    framework::MakeOp("fused_elementwise", {{"X", inputs}},
                                      {{"Out", outputs}}, AttributesOf(steps)));
  return program;
}

template <typename T>
std::vector<LoDTensor> Run(const std::shared_ptr<Program>& program,
                           const Steps& steps) {
  framework::Feeds feeds;
  for (size_t i = 0; i < steps.inputs.size(); ++i) {
    const auto input = static_cast<int64_t>(i);
    feeds.emplace_back("fed_" + InputName(input),
                       Numbers<T>(steps.inputs[i], static_cast<int>(i)));
  }
  NameList fetches;
  for (int64_t s : steps.results) fetches.push_back(ResultName(s));
  framework::Executor executor(platform::CUDAPlace(0));
  const auto scope = framework::Scope::Create();
  std::vector<LoDTensor> values;
  for (auto& fetched : executor.Eval(program, feeds, fetches, scope.get())) {
    values.push_back(absl::get<LoDTensor>(fetched));
  }
  return values;
}

std::string TextOf(const Steps& steps) {
  std::string text;
  for (const Step& step : steps.steps) {
    absl::StrAppend(&text, " ", step.type, ".", step.rule->output);
    for (int64_t operand : step.operands) absl::StrAppend(&text, ",", operand);
  }
  return text;
}

std::unique_ptr<const DeviceSteps> Made(const Steps& steps, DataType dtype) {
  const AttributeMap set = AttributesOf(steps);
  const framework::NameList names;
  const std::vector<double> floats;
  const framework::Attribute no_names = names, no_floats = floats,
                             no_ints = std::vector<int64_t>();
  const auto lookup =
      [&](absl::string_view name) -> const framework::Attribute& {
    for (const auto& [key, value] : set) {
      if (key == name) return value;
    }
    if (name == "floats") return no_floats;
    return name == "ints" ? no_ints : no_names;
  };
  return MakeDeviceSteps(
      ReadFusedProgram(lookup, static_cast<int>(steps.inputs.size()),
                       static_cast<int>(steps.results.size())),
      dtype);
}

template <typename T>
void ExpectSameBits(const Steps& steps) {
  constexpr DataType kType = framework::DataTypeOf<T>();
  ASSERT_NE(Made(steps, kType), nullptr) << TextOf(steps);
  const auto joined = Run<T>(Joined(steps, kType), steps);
  const auto apart = Run<T>(OneByOne(steps, kType), steps);
  ASSERT_EQ(joined.size(), apart.size());
  for (size_t k = 0; k < joined.size(); ++k) {
    ASSERT_EQ(joined[k].dims(), apart[k].dims());
    const T* a = joined[k].template data<T>();
    const T* b = apart[k].template data<T>();
    for (int64_t i = 0; i < joined[k].numel(); ++i) {
      const auto x = static_cast<double>(a[i]), y = static_cast<double>(b[i]);
      ASSERT_TRUE(x == y ? std::signbit(x) == std::signbit(y)
                         : std::isnan(x) && std::isnan(y))
          << x << " is not " << y << ", element " << i << " of result "
          << steps.results[k] << " of" << TextOf(steps);
    }
  }
}

void ExpectSameBitsOfAllTypes(const Steps& steps) {
  ExpectSameBits<float>(steps);
  ExpectSameBits<double>(steps);
  ExpectSameBits<platform::float16>(steps);
  ExpectSameBits<platform::bfloat16>(steps);
}

// All operators that say so are known, with the default attributes.
TEST(DeviceSteps, KnowAllOperators) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (Step step : AllSteps()) {
    const auto operands = static_cast<int64_t>(step.rule->inputs.size());
    Steps alone = {{}, {}, {0}};
    for (int64_t i = 0; i < operands; ++i) {
      step.operands.push_back(i);
      alone.inputs.push_back({3, 7});
    }
    alone.steps = {step};
    ExpectSameBitsOfAllTypes(alone);
  }
}

// Makes programs of any steps over operands of one shape and some that are
// broadcast.
class RandomSteps {
 public:
  explicit RandomSteps(int seed) : random_(seed) {}

  Steps Make() {
    Steps made;
    made.inputs = {{5, 4, 33}, {5, 4, 33}, {33}, {4, 1}, {1}, {5, 1, 33}};
    const int64_t steps = Below(15) + 2;
    for (int64_t s = 0; s < steps; ++s) made.steps.push_back(MakeStep(s));
    for (int64_t s = 0; s < steps; ++s) {
      if (s == steps - 1 || Below(4) == 0) made.results.push_back(s);
    }
    if (Below(2) == 0) std::swap(made.results.front(), made.results.back());
    return made;
  }

 private:
  int64_t Below(int64_t end) {
    return std::uniform_int_distribution<int64_t>(0, end - 1)(random_);
  }
  int64_t Whole(int64_t s) {
    const int64_t operand = Below(s + 2);
    return operand < 2 ? operand : 1 - operand;
  }
  Step MakeStep(int64_t s) {
    Step step = all_[Below(static_cast<int64_t>(all_.size()))];
    for (size_t i = 0; i < step.rule->inputs.size(); ++i) {
      const bool repeats = step.rule->broadcasts && i == 1 && Below(2) == 0;
      step.operands.push_back(repeats ? 2 + Below(4) : Whole(s));
    }
    return step;
  }

  const std::vector<Step> all_ = AllSteps();
  std::mt19937 random_;
};

TEST(DeviceSteps, RunAnyProgram) {
  PADDLE_SKIP_WITHOUT_GPU();
  for (int seed = 0; seed < 60; ++seed) {
    ExpectSameBitsOfAllTypes(RandomSteps(seed).Make());
  }
}

// Returns tanh(x), of 22 numbers that lie `shift` numbers from where memory
// begins. Their neighbours stay as they are.
std::vector<float> TanhAt(int64_t shift) {
  const Steps steps = {
      {{22}},
      {{"tanh", framework::FindElementwiseRule("tanh", "Out"), {0}}},
      {0}};
  const auto place = platform::CUDAPlace(0);
  const framework::Tensor all = Copy(Numbers<float>({30}, 1), place);
  framework::Tensor x;
  const LoDTensor numbers = Numbers<float>({22}, 1);
  x.Bind(all.holder(), shift * sizeof(float), {22}, DataType::kFloat32);
  memory::Copy(place, x.raw_mutable_data(), platform::CPUPlace(),
               numbers.raw_data(), numbers.bytes());
  framework::Tensor* outputs[] = {&x};
  const framework::Tensor* inputs[] = {&x};
  Made(steps, DataType::kFloat32)
      ->Compute(platform::DeviceContextOf(place), x.dims(), inputs, outputs);
  const framework::Tensor after = Copy(all, platform::CPUPlace());
  for (int64_t i = 0; i < 30; ++i) {
    if (shift <= i && i < shift + 22) continue;
    EXPECT_EQ(after.data<float>()[i], Numbers<float>({30}, 1).data<float>()[i])
        << i;
  }
  const framework::Tensor out = Copy(x, platform::CPUPlace());
  return {out.data<float>(), out.data<float>() + out.numel()};
}

TEST(DeviceSteps, TakeWhatIsNotAligned) {
  PADDLE_SKIP_WITHOUT_GPU();
  EXPECT_EQ(TanhAt(1), TanhAt(0));
  EXPECT_EQ(TanhAt(3), TanhAt(0));
  EXPECT_FLOAT_EQ(TanhAt(1)[21],
                  std::tanh(Numbers<float>({22}, 1).data<float>()[21]));
}

TEST(DeviceSteps, LeaveWhatTheyHaveNoRoomFor) {
  PADDLE_SKIP_WITHOUT_GPU();
  const ElementwiseRule* rule = framework::FindElementwiseRule("relu", "Out");
  Steps longest = {{{2}}, {{"relu", rule, {0}}}, {0}};
  while (longest.steps.size() < 64) {
    const auto last = static_cast<int64_t>(longest.steps.size());
    longest.steps.push_back({"relu", rule, {-last}});
  }
  EXPECT_NE(Made(longest, DataType::kFloat32), nullptr);
  EXPECT_EQ(Made(longest, DataType::kInt32), nullptr);
  longest.steps.push_back({"relu", rule, {-64}});
  EXPECT_EQ(Made(longest, DataType::kFloat32), nullptr);
}

}  // namespace
}  // namespace paddle::operators
