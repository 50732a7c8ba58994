#include "paddle/framework/executor/testing/test_ops.h"

#include "paddle/framework/registry/op_registry.h"

namespace paddle::framework::testing {

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
    AddAttr<std::vector<int64_t>>("shape", "Of Out.").LengthOfAxes();
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

class FollowMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A tensor.");
    AddOutput("Out", "X[X].");
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

REGISTER_OP_WITHOUT_GRADIENT(test_fill, FillOp, FillMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_random, FillOp, RandomMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_plus, SameShapeOp, PlusMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_add, AddOp, AddMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_update, UpdateOp, UpdateMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_nonzero, NonzeroOp, NonzeroMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_both, BothOp, BothMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_twice, TwiceOp, TwiceMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_follow, SameShapeOp, FollowMaker);
REGISTER_OP_WITHOUT_GRADIENT(test_count, CountOp, CountMaker);

}  // namespace
}  // namespace paddle::framework::testing
