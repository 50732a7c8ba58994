#include "paddle/framework/plugin/register_plugin.h"

#include <functional>
#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/testing/expect_error.h"

namespace paddle::framework {
namespace {

using Api = const PaddleApi&;
using Library = PaddleLibrary*;
using Op = PaddleOp*;
using Declare = std::function<void(Api, Library)>;

const Declare* current = nullptr;

PaddleStatus Entry(const PaddleApi* api, Library library) {
  PaddleStatus status =
      api->begin(library, PADDLE_PLUGIN_MAJOR, PADDLE_PLUGIN_MINOR);
  if (status != PADDLE_OK) return status;
  (*current)(*api, library);
  return PADDLE_OK;
}

std::vector<std::string> Register(const Declare& declare) {
  current = &declare;
  return RegisterPlugin(Entry, "test.so");
}

PaddleStatus Nothing(const PaddleApi* api, PaddleContext* context, void*) {
  return api->status(context);
}

// A whole operator, to which a test does one thing.
Op Whole(Api api, Library library, const char* type) {
  Op op = api.add_op(library, type, "What it does.");
  api.add_input(op, "X", "The input.", 0);
  api.add_output(op, "Out", "The output.", 0);
  api.set_shape_function(op, Nothing, nullptr);
  api.add_kernel(op, PADDLE_CPU, PADDLE_FLOAT32, Nothing, nullptr);
  return op;
}

const OpProto& ProtoOf(const std::string& type) {
  return OpInfoMap::Instance().Get(type).proto;
}

void DeclareAttributes(Api api, Op op) {
  const uint8_t bools[] = {1, 0};
  const int64_t ints[] = {-1, 5};
  const double floats[] = {0.5};
  const char* const strings[] = {"a", "b"};
  api.add_bool(op, "b", "A bool.", 1);
  api.add_int(op, "i", "An int.", 3);
  api.set_range(op, "i", 1, 9);
  api.add_float(op, "f", "A float.", 2.5);
  api.add_string(op, "s", "A string.", "a");
  api.set_choices(op, "s", strings, 2);
  api.add_data_type(op, "dtype", "A type.", PADDLE_INT64);
  api.add_bools(op, "bs", "Bools.", bools, 2);
  api.add_ints(op, "is", "Ints.", ints, 2);
  api.set_required(op, "is");
  api.add_floats(op, "fs", "Floats.", floats, 1);
  api.add_strings(op, "ss", "Strings.", strings, 2);
  api.add_strings(op, "none", "No strings.", nullptr, 0);
}

TEST(RegisterPluginTest, EveryAttributeTypeHasADefault) {
  EXPECT_EQ(Register([](Api api, Library library) {
              DeclareAttributes(api, Whole(api, library, "p_attributes"));
            }),
            std::vector<std::string>{"p_attributes"});
  const OpProto& proto = ProtoOf("p_attributes");
  const auto value = [&](const char* name) {
    return ToString(proto.FindAttr(name)->default_value);
  };
  EXPECT_EQ(value("b"), "true");
  EXPECT_EQ(value("i"), "3");
  EXPECT_EQ(proto.FindAttr("i")->min, 1);
  EXPECT_EQ(proto.FindAttr("i")->max, 9);
  EXPECT_EQ(value("f"), "2.5");
  EXPECT_EQ(value("s"), "\"a\"");
  EXPECT_EQ(proto.FindAttr("s")->choices.size(), 2);
  EXPECT_EQ(value("dtype"), "\"int64\"");
  EXPECT_TRUE(proto.FindAttr("dtype")->is_data_type);
  EXPECT_EQ(value("bs"), "[true, false]");
  EXPECT_EQ(TypeOf(proto.FindAttr("is")->default_value), AttrType::kNone);
  EXPECT_EQ(proto.FindAttr("is")->type, AttrType::kInts);
  EXPECT_EQ(value("fs"), "[0.5]");
  EXPECT_EQ(value("ss"), "[\"a\", \"b\"]");
  EXPECT_EQ(value("none"), "[]");
}

void DeclareLayer(Api api, Library library) {
  Op op = Whole(api, library, "p_layer");
  api.set_version(op, 3);
  api.add_input(op, "Labels", "Ids.", PADDLE_LIST | PADDLE_NO_GRADIENT);
  api.add_input(op, "Like", "A shape.", PADDLE_OPTIONAL | PADDLE_SHAPE_ONLY);
  api.add_output(op, "Saved", "For the gradient.", PADDLE_INTERMEDIATE);
  api.may_reuse(op, "Out", "X");
  api.kernel_type_from(op, "X");
  api.add_kernel(op, PADDLE_CPU, PADDLE_INT8, Nothing, nullptr);
  api.add_gradient(op, nullptr);
  api.gradient_reads(op, "Saved");
  api.gradient_may_reuse(op, "X@GRAD", "Out@GRAD");
  api.add_gradient_kernel(op, PADDLE_CPU, PADDLE_FLOAT64, Nothing, nullptr);
}

TEST(RegisterPluginTest, SlotsKernelsAndGradient) {
  Register(DeclareLayer);
  const OpProto& proto = ProtoOf("p_layer");
  EXPECT_EQ(proto.comment, "What it does.");
  EXPECT_EQ(proto.version, 3);
  EXPECT_TRUE(proto.has_gradient);
  EXPECT_TRUE(proto.FindInput("Labels")->list);
  EXPECT_TRUE(proto.FindInput("Labels")->no_gradient);
  EXPECT_TRUE(proto.FindInput("Like")->optional);
  EXPECT_TRUE(proto.FindInput("Like")->shape_only);
  EXPECT_TRUE(proto.FindOutput("Saved")->intermediate);
  EXPECT_EQ(proto.reuses.size(), 1);
  EXPECT_EQ(proto.kernel_type_slot, "X");
  EXPECT_EQ(KernelTable::Instance().Keys("p_layer").size(), 2);

  const OpProto& grad = ProtoOf("p_layer_grad");
  EXPECT_EQ(grad.gradient_of, "p_layer");
  EXPECT_TRUE(grad.FindInput("X")->shape_only);
  EXPECT_FALSE(grad.FindInput("Saved")->shape_only);
  EXPECT_NE(grad.FindInput("Out@GRAD"), nullptr);
  EXPECT_EQ(grad.FindInput("Saved@GRAD"), nullptr);
  EXPECT_EQ(grad.FindOutput("Labels@GRAD"), nullptr);
  EXPECT_EQ(grad.reuses.size(), 1);
  EXPECT_EQ(KernelTable::Instance().Keys("p_layer_grad")[0].ToString(),
            "CPU float64");
}

TEST(RegisterPluginTest, AllOrNothing) {
  const Declare half = [](Api api, Library library) {
    Whole(api, library, "p_first");
    Op second = Whole(api, library, "p_second");
    api.add_gradient(second, "p_second_grad");
  };
  EXPECT_ERROR(Register(half), InvalidArgument,
               "there is no gradient kernel\n"
               "  in the declaration of operator p_second\n"
               "  in the library of operators test.so");
  for (const char* type : {"p_first", "p_second", "p_second_grad"}) {
    EXPECT_EQ(OpInfoMap::Instance().FindInfo(type), nullptr) << type;
    EXPECT_FALSE(KernelTable::Instance().Has(type)) << type;
  }
  Register([](Api api, Library library) { Whole(api, library, "p_first"); });
  EXPECT_NE(OpInfoMap::Instance().FindInfo("p_first"), nullptr);
}

TEST(RegisterPluginTest, ATypeIsRegisteredOnce) {
  const auto once = [](Api api, Library library) {
    Whole(api, library, "p_once");
  };
  Register(once);
  EXPECT_ERROR(Register(once), AlreadyExists,
               "there is an operator p_once already\n"
               "  in the library of operators test.so");
  EXPECT_ERROR(Register([](Api api, Library library) {
                 Whole(api, library, "p_twice");
                 Whole(api, library, "p_twice");
               }),
               AlreadyExists, "the library declares operator p_twice twice");
  EXPECT_ERROR(Register([](Api api, Library library) {
                 Op op = Whole(api, library, "p_self");
                 api.add_gradient(op, "p_self");
                 api.add_gradient_kernel(op, PADDLE_CPU, PADDLE_FLOAT32,
                                         Nothing, nullptr);
               }),
               AlreadyExists, "the library declares operator p_self twice");
}

PaddleStatus Stay(const PaddleApi* api, PaddlePass* pass, void*) {
  return api->pass_status(pass);
}

// The message of a library that declares a pass like this after an operator,
// which must not be left behind.
void ExpectRefused(const std::string& message, const char* name,
                   int32_t version = 1, int32_t level = 1,
                   PaddlePassStage stage = PADDLE_REWRITE,
                   PaddlePassFunction function = Stay) {
  const platform::ErrorCode taken = platform::ErrorCode::kAlreadyExists;
  const platform::ErrorCode wrong = platform::ErrorCode::kInvalidArgument;
  try {
    Register([&](Api api, Library library) {
      Whole(api, library, "p_beside");
      api.add_pass(library, "p_other", "Another one.", 1, 1, PADDLE_SHARE, Stay,
                   nullptr);
      api.add_pass(library, name, "A pass.", version, level, stage, function,
                   nullptr);
    });
    ADD_FAILURE() << "nothing was thrown, but wanted: " << message;
  } catch (const platform::Error& error) {
    EXPECT_TRUE(error.code() == taken || error.code() == wrong);
    EXPECT_THAT(error.what(), ::testing::HasSubstr(message));
  }
  EXPECT_EQ(OpInfoMap::Instance().FindInfo("p_beside"), nullptr);
  EXPECT_EQ(PassRegistry::Instance().Find("p_other"), nullptr);
}

TEST(RegisterPluginTest, PassesAreRegisteredWithTheirOrder) {
  Register([](Api api, Library library) {
    api.add_pass(library, "p_late", "Runs late.", 2, 2, PADDLE_ELIMINATE, Stay,
                 nullptr);
    api.add_pass(library, "p_early", "Runs early.", 1, 1, PADDLE_SIMPLIFY, Stay,
                 nullptr);
  });
  const auto& passes = PassRegistry::Instance().passes();
  ASSERT_EQ(passes.size(), 2u);
  EXPECT_EQ(passes[0].name, "p_early");
  EXPECT_EQ(passes[1].level, kReassociates);
  EXPECT_EQ(passes[1].version, 2);
  EXPECT_EQ(passes[1].file, "test.so");
}

TEST(RegisterPluginTest, PassesThatMakeNoSense) {
  ExpectRefused("the library declares pass p_other twice", "p_other");
  ExpectRefused("the name of a pass", "a pass");
  ExpectRefused("the version of pass p_x is 0", "p_x", 0);
  ExpectRefused("the level of a pass is 3; it must be 1 or 2", "p_x", 1, 3);
  ExpectRefused("the stage of a pass is 9", "p_x", 1, 1, 9);
  ExpectRefused("the function of pass p_x is NULL", "p_x", 1, 1, PADDLE_SHARE,
                nullptr);
  Register([](Api api, Library library) {
    api.add_pass(library, "p_taken", "A pass.", 1, 1, PADDLE_SHARE, Stay,
                 nullptr);
  });
  ExpectRefused("there is a pass p_taken already", "p_taken");
}

TEST(RegisterPluginTest, VersionsMustFit) {
  const auto entry = [](const PaddleApi* api, Library library) {
    return api->begin(library, api->major + 1, 0);
  };
  EXPECT_ERROR(RegisterPlugin(entry, "newer.so"), FailedPrecondition,
               "the library is made for version 2.0 of the plug-in interface, "
               "but this Paddle has 1.1: use a newer Paddle");
  const auto minor = [](const PaddleApi* api, Library library) {
    return api->begin(library, api->major, api->minor + 1);
  };
  EXPECT_ERROR(RegisterPlugin(minor, "newer.so"), FailedPrecondition,
               "version 1.2");
  const auto older = [](const PaddleApi* api, Library library) {
    return api->begin(library, api->major - 1, 7);
  };
  EXPECT_ERROR(RegisterPlugin(older, "older.so"), FailedPrecondition,
               "version 0.7 of the plug-in interface");
  const auto none = [](const PaddleApi* api, Library library) {
    Whole(*api, library, "p_unversioned");
    return PaddleStatus{PADDLE_OK};
  };
  EXPECT_ERROR(RegisterPlugin(none, "none.so"), FailedPrecondition,
               "before it called begin");
}

TEST(RegisterPluginTest, EntriesThatFail) {
  EXPECT_ERROR(Register([](Api, Library) {}), InvalidArgument,
               "it declares no operator");
  EXPECT_ERROR(Register([](Api api, Library library) {
                 Whole(api, library, "p_gives_up");
                 api.fail_library(library, PADDLE_DATA_LOSS, "no weights");
               }),
               DataLoss, "no weights\n  in the library of operators test.so");
  EXPECT_ERROR(Register([](Api, Library) { std::string("abc").at(5); }),
               Internal, "a C++ exception: basic_string");
  const auto mute = [](const PaddleApi*, PaddleLibrary*) {
    return PaddleStatus{PADDLE_NOT_FOUND};
  };
  EXPECT_ERROR(RegisterPlugin(mute, "mute.so"), NotFound,
               "it fails without a message");
}

struct BadDeclaration {
  const char* message;
  void (*change)(Api api, Op op);
};

TEST(RegisterPluginTest, DeclarationsThatMakeNoSense) {
  const BadDeclaration table[] = {
      {"the name of a slot is NULL",
       [](Api api, Op op) { api.add_input(op, nullptr, "Text.", 0); }},
      {"the comment of Y is NULL",
       [](Api api, Op op) { api.add_input(op, "Y", nullptr, 0); }},
      {"the comment of Y is empty",
       [](Api api, Op op) { api.add_output(op, "Y", "", 0); }},
      {"the comment of Y is no UTF-8",
       [](Api api, Op op) { api.add_output(op, "Y", "\xFF", 0); }},
      {"the name of a slot is 'X@GRAD'; it must be a word",
       [](Api api, Op op) { api.add_input(op, "X@GRAD", "Text.", 0); }},
      {"the flags of Y are 64; legal are 23",
       [](Api api, Op op) { api.add_input(op, "Y", "Text.", 64); }},
      {"the flags of Y are 16; legal are 15",
       [](Api api, Op op) {
         api.add_output(op, "Y", "Text.", PADDLE_SHAPE_ONLY);
       }},
      {"the name x is taken",
       [](Api api, Op op) { api.add_int(op, "x", "Text.", 1); }},
      {"the name name is taken",
       [](Api api, Op op) { api.add_string(op, "name", "Text.", ""); }},
      {"the version is 0", [](Api api, Op op) { api.set_version(op, 0); }},
      {"the default value is NULL",
       [](Api api, Op op) { api.add_string(op, "s", "Text.", nullptr); }},
      {"the default values are NULL, but there are 2",
       [](Api api, Op op) { api.add_ints(op, "is", "Text.", nullptr, 2); }},
      {"no data type has the number 99",
       [](Api api, Op op) { api.add_data_type(op, "dtype", "Text.", 99); }},
      {"there is no attribute i declared before",
       [](Api api, Op op) { api.set_required(op, "i"); }},
      {"which has no range",
       [](Api api, Op op) {
         api.add_bool(op, "b", "Text.", 0);
         api.set_range(op, "b", 0, 1);
       }},
      {"the range of attribute i is [2, 1]",
       [](Api api, Op op) {
         api.add_int(op, "i", "Text.", 0);
         api.set_range(op, "i", 2, 1);
       }},
      {"attribute i of operator p_bad is 0",
       [](Api api, Op op) {
         api.add_int(op, "i", "Text.", 0);
         api.set_range(op, "i", 1, 2);
       }},
      {"only a string has choices",
       [](Api api, Op op) {
         api.add_int(op, "i", "Text.", 0);
         api.set_choices(op, "i", nullptr, 0);
       }},
      {"the shape function is NULL",
       [](Api api, Op op) { api.set_shape_function(op, nullptr, nullptr); }},
      {"the kernel for int8 is NULL",
       [](Api api, Op op) {
         api.add_kernel(op, PADDLE_CPU, PADDLE_INT8, nullptr, nullptr);
       }},
      {"a kernel for place 1",
       [](Api api, Op op) {
         api.add_kernel(op, 1, PADDLE_INT8, Nothing, nullptr);
       }},
      {"there are two kernels for float32",
       [](Api api, Op op) {
         api.add_kernel(op, PADDLE_CPU, PADDLE_FLOAT32, Nothing, nullptr);
       }},
      {"has no input Z", [](Api api, Op op) { api.kernel_type_from(op, "Z"); }},
      {"has no output Out or no input Z",
       [](Api api, Op op) { api.may_reuse(op, "Out", "Z"); }},
      {"the name Out is taken",
       [](Api api, Op op) {
         api.add_input(op, "Out", "Text.", 0);
         api.add_input(op, "Out", "Text.", 0);
       }},
      {"there are gradient kernels, but add_gradient was not called",
       [](Api api, Op op) {
         api.add_gradient_kernel(op, PADDLE_CPU, PADDLE_INT8, Nothing, nullptr);
       }},
      {"something is said of the gradient",
       [](Api api, Op op) { api.gradient_reads(op, "X"); }},
      {"reads Z, which p_bad does not have",
       [](Api api, Op op) {
         api.add_gradient(op, nullptr);
         api.gradient_reads(op, "Z");
         api.add_gradient_kernel(op, PADDLE_CPU, PADDLE_INT8, Nothing, nullptr);
       }},
      {"there are two gradients",
       [](Api api, Op op) {
         api.add_gradient(op, nullptr);
         api.add_gradient(op, "p_other_grad");
       }},
  };
  for (const BadDeclaration& bad : table) {
    const std::string message = platform::MessageOf([&] {
      Register([&](Api api, Library library) {
        bad.change(api, Whole(api, library, "p_bad"));
      });
    });
    EXPECT_THAT(message, ::testing::HasSubstr(bad.message));
    EXPECT_THAT(message, ::testing::HasSubstr("operator p_bad"));
    EXPECT_EQ(OpInfoMap::Instance().FindInfo("p_bad"), nullptr) << message;
  }
}

TEST(RegisterPluginTest, OperatorsThatLackAPart) {
  const auto message = [](const Declare& declare) {
    return platform::MessageOf([&] { Register(declare); });
  };
  EXPECT_THAT(message([](Api api, Library library) {
                api.add_op(library, "p_empty", "Text.");
              }),
              ::testing::HasSubstr("there is no output"));
  EXPECT_THAT(message([](Api api, Library library) {
                Op op = api.add_op(library, "p_empty", "Text.");
                api.add_output(op, "Out", "Text.", 0);
              }),
              ::testing::HasSubstr("there is no shape function"));
  EXPECT_THAT(message([](Api api, Library library) {
                Op op = api.add_op(library, "p_empty", "Text.");
                api.add_output(op, "Out", "Text.", 0);
                api.set_shape_function(op, Nothing, nullptr);
              }),
              ::testing::HasSubstr("there is no kernel"));
  for (const char* type : {"", "Relu", "2d", "a b", "a@GRAD"}) {
    EXPECT_THAT(
        message([&](Api api, Library library) { Whole(api, library, type); }),
        ::testing::HasSubstr("the type of an operator is '"));
  }
  EXPECT_THAT(
      message([](Api api, Library library) { Whole(api, library, nullptr); }),
      ::testing::HasSubstr("the type of an operator is NULL"));
}

}  // namespace
}  // namespace paddle::framework
