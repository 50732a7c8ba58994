#include "paddle/framework/registry/testing/tiny_ops.h"

#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework::testing {

namespace {

class FillOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("Out", Dims(ctx->Attr<std::vector<int64_t>>("shape")),
                   ctx->DataTypeAttr("dtype"));
  }
};
class FillOpMaker : public OpMaker {
 public:
  void Make() override {
    AddOutput("Out", "The tensor.");
    AddAttr<std::vector<int64_t>>("shape", "Its dims.").LengthOfAxes();
    AddDataTypeAttr("dtype", "Its data type.");
    AddComment("A new tensor.");
  }
};

class MulOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    const Dims x = ctx->InputDims("X");
    const Dims y = ctx->InputDims("Y");
    PADDLE_ENFORCE(x.rank() == 2 && y.rank() == 2 && x[1] == y[0],
                   InvalidArgument, "X ", x.ToString(), " has not as many ",
                   "columns as Y ", y.ToString(), " has rows");
    ctx->SetOutput("Out", {x[0], y[1]}, ctx->InputType("X"));
  }
};
class MulOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "A matrix.");
    AddInput("Y", "A matrix.");
    AddOutput("Out", "Their product.");
    AddAttr<int64_t>("num_col_dims", "Of no consequence.").SetDefault(1);
    AddComment("The matrix product.");
  }
};
class MulGradOp : public GradOpSchema {
 public:
  MulGradOp() : GradOpSchema({"X", "Y"}) {}
};

class ScaleOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
    ctx->SetOutput("Mask", ctx->InputDims("X"), DataType::kBool);
  }
};
class ScaleOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any tensor.");
    AddOutput("Out", "As X.");
    AddOutput("Mask", "For the gradient.").AsIntermediate().AsOptional();
    AddAttr<double>("scale", "The factor.").SetDefault(1);
    AddAttr<bool>("is_test", "Whether not to train.").SetDefault(false);
    AddComment("scale * X.");
  }
};
class ScaleGradOp : public GradOpSchema {
 public:
  ScaleGradOp() : GradOpSchema({}) {}
};

class SumOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};
class SumOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "Tensors of one shape.").AsList();
    AddOutput("Out", "Their sum.");
    AddComment("The sum.");
  }
};

class AddOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->ShareShape("X", "Out");
  }
};
class AddOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any tensor.");
    AddInput("Y", "As X.");
    AddOutput("Out", "As X.");
    MayReuse("Out", "X");
    AddComment("X + Y.");
  }
};

class ShapeOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("Out", {ctx->InputDims("X").rank()}, DataType::kInt64);
  }
};
class ShapeOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "Any tensor.").ShapeOnly();
    AddOutput("Out", "Its dims.");
    AddComment("The dims of X.");
  }
};

class UpdateOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    ctx->SetOutput("ParamOut", ctx->InputDims("Grad"), ctx->InputType("Grad"));
  }
};
class UpdateOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("Param", "What is updated.");
    AddInput("Grad", "Of the same shape.");
    AddOutput("ParamOut", "Param, afterwards.");
    Updates("ParamOut", "Param");
    AddComment("Updates in place.");
  }
};

class PrintOp : public OpSchema {
 public:
  void InferShape(InferShapeContext*) const override {}
};
class PrintOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "What is printed.");
    HasLastingEffect();
    AddComment("Prints.");
  }
};

class LoopOp : public OpSchema {
 public:
  void InferShape(InferShapeContext* ctx) const override {
    for (int i = 0; i < ctx->OutputCount("Out"); ++i) {
      ctx->SetOutput("Out", ctx->InputDims("X", i), ctx->InputType("X", i), i);
    }
  }
};
class LoopOpMaker : public OpMaker {
 public:
  void Make() override {
    AddInput("X", "What the loop carries, and what it captures.").AsList();
    AddOutput("Out", "What it carried, at the end.").AsList();
    AddAttr<BlockIndex>("body", "One step.");
    AddComment("Runs a block.");
  }
};

REGISTER_OP_WITHOUT_GRADIENT(tiny_fill, FillOp, FillOpMaker);
REGISTER_OP(tiny_mul, MulOp, MulOpMaker, tiny_mul_grad, MulGradOp);
REGISTER_OP(tiny_scale, ScaleOp, ScaleOpMaker, tiny_scale_grad, ScaleGradOp);
REGISTER_OP_WITHOUT_GRADIENT(tiny_sum, SumOp, SumOpMaker);
REGISTER_OP_WITHOUT_GRADIENT(tiny_add, AddOp, AddOpMaker);
REGISTER_OP_WITHOUT_GRADIENT(tiny_shape, ShapeOp, ShapeOpMaker);
REGISTER_OP_WITHOUT_GRADIENT(tiny_update, UpdateOp, UpdateOpMaker);
REGISTER_OP_WITHOUT_GRADIENT(tiny_print, PrintOp, PrintOpMaker);
REGISTER_OP_WITHOUT_GRADIENT(tiny_loop, LoopOp, LoopOpMaker);

}  // namespace

const OpInfoMap& TinyOps() { return OpInfoMap::Instance(); }

proto::VarDesc* AddData(Program* program, const std::string& name,
                        const std::vector<int64_t>& dims, int block) {
  proto::VarDesc* var = program->block(block).Var(name);
  var->set_dtype(proto::FLOAT32);
  *var->mutable_dims() = {dims.begin(), dims.end()};
  return var;
}

proto::VarDesc* AddFeed(Program* program, const std::string& name,
                        const std::vector<int64_t>& dims) {
  proto::VarDesc* var = AddData(program, name, dims);
  var->set_is_feed(true);
  return var;
}

proto::VarDesc* AddParameter(Program* program, const std::string& name,
                             const std::vector<int64_t>& dims) {
  proto::VarDesc* var = AddData(program, name, dims);
  var->set_persistable(true);
  var->set_is_parameter(true);
  var->set_trainable(true);
  return var;
}

proto::OpDesc Fill(const std::string& out, const std::vector<int64_t>& shape) {
  return MakeOp("tiny_fill", {}, {{"Out", {out}}}, {{"shape", shape}});
}
proto::OpDesc Mul(const std::string& x, const std::string& y,
                  const std::string& out) {
  return MakeOp("tiny_mul", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}});
}
proto::OpDesc Scale(const std::string& x, const std::string& out,
                    double scale) {
  return MakeOp("tiny_scale", {{"X", {x}}}, {{"Out", {out}}},
                {{"scale", scale}});
}
proto::OpDesc Sum(const NameList& x, const std::string& out) {
  return MakeOp("tiny_sum", {{"X", x}}, {{"Out", {out}}});
}
proto::OpDesc Add(const std::string& x, const std::string& y,
                  const std::string& out) {
  return MakeOp("tiny_add", {{"X", {x}}, {"Y", {y}}}, {{"Out", {out}}});
}
proto::OpDesc ShapeOf(const std::string& x, const std::string& out) {
  return MakeOp("tiny_shape", {{"X", {x}}}, {{"Out", {out}}});
}
proto::OpDesc Update(const std::string& param, const std::string& grad) {
  proto::OpDesc op =
      MakeOp("tiny_update", {{"Param", {param}}, {"Grad", {grad}}},
             {{"ParamOut", {param}}});
  op.set_role(proto::OPTIMIZE);
  return op;
}
proto::OpDesc Print(const std::string& x) {
  return MakeOp("tiny_print", {{"X", {x}}}, {});
}
proto::OpDesc Loop(const NameList& x, const NameList& out, int body) {
  return MakeOp("tiny_loop", {{"X", x}}, {{"Out", out}},
                {{"body", BlockIndex{body}}});
}

}  // namespace paddle::framework::testing
