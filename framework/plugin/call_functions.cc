#include "paddle/framework/plugin/call_functions.h"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "absl/types/span.h"

#include "paddle/framework/plugin/first_error.h"
#include "paddle/framework/plugin/plugin_call.h"
#include "paddle/framework/types/size_match.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::framework {

namespace {

constexpr char kSlot[] = "the name of a slot";

PaddleDataType NumberOf(DataType dtype) { return static_cast<int>(dtype); }

int32_t CopyDims(const Dims& dims, int64_t* sizes, int32_t capacity) {
  // The array belongs to the library, which says how large it is.
  PADDLE_ENFORCE(dims.rank() <= capacity, InvalidArgument, "a tensor of shape ",
                 dims.ToString(), " where the rank is at most ", capacity);
  PADDLE_ENFORCE(sizes != nullptr || dims.rank() == 0, InvalidArgument,
                 "the array for the sizes is NULL");
  std::copy(dims.begin(), dims.end(), sizes);
  return dims.rank();
}

// Returns the value of an attribute; throws TypeMismatch, with both types, if
// it has another type.
template <typename T>
const T& ValueOf(const PaddleContext& context, const char* name) {
  const Attribute& value =
      context.attribute(TextOf(name, "the name of an attribute"));
  const T* typed = std::get_if<T>(&value);
  PADDLE_ENFORCE(typed != nullptr, TypeMismatch, "attribute ", name, " is a ",
                 AttrTypeName(TypeOf(value)), ", not a ",
                 AttrTypeName(TypeOf(Attribute(T()))));
  return *typed;
}

template <typename T>
const T* ListOf(PaddleContext* context, const char* name, size_t* count) {
  // NULL means an error to the library, so even an empty list has an address.
  static constexpr T kNone{};
  const auto& values = ValueOf<std::vector<T>>(*context, name);
  if (count != nullptr) *count = values.size();
  return values.empty() ? &kNone : values.data();
}

const uint8_t* BoolsOf(PaddleContext* context, const char* name,
                       size_t* count) {
  const auto& values = ValueOf<std::vector<bool>>(*context, name);
  if (count != nullptr) *count = values.size();
  // std::vector<bool> has no array of bools that C could read.
  auto& kept = context->bools.emplace_back(values.begin(), values.end());
  // an empty list's data() might be null, which means an error
  kept.push_back(0);
  return kept.data();
}

const char* const* TextsOf(PaddleContext* context, const char* name,
                           size_t* count) {
  const auto& values = ValueOf<std::vector<std::string>>(*context, name);
  if (count != nullptr) *count = values.size();
  auto& kept = context->texts.emplace_back();
  for (const std::string& value : values) kept.push_back(value.c_str());
  kept.push_back(nullptr);
  return kept.data();
}

void SetOutput(PaddleContext* context, const char* slot, int32_t i,
               PaddleDataType type, const int64_t* sizes, int32_t rank) {
  const std::string name = TextOf(slot, kSlot);
  PADDLE_ENFORCE(rank >= 0 && rank <= Dims::kMaxRank, InvalidArgument,
                 "output ", name, " would have the rank ", rank,
                 "; the highest is ", Dims::kMaxRank);
  PADDLE_ENFORCE(sizes != nullptr || rank == 0, InvalidArgument,
                 "the sizes of output ", name, " are NULL");
  context->shapes().SetOutput(name, i, Dims(absl::MakeConstSpan(sizes, rank)),
                              DataTypeFromNumber(type));
}

void ShareShape(PaddleContext* context, const char* input, const char* output) {
  const std::string from = TextOf(input, kSlot);
  const std::string to = TextOf(output, kSlot);
  ShapeCall& call = context->shapes();
  // Set by the same rules as any output, so that the checks are the same.
  call.SetOutput(to, 0, call.InputDims(from, 0), call.InputType(from, 0));
  call.ShareLoD(from, 0, to, 0);
}

PaddleStatus RunLoop(PaddleContext* context, int64_t size, int64_t grain,
                     PaddleLoopBody body, void* data) {
  // Throws in a shape function, which must not run loops.
  context->kernel();
  PADDLE_ENFORCE(size >= 0 && grain >= 1, InvalidArgument, "a loop of size ",
                 size, " in pieces of ", grain);
  PADDLE_ENFORCE(body != nullptr, InvalidArgument, "the loop's body is NULL");
  platform::ParallelFor(
      size, grain, [=](int64_t begin, int64_t end) { body(data, begin, end); });
  return PADDLE_OK;
}

void SetSlots(PaddleApi* api) {
  api->input_count = [](PaddleContext* c, const char* slot) {
    return Guarded(c, [&] { return c->InputCount(TextOf(slot, kSlot)); });
  };
  api->output_count = [](PaddleContext* c, const char* slot) {
    return Guarded(c, [&] { return c->OutputCount(TextOf(slot, kSlot)); });
  };
  api->has_input = [](PaddleContext* c, const char* slot, int32_t i) {
    return Guarded(
        c, [&]() -> int32_t { return c->HasInput(TextOf(slot, kSlot), i); });
  };
  api->has_output = [](PaddleContext* c, const char* slot, int32_t i) {
    return Guarded(
        c, [&]() -> int32_t { return c->HasOutput(TextOf(slot, kSlot), i); });
  };
  api->input_dims = [](PaddleContext* c, const char* slot, int32_t i,
                       int64_t* sizes, int32_t capacity) {
    return Guarded(c, [&] {
      return CopyDims(c->InputDims(TextOf(slot, kSlot), i), sizes, capacity);
    });
  };
  api->input_numel = [](PaddleContext* c, const char* slot, int32_t i) {
    return Guarded(c, [&] { return c->InputNumel(TextOf(slot, kSlot), i); });
  };
  api->input_type = [](PaddleContext* c, const char* slot, int32_t i) {
    return Guarded(
        c, [&] { return NumberOf(c->InputType(TextOf(slot, kSlot), i)); });
  };
}

void SetAttributes(PaddleApi* api) {
  api->attr_bool = [](PaddleContext* c, const char* name) {
    return Guarded(c, [&]() -> int32_t { return ValueOf<bool>(*c, name); });
  };
  api->attr_int = [](PaddleContext* c, const char* name) {
    return Guarded(c, [&]() -> int64_t { return ValueOf<int64_t>(*c, name); });
  };
  api->attr_float = [](PaddleContext* c, const char* name) {
    return Guarded(c, [&]() -> double { return ValueOf<double>(*c, name); });
  };
  api->attr_string = [](PaddleContext* c, const char* name) -> const char* {
    const char* text =
        Guarded(c, [&] { return ValueOf<std::string>(*c, name).c_str(); });
    // "" instead of NULL, so that the library may use the text without a check.
    return text == nullptr ? "" : text;
  };
  api->attr_data_type = [](PaddleContext* c, const char* name) {
    return Guarded(c, [&] {
      return NumberOf(ParseDataType(ValueOf<std::string>(*c, name)));
    });
  };
}

void SetLists(PaddleApi* api) {
  api->attr_bools = [](PaddleContext* c, const char* name, size_t* count) {
    // The count must be right even if the call fails.
    if (count != nullptr) *count = 0;
    return Guarded(c, [&] { return BoolsOf(c, name, count); });
  };
  api->attr_ints = [](PaddleContext* c, const char* name, size_t* count) {
    if (count != nullptr) *count = 0;
    return Guarded(c, [&] { return ListOf<int64_t>(c, name, count); });
  };
  api->attr_floats = [](PaddleContext* c, const char* name, size_t* count) {
    if (count != nullptr) *count = 0;
    return Guarded(c, [&] { return ListOf<double>(c, name, count); });
  };
  api->attr_strings = [](PaddleContext* c, const char* name, size_t* count) {
    if (count != nullptr) *count = 0;
    return Guarded(c, [&] { return TextsOf(c, name, count); });
  };
}

template <int64_t (SizeAlgebra::*combine)(int64_t, int64_t)>
int64_t Combine(PaddleContext* c, int64_t a, int64_t b) {
  return Guarded(c, [&] { return (c->shapes().sizes().*combine)(a, b); });
}

void SetShapes(PaddleApi* api) {
  api->set_output = [](PaddleContext* c, const char* slot, int32_t i,
                       PaddleDataType type, const int64_t* sizes,
                       int32_t rank) {
    Guarded(c, [&] { SetOutput(c, slot, i, type, sizes, rank); });
  };
  api->share_shape = [](PaddleContext* c, const char* input,
                        const char* output) {
    Guarded(c, [&] { ShareShape(c, input, output); });
  };
  api->share_sequences = [](PaddleContext* c, const char* input, int32_t i,
                            const char* output, int32_t j) {
    Guarded(c, [&] {
      c->shapes().ShareLoD(TextOf(input, kSlot), i, TextOf(output, kSlot), j);
    });
  };
  api->size_add = &Combine<&SizeAlgebra::Add>;
  api->size_sub = &Combine<&SizeAlgebra::Sub>;
  api->size_mul = &Combine<&SizeAlgebra::Mul>;
  api->size_div = &Combine<&SizeAlgebra::Div>;
  api->may_match = [](PaddleContext* c, int64_t a, int64_t b) {
    return Guarded(c, [&]() -> int32_t { return MayBeEqual(a, b); });
  };
}

void SetKernels(PaddleApi* api) {
  api->output_dims = [](PaddleContext* c, const char* slot, int32_t i,
                        int64_t* sizes, int32_t capacity) {
    return Guarded(c, [&] {
      return CopyDims(c->kernel().Output(TextOf(slot, kSlot), i).dims(), sizes,
                      capacity);
    });
  };
  api->output_numel = [](PaddleContext* c, const char* slot, int32_t i) {
    return Guarded(
        c, [&] { return c->kernel().Output(TextOf(slot, kSlot), i).numel(); });
  };
  api->output_type = [](PaddleContext* c, const char* slot, int32_t i) {
    return Guarded(c, [&] {
      return NumberOf(c->kernel().Output(TextOf(slot, kSlot), i).dtype());
    });
  };
  api->input_data = [](PaddleContext* c, const char* slot, int32_t i,
                       PaddleDataType type) {
    return Guarded(c, [&] {
      return c->kernel().InputData(TextOf(slot, kSlot), i,
                                   DataTypeFromNumber(type));
    });
  };
  api->output_data = [](PaddleContext* c, const char* slot, int32_t i,
                        PaddleDataType type) {
    return Guarded(c, [&] {
      return c->kernel().OutputData(TextOf(slot, kSlot), i,
                                    DataTypeFromNumber(type));
    });
  };
  api->workspace = [](PaddleContext* c, size_t bytes) {
    return Guarded(c, [&] { return c->kernel().Workspace(bytes); });
  };
  api->parallel_for = [](PaddleContext* c, int64_t size, int64_t grain,
                         PaddleLoopBody body, void* data) {
    Guarded(c, [&] { return RunLoop(c, size, grain, body, data); });
    // The status is asked for after the loop: bodies may have failed meanwhile.
    return c == nullptr ? PADDLE_INTERNAL : c->error.status();
  };
}

}  // namespace

void SetCallFunctions(PaddleApi* api) {
  api->status = [](const PaddleContext* c) {
    return c == nullptr ? PADDLE_INTERNAL : c->error.status();
  };
  api->fail = [](PaddleContext* c, PaddleStatus status, const char* message) {
    Guarded(c, [&] { c->error.Set(status, message); });
    return c == nullptr ? PADDLE_INTERNAL : c->error.status();
  };
  SetSlots(api);
  SetAttributes(api);
  SetLists(api);
  SetShapes(api);
  SetKernels(api);
}

}  // namespace paddle::framework
