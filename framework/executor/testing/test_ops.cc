#include "paddle/framework/executor/testing/test_ops.h"

#include <algorithm>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/platform/random.h"

namespace paddle::framework::testing {

int& CountRuns() {
  static int runs = 0;
  return runs;
}

namespace {

Dims DimsOf(const std::vector<int64_t>& sizes) {
  return Dims(absl::MakeConstSpan(sizes));
}

// Out has the shape of X.
class SameShapeOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};

class FillOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("Out", DimsOf(ctx->Attr<std::vector<int64_t>>("shape")),
                   DataType::kFloat32);
  }
};

class FillMaker : public OpMaker {
 public:
  void Make() override {
    AddOutput("Out", "Filled.");
    AddAttr<std::vector<int64_t>>("shape", "Of Out.");
    AddAttr<double>("value", "Of every element.").SetDefault(0.0);
    AddComment("For tests.");
  }
};

class RandomMaker : public FillMaker {
 public:
  void Make() override {
    FillMaker::Make();
    IsRandom();
  }
};

class PlusMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "X + amount.");
    AddAttr<double>("amount", "Added.").SetDefault(1.0);
    MayReuse("Out", "X");
    AddComment("For tests.");
  }
};

class AddOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    if (ctx->is_running()) {
      PADDLE_ENFORCE_EQ(ctx->InputDims("X"), ctx->InputDims("Y"),
                        "X and Y of test_add have different shapes");
    }
    ctx->ShareShape("X", "Out");
  }
};

class AddMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddInput("Y", "A tensor of X's shape.");
    AddOutput("Out", "X + Y.");
    AddComment("For tests.");
  }
};

class UpdateOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("Param", "ParamOut");
  }
};

class UpdateMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("Param", "Updated.");
    AddInput("Grad", "Subtracted.");
    AddOutput("ParamOut", "Param.");
    Updates("ParamOut", "Param");
    AddComment("For tests.");
  }
};

class NonzeroOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("Out", Dims({ctx->is_running() ? 0 : ctx->sizes().Fresh()}),
                   ctx->InputType("X"));
  }
};

class NonzeroMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "Its non-zero elements.");
    HasValueDependentShape();
    AddComment("For tests.");
  }
};

class BothOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Low");
    ctx->ShareShape("X", "High");
  }
};

class BothMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Low", "X - 1.");
    AddOutput("High", "X + 1.");
    AddComment("For tests.");
  }
};

class TwiceOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    PADDLE_ENFORCE_EQ(ctx->LoDLevels("X"), 1, "test_twice takes sequences");
    Dims dims = ctx->InputDims("X");
    dims[0] = ctx->sizes().Mul(dims[0], 2);
    ctx->SetOutput("Out", dims, ctx->InputType("X"));
    if (!ctx->is_running()) return ctx->SetLoDLevels("Out", 1);
    std::vector<int64_t> offsets = {0};
    absl::Span<const int64_t> from = ctx->Offsets("X", 0);
    for (size_t i = 1; i < from.size(); ++i) {
      const int64_t length = from[i] - from[i - 1];
      offsets.push_back(offsets.back() + length);
      offsets.push_back(offsets.back() + length);
    }
    ctx->SetLoD("Out", {offsets});
  }
};

class TwiceMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "Sequences.");
    AddOutput("Out", "Each of them twice.");
    AddComment("For tests.");
  }
};

class CountOp : public OpSchema {
 public:
  void InferShape(InferShapeContext*) const override {}
};

class CountMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    HasLastingEffect();
    AddComment("For tests.");
  }
};

template <typename T>
class FillKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    std::fill_n(out_(ctx).template mutable_data<T>(), out_(ctx).numel(),
                static_cast<T>(value_));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<double> value_{this, "value"};
};

template <typename T>
class RandomKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    LoDTensor& out = out_(ctx);
    const platform::RandomStream random(ctx.random_key());
    for (int64_t i = 0; i < out.numel(); ++i) {
      out.mutable_data<T>()[i] = random.template Uniform<T>(i);
    }
  }

 private:
  const Output out_{this, "Out"};
};

template <typename T>
class PlusKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const T* x = x_(ctx).template data<T>();
    LoDTensor& out = out_(ctx);
    for (int64_t i = 0; i < out.numel(); ++i) {
      out.mutable_data<T>()[i] = x[i] + static_cast<T>(amount_);
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> amount_{this, "amount"};
};

template <typename T>
class AddKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const T* x = x_(ctx).template data<T>();
    const T* y = y_(ctx).template data<T>();
    LoDTensor& out = out_(ctx);
    for (int64_t i = 0; i < out.numel(); ++i) {
      out.mutable_data<T>()[i] = x[i] + y[i];
    }
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

template <typename T>
class UpdateKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const T* param = param_(ctx).template data<T>();
    const T* grad = grad_(ctx).template data<T>();
    LoDTensor& out = out_(ctx);
    for (int64_t i = 0; i < out.numel(); ++i) {
      out.mutable_data<T>()[i] = param[i] - grad[i];
    }
  }

 private:
  const Input param_{this, "Param"};
  const Input grad_{this, "Grad"};
  const Output out_{this, "ParamOut"};
};

template <typename T>
class NonzeroKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    const T* begin = x.data<T>();
    const T* end = begin + x.numel();
    const int64_t zeros = std::count(begin, end, T(0));
    LoDTensor& out = out_(ctx);
    out.Allocate(Dims({x.numel() - zeros}), x.dtype(), ctx.allocator());
    std::copy_if(begin, end, out.mutable_data<T>(), [](T v) { return v != 0; });
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

template <typename T>
class BothKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    for (int64_t i = 0; i < x.numel(); ++i) {
      low_(ctx).template mutable_data<T>()[i] = x.data<T>()[i] - 1;
      high_(ctx).template mutable_data<T>()[i] = x.data<T>()[i] + 1;
    }
  }

 private:
  const Input x_{this, "X"};
  const Output low_{this, "Low"};
  const Output high_{this, "High"};
};

template <typename T>
class TwiceKernel final : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const KernelContext& ctx) const override {
    const LoDTensor& x = x_(ctx);
    const int64_t width = x.numel() / std::max<int64_t>(x.dims()[0], 1);
    T* out = out_(ctx).template mutable_data<T>();
    absl::Span<const int64_t> offsets = x.lod()->offsets(0);
    for (size_t i = 1; i < offsets.size(); ++i) {
      for (int copy = 0; copy < 2; ++copy) {
        out = std::copy(x.data<T>() + offsets[i - 1] * width,
                        x.data<T>() + offsets[i] * width, out);
      }
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

class CountOperator final : public OperatorBase {
 public:
  using OperatorBase::OperatorBase;
  void Compute(const KernelContext&) const override { ++CountRuns(); }
};

REGISTER_OP_WITHOUT_GRADIENT(test_fill, FillOp, FillMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_random, FillOp, RandomMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_plus, SameShapeOp, PlusMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_add, AddOp, AddMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_update, UpdateOp, UpdateMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_nonzero, NonzeroOp, NonzeroMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_both, BothOp, BothMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_twice, TwiceOp, TwiceMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_count, CountOp, CountMaker);
REGISTER_OP_CPU_KERNEL(test_fill, FillKernel<float>);
REGISTER_OP_CPU_KERNEL(test_random, RandomKernel<float>);
REGISTER_OP_CPU_KERNEL(test_plus, PlusKernel<float>);
REGISTER_OP_CPU_KERNEL(test_add, AddKernel<float>);
REGISTER_OP_CPU_KERNEL(test_update, UpdateKernel<float>);
REGISTER_OP_CPU_KERNEL(test_nonzero, NonzeroKernel<float>);
REGISTER_OP_CPU_KERNEL(test_both, BothKernel<float>);
REGISTER_OP_CPU_KERNEL(test_twice, TwiceKernel<float>);
REGISTER_OPERATOR(test_count, CountOperator);

}  // namespace

std::shared_ptr<Program> NewProgram() {
  return std::make_shared<Program>(OpInfoMap::Instance());
}

void AddData(Program* program, const std::string& name, int64_t width) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(proto::FLOAT32);
  var->add_dims(kBatchSize);
  var->add_dims(width);
  var->set_is_feed(true);
}

void AddPersistable(Program* program, const std::string& name,
                    const std::vector<int64_t>& dims) {
  proto::VarDesc* var = program->global_block().Var(name);
  var->set_dtype(proto::FLOAT32);
  for (int64_t size : dims) var->add_dims(size);
  var->set_persistable(true);
}

void Plus(Program* program, const std::string& x, const std::string& out,
          double amount) {
  program->AppendOp(0, MakeOp("test_plus", {{"X", {x}}}, {{"Out", {out}}},
                              {{"amount", amount}}));
}

void Add(Program* program, const std::string& x, const std::string& y,
         const std::string& out) {
  program->AppendOp(
      0, MakeOp("test_add", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}}));
}

void Fill(Program* program, const std::string& out,
          const std::vector<int64_t>& shape, double value) {
  program->AppendOp(0, MakeOp("test_fill", {}, {{"Out", {out}}},
                              {{"shape", shape}, {"value", value}}));
}

void Update(Program* program, const std::string& param,
            const std::string& grad) {
  program->AppendOp(
      0, MakeOp("test_update", {{"Param", {param}}, {"Grad", {grad}}},
                {{"ParamOut", {param}}}));
}

LoDTensor TensorOf(const std::vector<int64_t>& dims,
                   const std::vector<float>& values) {
  LoDTensor tensor(DimsOf(dims), DataType::kFloat32);
  std::copy(values.begin(), values.end(), tensor.mutable_data<float>());
  return tensor;
}

std::vector<float> ValuesOf(const Tensor& tensor) {
  const float* begin = tensor.data<float>();
  return {begin, begin + tensor.numel()};
}

}  // namespace paddle::framework::testing
