#include "paddle/framework/plugin/op_declaration.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/plugin/declare.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

std::string OpTypeOf(const char* name) {
  std::string type = WordOf(name, "the type of an operator");
  // The type becomes a name in Python, where operators are in lower case.
  PADDLE_ENFORCE(type == absl::AsciiStrToLower(type), InvalidArgument,
                 "the type of an operator is '", type,
                 "'; it must be in small letters");
  return type;
}

bool Has(uint32_t flags, uint32_t flag) { return (flags & flag) != 0; }

SlotProto MakeSlot(const char* name, const char* comment, uint32_t flags,
                   uint32_t legal) {
  SlotProto slot;
  slot.name = WordOf(name, "the name of a slot");
  slot.comment = CommentOf(comment, slot.name);
  // Unknown flags may come from a newer header; ignoring them would change the
  // meaning.
  PADDLE_ENFORCE((flags & ~legal) == 0, InvalidArgument, "the flags of ",
                 slot.name, " are ", flags, "; legal are ", legal);
  slot.list = Has(flags, PADDLE_LIST);
  slot.optional = Has(flags, PADDLE_OPTIONAL);
  slot.no_gradient = Has(flags, PADDLE_NO_GRADIENT);
  slot.intermediate = Has(flags, PADDLE_INTERMEDIATE);
  slot.shape_only = Has(flags, PADDLE_SHAPE_ONLY);
  return slot;
}

constexpr uint32_t kAnySlot =
    PADDLE_LIST | PADDLE_OPTIONAL | PADDLE_NO_GRADIENT;

void CheckFunction(const PluginFunction& function, absl::string_view what) {
  PADDLE_ENFORCE(function.function != nullptr, InvalidArgument, what,
                 " is NULL");
}

void AddKernel(PaddlePlace place, PaddleDataType type,
               const PluginFunction& function,
               std::vector<DeclaredKernel>* kernels) {
  const DataType dtype = DataTypeFromNumber(type);
  PADDLE_ENFORCE(place == PADDLE_CPU, Unimplemented, "a kernel for place ",
                 place, "; kernels of libraries run on the CPU, ", PADDLE_CPU);
  CheckFunction(function, absl::StrCat("the kernel for ", DataTypeName(dtype)));
  for (const DeclaredKernel& kernel : *kernels) {
    PADDLE_ENFORCE(kernel.dtype != dtype, AlreadyExists,
                   "there are two kernels for ", DataTypeName(dtype));
  }
  kernels->push_back({dtype, function});
}

std::pair<std::string, std::string> PairOf(const char* output,
                                           const char* input) {
  return {TextOf(output, "the name of an output"),
          TextOf(input, "the name of an input")};
}

PaddleStatus Begin(PaddleLibrary* library, int32_t major, int32_t minor) {
  PADDLE_ENFORCE(major == PADDLE_PLUGIN_MAJOR && minor <= PADDLE_PLUGIN_MINOR,
                 FailedPrecondition, "the library is made for version ", major,
                 ".", minor, " of the plug-in interface, but this Paddle has ",
                 PADDLE_PLUGIN_MAJOR, ".", PADDLE_PLUGIN_MINOR,
                 major > PADDLE_PLUGIN_MAJOR || minor > PADDLE_PLUGIN_MINOR
                     ? ": use a newer Paddle, or build the library with the "
                       "op_plugin.h of this one"
                     : ": build the library with the op_plugin.h of this one");
  library->begun = true;
  return PADDLE_OK;
}

PaddleOp* AddOp(PaddleLibrary* library, const char* type, const char* comment) {
  // The version must be checked before anything else of the interface is used.
  PADDLE_ENFORCE(library->begun, FailedPrecondition,
                 "the library declares an operator before it called begin: "
                 "define its entry with PADDLE_OP_LIBRARY");
  PaddleOp op;
  op.library = library;
  op.proto.type = OpTypeOf(type);
  op.proto.comment = CommentOf(comment, op.proto.type);
  // A deque: the library keeps the pointer while it adds more operators.
  return &library->ops.emplace_back(std::move(op));
}

void SetBasics(PaddleApi* api) {
  api->begin = [](PaddleLibrary* library, int32_t major, int32_t minor) {
    Guarded(library, [&] { return Begin(library, major, minor); });
    return library == nullptr ? PADDLE_INTERNAL : library->error.status();
  };
  api->library_status = [](const PaddleLibrary* library) {
    return library == nullptr ? PADDLE_INTERNAL : library->error.status();
  };
  api->fail_library = [](PaddleLibrary* library, PaddleStatus status,
                         const char* message) {
    Guarded(library, [&] { library->error.Set(status, message); });
    return library == nullptr ? PADDLE_INTERNAL : library->error.status();
  };
  api->add_op = [](PaddleLibrary* library, const char* type,
                   const char* comment) {
    return Guarded(library, [&] { return AddOp(library, type, comment); });
  };
  api->set_version = [](PaddleOp* op, int32_t version) {
    Declare(op, [&](PaddleOp& op) {
      PADDLE_ENFORCE(version >= 1, InvalidArgument, "the version is ", version,
                     "; it must be at least 1");
      op.proto.version = version;
    });
  };
  api->add_input = [](PaddleOp* op, const char* name, const char* comment,
                      uint32_t flags) {
    Declare(op, [&](PaddleOp& op) {
      op.proto.inputs.push_back(
          MakeSlot(name, comment, flags, kAnySlot | PADDLE_SHAPE_ONLY));
    });
  };
  api->add_output = [](PaddleOp* op, const char* name, const char* comment,
                       uint32_t flags) {
    Declare(op, [&](PaddleOp& op) {
      op.proto.outputs.push_back(
          MakeSlot(name, comment, flags, kAnySlot | PADDLE_INTERMEDIATE));
    });
  };
}

void SetFunctions(PaddleApi* api) {
  api->set_shape_function = [](PaddleOp* op, PaddleFunction function,
                               void* data) {
    Declare(op, [&](PaddleOp& op) {
      op.shape = {function, data};
      CheckFunction(op.shape, "the shape function");
    });
  };
  api->add_kernel = [](PaddleOp* op, PaddlePlace place, PaddleDataType type,
                       PaddleFunction function, void* data) {
    Declare(op, [&](PaddleOp& op) {
      AddKernel(place, type, {function, data}, &op.kernels);
    });
  };
  api->kernel_type_from = [](PaddleOp* op, const char* input) {
    Declare(op, [&](PaddleOp& op) {
      op.proto.kernel_type_slot = TextOf(input, "the name of an input");
    });
  };
  api->may_reuse = [](PaddleOp* op, const char* output, const char* input) {
    Declare(op, [&](PaddleOp& op) {
      op.proto.reuses.push_back(PairOf(output, input));
    });
  };
  api->updates = [](PaddleOp* op, const char* output, const char* input) {
    Declare(op, [&](PaddleOp& op) {
      op.proto.updates.push_back(PairOf(output, input));
    });
  };
}

void SetGradient(PaddleApi* api) {
  api->add_gradient = [](PaddleOp* op, const char* type) {
    Declare(op, [&](PaddleOp& op) {
      PADDLE_ENFORCE(op.gradient.empty(), AlreadyExists,
                     "there are two gradients");
      // The name that gradients have by convention.
      op.gradient = type == nullptr ? op.proto.type + "_grad" : OpTypeOf(type);
    });
  };
  api->gradient_reads = [](PaddleOp* op, const char* slot) {
    Declare(op, [&](PaddleOp& op) {
      op.gradient_reads.push_back(TextOf(slot, "the name of a slot"));
    });
  };
  api->gradient_may_reuse = [](PaddleOp* op, const char* output,
                               const char* input) {
    Declare(op, [&](PaddleOp& op) {
      op.gradient_reuses.push_back(PairOf(output, input));
    });
  };
  api->add_gradient_kernel = [](PaddleOp* op, PaddlePlace place,
                                PaddleDataType type, PaddleFunction function,
                                void* data) {
    Declare(op, [&](PaddleOp& op) {
      AddKernel(place, type, {function, data}, &op.gradient_kernels);
    });
  };
}

}  // namespace

void SetDeclarationFunctions(PaddleApi* api) {
  SetBasics(api);
  SetAttributeFunctions(api);
  SetFunctions(api);
  SetGradient(api);
}

}  // namespace paddle::framework
