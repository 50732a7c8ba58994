// Tests the functions that shape functions and kernels may call, and their
// errors, with an operator whose functions each test replaces.
#include "paddle/framework/plugin/call_functions.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"

#include "paddle/framework/plugin/plugin_api.h"
#include "paddle/framework/plugin/register_plugin.h"
#include "paddle/operators/testing/op_test.h"

namespace paddle::framework {
namespace {

using operators::testing::Integers;
using operators::testing::OpCase;
using operators::testing::OpValues;
using operators::testing::Random;

using Api = const PaddleApi&;
using Call = PaddleContext*;
using Body = std::function<PaddleStatus(Api, Call)>;
using Calls = std::function<void(Api, Call)>;

struct Bodies {
  Body shape, kernel, gradient;
};
Bodies bodies;

PaddleStatus Run(const PaddleApi* api, Call call, void* data) {
  return (*static_cast<Body*>(data))(*api, call);
}

PaddleStatus Declare(const PaddleApi* api, PaddleLibrary* library) {
  const int64_t ints[] = {3, 4};
  const double floats[] = {0.5};
  const uint8_t bools[] = {1, 0, 1};
  const char* const texts[] = {"one", "two"};
  PaddleOp* op = api->add_op(library, "probe", "Whatever a test says.");
  api->add_input(op, "X", "The input.", 0);
  api->add_input(op, "More", "More inputs.",
                 PADDLE_LIST | PADDLE_OPTIONAL | PADDLE_NO_GRADIENT);
  api->add_input(op, "Like", "A shape.",
                 PADDLE_OPTIONAL | PADDLE_SHAPE_ONLY | PADDLE_NO_GRADIENT);
  api->add_output(op, "Out", "The output.", 0);
  api->add_bool(op, "b", "A bool.", 1);
  api->add_int(op, "i", "An int.", 5);
  api->add_float(op, "f", "A float.", 2.5);
  api->add_string(op, "s", "A string.", "text");
  api->add_data_type(op, "t", "A type.", PADDLE_INT64);
  api->add_bools(op, "bs", "Bools.", bools, 3);
  api->add_ints(op, "is", "Ints.", ints, 2);
  api->add_floats(op, "fs", "Floats.", floats, 1);
  api->add_strings(op, "ss", "Strings.", texts, 2);
  api->add_ints(op, "none", "No ints.", nullptr, 0);
  api->set_shape_function(op, Run, &bodies.shape);
  api->add_kernel(op, PADDLE_CPU, PADDLE_FLOAT64, Run, &bodies.kernel);
  api->add_gradient(op, nullptr);
  api->add_gradient_kernel(op, PADDLE_CPU, PADDLE_FLOAT64, Run,
                           &bodies.gradient);
  return api->library_status(library);
}
PADDLE_OP_LIBRARY(Declare)

PaddleStatus SameShape(Api api, Call call) {
  api.share_shape(call, "X", "Out");
  return api.status(call);
}

// to = 2 from.
PaddleStatus Double(Api api, Call call, const char* from, const char* to) {
  const auto* x =
      static_cast<const double*>(api.input_data(call, from, 0, PADDLE_FLOAT64));
  auto* out =
      static_cast<double*>(api.output_data(call, to, 0, PADDLE_FLOAT64));
  if (out == nullptr || x == nullptr) return api.status(call);
  const int64_t size = api.output_numel(call, to, 0);
  for (int64_t i = 0; i < size; ++i) out[i] = 2 * x[i];
  return PADDLE_OK;
}

class CallFunctionsTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    RegisterPlugin(PaddleRegisterOpLibrary, "probe");
  }

  void SetUp() override {
    bodies.shape = SameShape;
    bodies.kernel = [](Api api, Call call) {
      return Double(api, call, "X", "Out");
    };
    bodies.gradient = [](Api api, Call call) {
      return Double(api, call, "Out@GRAD", "X@GRAD");
    };
  }

  static OpCase Case() { return OpCase("probe").Input("X", Random({2, 3})); }

  // The function runs in place of the shape function; what it calls fails.
  static void ShapeFails(const std::string& regex, Calls function) {
    bodies.shape = [function = std::move(function)](const PaddleApi& api,
                                                    PaddleContext* call) {
      SameShape(api, call);
      function(api, call);
      return PaddleStatus{PADDLE_OK};
    };
    Case().ExpectError(regex);
  }
  static void KernelFails(const std::string& regex, Calls function) {
    bodies.kernel = [function = std::move(function)](const PaddleApi& api,
                                                     PaddleContext* call) {
      function(api, call);
      return PaddleStatus{PADDLE_OK};
    };
    Case().ExpectError(regex);
  }
};

TEST_F(CallFunctionsTest, EveryMemberIsThere) {
  const PaddleApi& api = PluginApi();
  EXPECT_EQ(api.size, sizeof(PaddleApi));
  EXPECT_EQ(api.major, PADDLE_PLUGIN_MAJOR);
  EXPECT_EQ(api.minor, PADDLE_PLUGIN_MINOR);
  const auto* members = reinterpret_cast<void* const*>(&api.begin);
  const auto* end = reinterpret_cast<void* const*>(&api + 1);
  for (; members != end; ++members) EXPECT_NE(*members, nullptr);
}

TEST_F(CallFunctionsTest, AnOperatorIsLikeAnyOther) {
  Case()
      .Input("More", {Random({4}), Random({})})
      .Reference([](OpValues& v) {
        v.Out("Out") = v.In("X").Map([](double x) { return 2 * x; });
      })
      .Gradient({"X"})
      .ScaleRows({"X"})
      .Check();
}

void CheckScalars(Api api, Call call) {
  EXPECT_EQ(api.attr_bool(call, "b"), 1);
  EXPECT_EQ(api.attr_int(call, "i"), 5);
  EXPECT_EQ(api.attr_float(call, "f"), 2.5);
  EXPECT_STREQ(api.attr_string(call, "s"), "text");
  EXPECT_EQ(api.attr_data_type(call, "t"), PADDLE_INT64);
}

void CheckLists(Api api, Call call) {
  size_t count = 9;
  const uint8_t* bools = api.attr_bools(call, "bs", &count);
  EXPECT_EQ(std::vector<int>(bools, bools + count),
            (std::vector<int>{1, 0, 1}));
  const int64_t* ints = api.attr_ints(call, "is", &count);
  EXPECT_EQ(std::vector<int64_t>(ints, ints + count),
            (std::vector<int64_t>{3, 4}));
  EXPECT_EQ(api.attr_floats(call, "fs", nullptr)[0], 0.5);
  const char* const* texts = api.attr_strings(call, "ss", &count);
  EXPECT_EQ(std::vector<std::string>(texts, texts + count),
            (std::vector<std::string>{"one", "two"}));
  EXPECT_NE(api.attr_ints(call, "none", &count), nullptr);
  EXPECT_EQ(count, 0);
}

void CheckSlots(Api api, Call call) {
  int64_t sizes[PADDLE_MAX_RANK];
  EXPECT_EQ(api.input_dims(call, "X", 0, sizes, PADDLE_MAX_RANK), 2);
  EXPECT_EQ(sizes[0] * 10 + sizes[1], 23);
  EXPECT_EQ(api.input_numel(call, "X", 0), 6);
  EXPECT_EQ(api.input_type(call, "X", 0), PADDLE_FLOAT64);
  EXPECT_EQ(api.input_count(call, "More"), 2);
  EXPECT_EQ(api.input_dims(call, "More", 1, nullptr, 0), 0);
  EXPECT_EQ(api.input_type(call, "More", 0), PADDLE_INT64);
  EXPECT_EQ(api.input_count(call, "Like"), 0);
  EXPECT_EQ(api.output_count(call, "Out"), 1);
  EXPECT_TRUE(api.has_input(call, "More", 1));
  EXPECT_FALSE(api.has_input(call, "More", 2));
  EXPECT_FALSE(api.has_input(call, "Like", 0));
  EXPECT_TRUE(api.has_output(call, "Out", 0));
  EXPECT_EQ(api.status(call), PADDLE_OK);
}

TEST_F(CallFunctionsTest, BothKindsOfCallsReadTheOperator) {
  int calls = 0;
  const auto check = [&](Api api, Call call) {
    ++calls;
    CheckScalars(api, call);
    CheckLists(api, call);
    CheckSlots(api, call);
  };
  bodies.shape = [&](Api api, Call call) {
    check(api, call);
    EXPECT_EQ(api.size_add(call, 2, 3), 5);
    EXPECT_EQ(api.size_sub(call, 5, 3), 2);
    EXPECT_EQ(api.size_mul(call, 2, 3), 6);
    EXPECT_EQ(api.size_div(call, 7, 2), 3);
    EXPECT_TRUE(api.may_match(call, 7, -1));
    EXPECT_FALSE(api.may_match(call, 7, 2));
    return SameShape(api, call);
  };
  bodies.kernel = [&](Api api, Call call) {
    check(api, call);
    int64_t sizes[2];
    EXPECT_EQ(api.output_dims(call, "Out", 0, sizes, 2), 2);
    EXPECT_EQ(sizes[1], 3);
    EXPECT_EQ(api.output_type(call, "Out", 0), PADDLE_FLOAT64);
    EXPECT_EQ(api.input_data(call, "Like", 0, PADDLE_FLOAT64), nullptr);
    EXPECT_NE(api.workspace(call, 1000), nullptr);
    std::vector<int64_t> seen(1000, 0);
    EXPECT_EQ(api.parallel_for(
                  call, 1000, 64,
                  [](void* data, int64_t begin, int64_t end) {
                    auto& all = *static_cast<std::vector<int64_t>*>(data);
                    for (int64_t i = begin; i < end; ++i) all[i] += i;
                  },
                  &seen),
              PADDLE_OK);
    EXPECT_EQ(seen[999], 999);
    return Double(api, call, "X", "Out");
  };
  operators::testing::Instance instance;
  instance.type = "probe";
  const DataType wide = DataType::kFloat64;
  instance.inputs = {
      {"X", {Random({2, 3}).Make("X", wide)}},
      {"More",
       {Integers({4}, 0, 9).Make("More", wide), Random({}).Make("M", wide)}}};
  instance.outputs = {{"Out", 1}};
  operators::testing::OpRun(instance).Run();
  EXPECT_GE(calls, 3);  // when it is written, and run
}

TEST_F(CallFunctionsTest, ShapeFunctionsThatDoWrong) {
  const int64_t sizes[] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  const auto set = [=](const char* slot, PaddleDataType type,
                       const int64_t* values, int32_t rank) {
    return [=](Api api, Call call) {
      api.set_output(call, slot, 0, type, values, rank);
    };
  };
  ShapeFails("output Out would have the rank 10; the highest is 9",
             set("Out", PADDLE_FLOAT64, sizes, 10));
  ShapeFails("output Out would have the rank -1",
             set("Out", PADDLE_FLOAT64, sizes, -1));
  ShapeFails("the sizes of output Out are NULL",
             set("Out", PADDLE_FLOAT64, nullptr, 2));
  ShapeFails("the name of a slot is NULL",
             set(nullptr, PADDLE_FLOAT64, sizes, 2));
  ShapeFails("data type number|99", set("Out", 99, sizes, 2));
  static constexpr int64_t kSymbol[] = {-77};
  ShapeFails("the size -77, which is no symbol of the program",
             set("Out", PADDLE_FLOAT64, kSymbol, 1));
  ShapeFails("shape \\[2, 3\\] where the rank is at most 1",
             [](Api api, Call call) {
               int64_t one[1];
               api.input_dims(call, "X", 0, one, 1);
             });
  ShapeFails("the array for the sizes is NULL", [](Api api, Call call) {
    api.input_dims(call, "X", 0, nullptr, 9);
  });
  ShapeFails("attribute i is a int, not a float", [](Api api, Call call) {
    EXPECT_EQ(api.attr_float(call, "i"), 0);
  });
  ShapeFails("has no attribute zz", [](Api api, Call call) {
    EXPECT_STREQ(api.attr_string(call, "zz"), "");
    EXPECT_EQ(api.attr_ints(call, "is", nullptr), nullptr);
  });
  ShapeFails("a shape function calls what only a kernel may call",
             [](Api api, Call call) {
               EXPECT_EQ(api.input_data(call, "X", 0, PADDLE_FLOAT64), nullptr);
             });
  ShapeFails("a C\\+\\+ exception: basic_string",
             [](Api, Call) { std::string("abc").at(5); });
}

TEST_F(CallFunctionsTest, ShapeFunctionsThatFail) {
  bodies.shape = [](Api api, Call call) {
    return api.fail(call, PADDLE_INVALID_ARGUMENT, "X must be square");
  };
  Case().ExpectError(
      "InvalidArgument: X must be square\n.*in operator probe "
      "\\(X: X \\[2, 3\\] float64");
  bodies.shape = [](Api, Call) { return PaddleStatus{PADDLE_UNIMPLEMENTED}; };
  Case().ExpectError(
      "Unimplemented: the shape function fails with status 7 and no message");
  bodies.shape = [](Api, Call) { return PaddleStatus{PADDLE_OK}; };
  Case().ExpectError("the shape function does not set output Out\\[0\\]");
  bodies.shape = SameShape;
  OpCase("probe")
      .Input("X", Random({2, 3}).Rows(5, {1, 2}))
      .ExpectError("input X of operator probe must be a dense tensor");
}

TEST_F(CallFunctionsTest, KernelsThatDoWrong) {
  KernelFails(
      "the kernel takes X to be float32, but it is float64 \\[2, 3\\]",
      [](Api api, Call call) { api.input_data(call, "X", 0, PADDLE_FLOAT32); });
  KernelFails("the kernel takes Out to be int64", [](Api api, Call call) {
    api.output_data(call, "Out", 0, PADDLE_INT64);
  });
  KernelFails("operator probe has no input Y", [](Api api, Call call) {
    api.input_data(call, "Y", 0, PADDLE_FLOAT64);
  });
  KernelFails("input More\\[3\\] is left out",
              [](Api api, Call call) { api.input_numel(call, "More", 3); });
  KernelFails("a kernel calls what only a shape function may call",
              [](Api api, Call call) { api.share_shape(call, "X", "Out"); });
  KernelFails("the loop's body is NULL", [](Api api, Call call) {
    api.parallel_for(call, 1, 1, nullptr, nullptr);
  });
  KernelFails("a loop of size -1", [](Api api, Call call) {
    EXPECT_EQ(api.parallel_for(
                  call, -1, 1, [](void*, int64_t, int64_t) {}, nullptr),
              PADDLE_INVALID_ARGUMENT);
  });
  KernelFails("a C\\+\\+ exception: basic_string", [](const PaddleApi& api,
                                                      PaddleContext* call) {
    api.parallel_for(
        call, 100, 1, [](void*, int64_t, int64_t) { std::string("a").at(5); },
        nullptr);
  });
  KernelFails("the first\n", [](Api api, Call call) {
    api.fail(call, PADDLE_NOT_FOUND, "the first");
    api.fail(call, PADDLE_NOT_FOUND, "the second");
  });
}

TEST_F(CallFunctionsTest, AKernelThatFailsNamesOperatorAndShapes) {
  KernelFails(
      "OutOfRange: row 7 of 5\n.*running operator probe "
      "\\(X \\[2, 3\\] float64\\)",
      [](Api api, Call call) {
        EXPECT_EQ(api.fail(call, PADDLE_OUT_OF_RANGE, "row 7 of 5"),
                  PADDLE_OUT_OF_RANGE);
        EXPECT_EQ(api.output_data(call, "Out", 0, PADDLE_FLOAT64), nullptr);
      });
  bodies.kernel = [](Api, Call) { return PaddleStatus{-5}; };
  Case().ExpectError(
      "Internal: the kernel fails with status -5 and no message "
      "\\(-5 is no status\\)");
}

TEST_F(CallFunctionsTest, WhatAGradientDoesNotReadIsNotThere) {
  bodies.gradient = [](Api api, Call call) {
    EXPECT_EQ(api.input_numel(call, "X", 0), 6);
    api.input_data(call, "X", 0, PADDLE_FLOAT64);
    return api.status(call);
  };
  Case().Gradient({"X"}).ExpectError(
      "operator probe_grad does not read the elements of X: gradient_reads");
}

TEST_F(CallFunctionsTest, NullPointersDoNothing) {
  const PaddleApi& api = PluginApi();
  EXPECT_EQ(api.status(nullptr), PADDLE_INTERNAL);
  EXPECT_EQ(api.fail(nullptr, PADDLE_OK, nullptr), PADDLE_INTERNAL);
  EXPECT_EQ(api.begin(nullptr, 1, 0), PADDLE_INTERNAL);
  EXPECT_EQ(api.library_status(nullptr), PADDLE_INTERNAL);
  EXPECT_EQ(api.fail_library(nullptr, PADDLE_OK, nullptr), PADDLE_INTERNAL);
  EXPECT_EQ(api.add_op(nullptr, "a", "b"), nullptr);
  api.add_input(nullptr, "X", "Text.", 0);
  api.set_output(nullptr, "Out", 0, PADDLE_FLOAT32, nullptr, 0);
  EXPECT_EQ(api.attr_int(nullptr, "i"), 0);
  EXPECT_EQ(api.workspace(nullptr, 8), nullptr);
  EXPECT_EQ(api.parallel_for(nullptr, 1, 1, nullptr, nullptr), PADDLE_INTERNAL);
}

}  // namespace
}  // namespace paddle::framework
