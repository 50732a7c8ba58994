// Runs operators some of whose attributes come from inputs
// (framework/registry/attr_inputs.h). Beside the instruction compiler, which
// alone makes them.
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include "paddle/framework/executor/compiled_block.h"
#include "paddle/framework/executor/instruction_compiler.h"
#include "paddle/framework/executor/kernel_context.h"
#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/executor/op_kernel.h"
#include "paddle/framework/executor/runtime_shapes.h"
#include "paddle/framework/executor/slot_range.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/registry/attr_check.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/framework/registry/op_registry.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/numbers_of.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Instruction = CompiledBlock::Instruction;

// An attribute that an input gives.
struct Source {
  std::string attribute;
  std::string slot;
  int argument = -1;
  Attribute example;
};

// Returns the elements as a value of the type of `source.example`, and as many.
Attribute ValueOf(const Source& source, const std::string& type,
                  const Tensor& given) {
  const int64_t wanted = ElementCount(source.example);
  PADDLE_ENFORCE(given.numel() == wanted, InvalidArgument, "input ",
                 source.slot, " of operator ", type, " has ", given.numel(),
                 " elements; as attribute ", source.attribute,
                 " it was written to have ", wanted);
  const Tensor tensor = OnCPU(given);
  switch (TypeOf(source.example)) {
    case AttrType::kInt:
      return NumbersOf<int64_t>(tensor)[0];
    case AttrType::kFloat:
      return NumbersOf<double>(tensor)[0];
    case AttrType::kInts:
      return NumbersOf<int64_t>(tensor);
    default:
      return NumbersOf<double>(tensor);
  }
}

// An operator as it would be if its attributes had been known.
struct Made {
  std::vector<Attribute> values;
  Instruction instruction;  // its slots are the numbers of its arguments
};

// Keeps what was made for the values of the last run; makes it anew for others.
class AttrInputOp final : public OperatorBase {
 public:
  AttrInputOp(const OpArguments& arguments, const OpInfo& info,
              KernelCreator creator, std::vector<Source> sources)
      : OperatorBase(arguments),
        info_(info),
        creator_(std::move(creator)),
        sources_(std::move(sources)) {}

  void Compute(const KernelContext& context) const override {
    std::vector<Attribute> values;
    for (const Source& source : sources_) {
      values.push_back(ValueOf(source, info_.proto.type,
                               context.var(source.argument)->Get<LoDTensor>()));
    }
    try {
      Run(MadeFor(values)->instruction, context);
    } catch (platform::Error& error) {
      AddValues(values, &error);
      throw;
    }
  }

 private:
  std::shared_ptr<const Made> MadeFor(
      const std::vector<Attribute>& values) const {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (last_ == nullptr || last_->values != values) last_ = Make(values);
    return last_;
  }

  std::shared_ptr<const Made> Make(std::vector<Attribute> values) const {
    proto::OpDesc desc = arguments().desc();
    for (size_t i = 0; i < sources_.size(); ++i) {
      SetAttribute(&desc, sources_[i].attribute, values[i]);
    }
    // Checks ranges: kernels rely on them.
    OpInfoMap::Instance().CheckAndComplete(&desc);
    auto made = std::make_shared<Made>();
    made->values = std::move(values);
    int next = 0;
    const auto lookup = [&](const std::string&) {
      while (arguments().var(next).name.empty()) ++next;
      return arguments().var(next++);
    };
    Instruction& instruction = made->instruction;
    instruction.arguments =
        std::make_unique<OpArguments>(desc, info_.proto, lookup);
    instruction.schema = info_.schema.get();
    for (int a = 0; a < arguments().num_vars(); ++a) {
      instruction.slots.push_back(arguments().var(a).name.empty() ? -1 : a);
    }
    instruction.op = creator_(*instruction.arguments);
    return made;
  }

  // Infers shapes from the values of inputs, allocates outputs, and computes.
  void Run(const Instruction& instruction, const KernelContext& context) const {
    const int inputs = arguments().num_inputs();
    std::vector<SlotShape> shapes(arguments().num_vars());
    for (int a = 0; a < inputs; ++a) {
      shapes[a].dtype = arguments().var(a).dtype;
      if (instruction.slots[a] < 0) continue;
      const auto& tensor = context.var(a)->Get<LoDTensor>();
      shapes[a] = {tensor.dims(), arguments().var(a).dtype, tensor.lod()};
    }
    RuntimeShapes(instruction, &shapes).Infer();
    for (int a = inputs; a < arguments().num_vars(); ++a) {
      if (instruction.slots[a] >= 0) Allocate(a, shapes[a], context);
    }
    instruction.op->Compute(context);
  }

  void Allocate(int output, const SlotShape& shape,
                const KernelContext& context) const {
    for (int a = 0; a < arguments().num_inputs(); ++a) {
      PADDLE_ENFORCE(context.var(a) != context.var(output), Unimplemented,
                     "operator ", info_.proto.type, " writes '",
                     arguments().var(output).name,
                     "', which it also reads, and has an attribute that is "
                     "known only when it runs");
    }
    auto* tensor = context.var(output)->GetMutable<LoDTensor>();
    tensor->Allocate(shape.dims, shape.dtype, context.allocator());
    tensor->set_lod(shape.lod);
  }

  void AddValues(const std::vector<Attribute>& values,
                 platform::Error* error) const {
    constexpr size_t kMostText = 200;
    std::vector<std::string> texts;
    for (size_t i = 0; i < sources_.size(); ++i) {
      const Source& source = sources_[i];
      texts.push_back(absl::StrCat(source.attribute, " = ",
                                   ToString(values[i]).substr(0, kMostText),
                                   " from input ", source.slot, " '",
                                   arguments().var(source.argument).name, "'"));
    }
    error->AddContext(absl::StrCat("with ", absl::StrJoin(texts, ", ")));
  }

  const OpInfo& info_;
  const KernelCreator creator_;
  const std::vector<Source> sources_;
  mutable std::mutex mutex_;  // guards the next
  mutable std::shared_ptr<const Made> last_;
};

// A program that was loaded may give a slot anything.
void CheckSource(const OpArguments& arguments, const std::string& slot,
                 const SlotRange& range, const Attribute& example) {
  const std::string& type = arguments.desc().type();
  PADDLE_ENFORCE(range.count == 1, InvalidArgument, "operator ", type, " has ",
                 range.count, " inputs ", slot, ", not one");
  const DataType dtype = arguments.var(range.begin).dtype;
  PADDLE_ENFORCE(
      CanGive(dtype, TypeOf(example)), TypeMismatch, "input ", slot,
      " of operator ", type, " is of ", DataTypeName(dtype), "; it must be of ",
      IsIntegral(TypeOf(example)) ? "int32 or int64" : "float32 or float64");
}

}  // namespace

bool GivesAttribute(const OpArguments& arguments, int argument) {
  for (const auto& pair : AttrInputsOf(arguments.desc().type())) {
    const SlotRange range = arguments.InputRange(pair.second);
    if (range.begin <= argument && argument < range.begin + range.count) {
      return true;
    }
  }
  return false;
}

const OpProto& ValueDependentProto(const OpProto& proto) {
  static std::mutex mutex;
  static auto& protos = *new std::map<std::string, OpProto>;
  const std::lock_guard<std::mutex> lock(mutex);
  const auto [it, is_new] = protos.try_emplace(proto.type, proto);
  if (is_new) it->second.value_dependent = true;
  return it->second;
}

void MakeAttrInputOp(const OpInfo& info, const KernelCreator& creator,
                     Instruction* instruction) {
  // Shapes are inferred when the operator runs, and read from its outputs.
  static const OpSchema& none = *new ShapeFunction([](InferShapeContext*) {});
  const OpArguments& arguments = *instruction->arguments;
  std::vector<Source> sources;
  for (const auto& [attribute, slot] : AttrInputsOf(arguments.desc().type())) {
    const SlotRange range = arguments.InputRange(slot);
    if (range.count == 0 || arguments.var(range.begin).name.empty()) continue;
    const Attribute& example = arguments.attribute(attribute);
    CheckSource(arguments, slot, range, example);
    sources.push_back({attribute, slot, range.begin, example});
  }
  instruction->schema = &none;
  instruction->op = std::make_unique<AttrInputOp>(arguments, info, creator,
                                                  std::move(sources));
}

}  // namespace paddle::framework
