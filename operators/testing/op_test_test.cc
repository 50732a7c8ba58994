// Operators that are wrong in one way each: the harness must say so.
#include "paddle/operators/testing/op_test.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_join.h"
#include "gmock/gmock-matchers.h"
#include "gtest/gtest-spi.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/memory/copy.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/testing/gpu.h"

namespace paddle::operators::testing {
namespace {

using framework::KernelContext;
using framework::OpKernel;
using framework::Tensor;

// Longer than any check takes.
constexpr std::chrono::minutes kLong{10};

class ProductOp : public framework::OpSchema {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    PADDLE_ENFORCE_EQ(ctx->InputDims("X"), ctx->InputDims("Y"), "product");
    ctx->ShareShape("X", "Out");
  }
};

class ProductOpMaker : public framework::OpMaker {
 public:
  void Make() override {
    AddInput("X", "any shape");
    AddInput("Y", "the shape of X");
    AddOutput("Out", "the shape of X: scale * X * Y");
    AddAttr<double>("scale", "a factor").SetDefault(1).AtLeast(0).AtMost(4);
    AddComment("The elementwise product.");
    MayReuse("Out", "X");
  }
};

// Takes N from the program for a fixed number of rows.
class FixedRowsOp : public ProductOp {
 public:
  void InferShape(framework::InferShapeContext* ctx) const override {
    ProductOp::InferShape(ctx);
    framework::Dims dims = ctx->InputDims("X");
    if (!ctx->is_running()) dims[0] = 3;
    ctx->SetOutput("Out", dims, ctx->InputType("X"));
  }
};

class ProductGradOp : public framework::GradOpSchema {
 public:
  ProductGradOp() : GradOpSchema({"X", "Y"}) {}
};

// Its kernel reads Y, too.
class ForgetfulGradOp : public framework::GradOpSchema {
 public:
  ForgetfulGradOp() : GradOpSchema({"X"}) {}
};

// An output, which may be left out, where these kernels, on the host whatever
// the place, can write it.
class HostOutput {
 public:
  explicit HostOutput(framework::LoDTensor* out) : out_(out) {
    if (!present()) return;
    here_ = out->place().is_cpu() ? Tensor(*out)
                                  : Tensor(out->dims(), out->dtype());
  }
  bool present() const { return out_ != nullptr; }
  template <typename T>
  T* data() {
    return present() ? here_.mutable_data<T>() : nullptr;
  }
  void Finish() {
    if (present() && !out_->place().is_cpu()) CopyTo(here_, out_);
  }

 private:
  framework::LoDTensor* const out_;
  Tensor here_;
};

// The right kernel; the wrong ones override a part.
template <typename T>
class Product : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const Tensor x = OnCPU(x_(ctx));
    const Tensor y = OnCPU(y_(ctx));
    HostOutput out(&out_(ctx));
    Run(x.data<T>(), y.data<T>(), static_cast<T>(scale_.value()), x.numel(),
        out.data<T>());
    out.Finish();
  }
  virtual void Run(const T* x, const T* y, T scale, int64_t n, T* out) const {
    for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i];
  }

 protected:
  const Output out_{this, "Out"};

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Attr<double> scale_{this, "scale"};
};

template <typename T>
class ProductGrad : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const Tensor x = OnCPU(x_(ctx));
    const Tensor y = OnCPU(y_(ctx));
    const Tensor dout = OnCPU(dout_(ctx));
    HostOutput dx(dx_.get(ctx));
    HostOutput dy(dy_.get(ctx));
    Run(dout.data<T>(), y.data<T>(), x.numel(), dy.present(), dx.data<T>());
    Run(dout.data<T>(), x.data<T>(), x.numel(), dx.present(), dy.data<T>());
    dx.Finish();
    dy.Finish();
  }
  virtual void Run(const T* dout, const T* other, int64_t n, bool both,
                   T* grad) const {
    const T scale = static_cast<T>(scale_.value());
    if (grad == nullptr) return;
    for (int64_t i = 0; i < n; ++i)
      grad[i] = Factor(both) * scale * dout[i] * other[i];
  }
  virtual T Factor(bool) const { return 1; }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dy_{this, "Y@GRAD"};
  const Attr<double> scale_{this, "scale"};
};

// From the second run on of a kernel, numbers that a graph can repeat.
template <typename T>
class WrongAgain final : public Product<T> {
 public:
  using Product<T>::Product;
  void Compute(const KernelContext& ctx) const override {
    if (!again_) {
      Product<T>::Compute(ctx);
    } else {
      framework::LoDTensor& out = this->out_(ctx);
      const std::vector<T> sevens(out.numel(), T(7));
      memory::CopyAsync(out.place(), out.raw_mutable_data(),
                        platform::CPUPlace(), sevens.data(), out.bytes());
    }
    again_ = true;
  }

 private:
  mutable bool again_ = false;
};

// A kernel class with one part replaced.
#define WRONG_FORWARD(Class, body)                       \
  template <typename T>                                  \
  class Class final : public Product<T> {                \
   public:                                               \
    using Product<T>::Product;                           \
    void Run(const T* x, const T* y, T scale, int64_t n, \
             T* out) const override body                 \
  }
#define WRONG_FACTOR(Class, factor)                                        \
  template <typename T>                                                    \
  class Class final : public ProductGrad<T> {                              \
   public:                                                                 \
    using ProductGrad<T>::ProductGrad;                                     \
    T Factor([[maybe_unused]] bool both) const override { return factor; } \
  }

WRONG_FORWARD(Inaccurate, {
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i] + T(1e-6);
});
WRONG_FORWARD(WrongInFloat, {
  const T error = sizeof(T) == 4 ? T(1e-4) : T(0);
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i] + error;
});
WRONG_FORWARD(WritesBehind, {
  for (int64_t i = 0; i < n + 3; ++i) out[i] = i < n ? scale * x[i] * y[i] : 5;
});
WRONG_FORWARD(WritesBefore, {
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i];
  out[-1] = 5;
});
WRONG_FORWARD(IgnoresZeroRows, {
  int64_t i = 0;
  do {
    out[i] = scale * x[i] * y[i] + (n == 0 ? 1 : 0);
  } while (++i < n);
});
WRONG_FORWARD(ChangesInput, {
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i];
  if (n > 0) const_cast<T*>(x)[0] += 1;
});
WRONG_FORWARD(LeavesAnElement, {
  for (int64_t i = 0; i < n - 1; ++i) out[i] = scale * x[i] * y[i];
});
WRONG_FORWARD(NotInPlace, {
  for (int64_t i = 0; i < n; ++i) out[i] = 0;
  for (int64_t i = 0; i < n; ++i) out[i] += scale * x[i] * y[i];
});
WRONG_FORWARD(CountsThreads, {
  const T error = platform::NumThreads() == 2 ? T(1e-6) : T(0);
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i] + error;
});
WRONG_FORWARD(LeavesAThread, {
  std::thread([] { std::this_thread::sleep_for(kLong); }).detach();
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i];
});
WRONG_FORWARD(WrongForMany, {
  for (int64_t i = 0; i < n; ++i) out[i] = scale * x[i] * y[i];
  if (n > 20) out[n - 1] += 1;
});
WRONG_FORWARD(WrongAtBound, {
  const T wrong = scale == 4 ? 3 : scale;
  for (int64_t i = 0; i < n; ++i) out[i] = wrong * x[i] * y[i];
});
WRONG_FACTOR(WrongGrad, T(1.001));
WRONG_FACTOR(WrongGradAlone, both ? T(1) : T(2));
WRONG_FACTOR(WrongGradInFloat, sizeof(T) == 4 ? T(1.001) : T(1));

#define REGISTER_PRODUCT(type, Op, Forward, Backward)                \
  REGISTER_OP(type, Op, ProductOpMaker, type##_grad, ProductGradOp); \
  REGISTER_OP_CPU_KERNEL(type, Forward<float>, Forward<double>);     \
  REGISTER_OP_CPU_KERNEL(type##_grad, Backward<float>, Backward<double>)

REGISTER_PRODUCT(right, ProductOp, Product, ProductGrad);
REGISTER_PRODUCT(inaccurate, ProductOp, Inaccurate, ProductGrad);
REGISTER_PRODUCT(wrong_in_float, ProductOp, WrongInFloat, ProductGrad);
REGISTER_PRODUCT(writes_behind, ProductOp, WritesBehind, ProductGrad);
REGISTER_PRODUCT(writes_before, ProductOp, WritesBefore, ProductGrad);
REGISTER_PRODUCT(ignores_zero_rows, ProductOp, IgnoresZeroRows, ProductGrad);
REGISTER_PRODUCT(changes_input, ProductOp, ChangesInput, ProductGrad);
REGISTER_PRODUCT(leaves_an_element, ProductOp, LeavesAnElement, ProductGrad);
REGISTER_PRODUCT(not_in_place, ProductOp, NotInPlace, ProductGrad);
REGISTER_PRODUCT(counts_threads, ProductOp, CountsThreads, ProductGrad);
REGISTER_PRODUCT(leaves_a_thread, ProductOp, LeavesAThread, ProductGrad);
REGISTER_PRODUCT(wrong_for_many, ProductOp, WrongForMany, ProductGrad);
REGISTER_PRODUCT(wrong_at_bound, ProductOp, WrongAtBound, ProductGrad);
REGISTER_PRODUCT(fixed_rows, FixedRowsOp, Product, ProductGrad);
REGISTER_PRODUCT(wrong_grad, ProductOp, Product, WrongGrad);
REGISTER_PRODUCT(wrong_grad_alone, ProductOp, Product, WrongGradAlone);
REGISTER_PRODUCT(wrong_grad_in_float, ProductOp, Product, WrongGradInFloat);

REGISTER_OP(reads_shape_only, ProductOp, ProductOpMaker, reads_shape_only_grad,
            ForgetfulGradOp);
REGISTER_OP_CPU_KERNEL(reads_shape_only, Product<float>, Product<double>);
REGISTER_OP_CPU_KERNEL(reads_shape_only_grad, ProductGrad<float>,
                       ProductGrad<double>);

// These are right on the CPU.
REGISTER_PRODUCT(wrong_on_cuda, ProductOp, Product, ProductGrad);
REGISTER_PRODUCT(wrong_grad_on_cuda, ProductOp, Product, ProductGrad);
REGISTER_PRODUCT(wrong_when_replayed, ProductOp, Product, ProductGrad);
REGISTER_OP_CUDA_KERNEL(wrong_when_replayed, WrongAgain<float>,
                        WrongAgain<double>);
#define REGISTER_PRODUCT_ON_CUDA(type, Forward, Backward)         \
  REGISTER_OP_CUDA_KERNEL(type, Forward<float>, Forward<double>); \
  REGISTER_OP_CUDA_KERNEL(type##_grad, Backward<float>, Backward<double>)
REGISTER_PRODUCT_ON_CUDA(right, Product, ProductGrad);
REGISTER_PRODUCT_ON_CUDA(wrong_on_cuda, WrongInFloat, ProductGrad);
REGISTER_PRODUCT_ON_CUDA(wrong_grad_on_cuda, Product, WrongGrad);

OpCase ProductCase(const std::string& type) {
  return OpCase(type)
      .Input("X", Random({3, 5}))
      .Input("Y", Random({3, 5}))
      .Attr("scale", 1.5)
      .Reference([](OpValues& v) {
        Array& out = v.Out("Out");
        out = v.In("X");
        for (int64_t i = 0; i < out.numel(); ++i) {
          out[i] *= v.Attr<double>("scale") * v.In("Y")[i];
        }
      })
      .Gradient({"X", "Y"})
      .ScaleRows({"X", "Y"})
      .SweepAttrs({"scale"});
}

std::string FailuresOf(const OpCase& op_case) {
  return absl::StrJoin(op_case.Failures(), "\n");
}

TEST(OpTest, FindsNothingWrongWithARightOperator) {
  ProductCase("right").Check();
}

TEST(OpTest, FindsWhatIsWrong) {
  const struct {
    const char* type;
    const char* complaint;
  } kCases[] = {
      {"inaccurate",
       "inaccurate: against the reference: output Out at .0, 0.: "
       "expected"},
      {"wrong_in_float", "float32 against float64: output Out at"},
      {"writes_behind",
       "beside output Out: wrote at byte 60 of a buffer of "
       "60 bytes"},
      {"writes_before", "beside output Out: wrote at byte -"},
      {"ignores_zero_rows",
       "rows=0: memory, float32: beside output Out: wrote at byte"},
      {"changes_input", "memory, float64: input X was changed at .0, 0."},
      {"leaves_an_element",
       "with other numbers in the buffers before: output "
       "Out at .2, 4."},
      {"not_in_place", "operator not_in_place in reused memory: Out at .0, 0."},
      {"reads_shape_only",
       "operator reads_shape_only_grad without the elements of Y: X@GRAD at"},
      {"counts_threads", "2 threads against 1: output Out"},
      {"leaves_a_thread", ": started "},
      {"wrong_for_many", "rows=7: against the reference: output Out at .6, 4."},
      {"wrong_at_bound", "scale=4.*: against the reference"},
      {"fixed_rows", "shapes from symbols failed|output Out is .3, 5."},
      {"wrong_grad",
       "gradient of Out for X, Y against central differences: "
       "output X@GRAD at .0, 0."},
      {"wrong_grad_alone", "gradient of Out for Y against central differences"},
      {"wrong_grad_in_float",
       "float32 against float64: output X@GRAD at .0, 0."},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(FailuresOf(ProductCase(c.type)),
                ::testing::ContainsRegex(c.complaint));
  }
}

TEST(OpTest, FindsWhatIsWrongOnAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  const std::string forward = FailuresOf(ProductCase("wrong_on_cuda"));
  EXPECT_THAT(forward, ::testing::ContainsRegex(
                           "CUDA float32 against CPU: output Out at .0, 0."));
  EXPECT_THAT(forward, ::testing::Not(::testing::HasSubstr("CUDA float64")));
  EXPECT_THAT(FailuresOf(ProductCase("wrong_grad_on_cuda")),
              ::testing::ContainsRegex(
                  "CUDA float64 against CPU: output X@GRAD at .0, 0."));
}

TEST(OpTest, FindsWhatAGraphDoesNotRepeat) {
  PADDLE_SKIP_WITHOUT_GPU();
  OpCase op_case("wrong_when_replayed");
  op_case.Input("X", Random({3}))
      .Input("Y", Random({3}))
      .Reference([](OpValues& v) {
        for (int i = 0; i < 3; ++i) {
          v.Out("Out")[i] = v.In("X")[i] * v.In("Y")[i];
        }
      });
  const std::string failures = FailuresOf(op_case);
  EXPECT_THAT(failures,
              ::testing::ContainsRegex(
                  "CUDA float64 replayed against CPU: output Out at .0."));
  EXPECT_THAT(failures, ::testing::Not(::testing::HasSubstr("64 against CPU")));
}

TEST(OpTest, NothingElseIsWrong) {
  const std::vector<std::string> failures =
      ProductCase("wrong_grad_alone").Failures();
  for (const std::string& failure : failures) {
    EXPECT_THAT(failure, ::testing::ContainsRegex("for [XY] against"));
  }
}

TEST(OpTest, WantsAReference) {
  OpCase op_case("right");
  op_case.Input("X", Random({2})).Input("Y", Random({2}));
  EXPECT_THAT(FailuresOf(op_case),
              ::testing::HasSubstr("the case has no reference"));
  EXPECT_EQ(FailuresOf(op_case.WithoutReference("tested elsewhere")), "");
}

TEST(OpTest, ComparesWithExpectedValuesAndChangesACase) {
  const OpCase base = OpCase("right")
                          .Input("X", Values({2}, {1, 2}))
                          .Input("Y", Values({2}, {3, 5}))
                          .Attr("scale", 1.5)
                          .DataTypes({framework::DataType::kFloat64});
  EXPECT_EQ(FailuresOf(OpCase(base).Expect("Out", {2}, {4.5, 15})), "");
  EXPECT_THAT(FailuresOf(OpCase(base).Expect("Out", {2}, {4.5, 14})),
              ::testing::HasSubstr("against the reference"));
  EXPECT_EQ(FailuresOf(base.With("X", Values({2}, {1, 1}))
                           .WithAttr("scale", 1.0)
                           .Expect("Out", {2}, {3, 5})),
            "");
}

TEST(OpTest, ReportsErrorsAsFailures) {
  OpCase op_case = ProductCase("right");
  op_case.Attr("scale", 5);
  EXPECT_THAT(FailuresOf(op_case), ::testing::HasSubstr("scale"));
}

TEST(OpTest, ExpectsErrors) {
  OpCase op_case("right");
  op_case.Input("X", Random({2})).Input("Y", Random({3}));
  op_case.ExpectError("product .got \\[2\\], expected \\[3\\].");
  EXPECT_NONFATAL_FAILURE(op_case.ExpectError("quotient"),
                          "expected an error like quotient");
  EXPECT_NONFATAL_FAILURE(OpCase("right")
                              .Input("X", Random({2}))
                              .Input("Y", Random({2}))
                              .ExpectError("product"),
                          "no error");
}

TEST(OpTest, ExpectsErrorsOnAGPU) {
  PADDLE_SKIP_WITHOUT_GPU();
  OpCase op_case("right");
  op_case.Input("X", Random({2})).Input("Y", Random({3}));
  op_case.ExpectErrorOnGPU("product .got \\[2\\], expected \\[3\\].");
  EXPECT_NONFATAL_FAILURE(op_case.ExpectErrorOnGPU("quotient"),
                          "expected an error like quotient");
  EXPECT_NONFATAL_FAILURE(OpCase("right")
                              .Input("X", Random({2}))
                              .Input("Y", Random({2}))
                              .ExpectErrorOnGPU("product"),
                          "no error");
}

TEST(OpTest, CheckFailsTheTest) {
  EXPECT_NONFATAL_FAILURE(OpCase("inaccurate")
                              .Input("X", Random({1}))
                              .Input("Y", Random({1}))
                              .DataTypes({framework::DataType::kFloat64})
                              .Reference([](OpValues& v) {
                                v.Out("Out")[0] = v.In("X")[0] * v.In("Y")[0];
                              })
                              .Check(),
                          "against the reference");
}

}  // namespace
}  // namespace paddle::operators::testing
