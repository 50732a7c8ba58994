#include "paddle/framework/executor/instruction_compiler.h"

#include <algorithm>
#include <map>
#include <utility>

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/executor/op_arguments.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

using Contents = CompiledBlock::Contents;
using Instruction = CompiledBlock::Instruction;
using Slot = CompiledBlock::Slot;

// Returns the data type that selects an operator's kernel: that of the declared
// slot, else of the first input, else of the attribute "dtype".
DataType KernelType(const OpArguments& arguments) {
  const OpProto& proto = arguments.proto();
  if (!proto.kernel_type_slot.empty()) {
    SlotRange range = arguments.InputRange(proto.kernel_type_slot);
    if (range.count > 0) return arguments.var(range.begin).dtype;
  }
  for (int i = 0; i < arguments.num_inputs(); ++i) {
    if (arguments.var(i).name.empty() || GivesAttribute(arguments, i)) continue;
    return arguments.var(i).dtype;
  }
  if (proto.FindAttr("dtype") != nullptr) {
    return ParseDataType(std::get<std::string>(arguments.attribute("dtype")));
  }
  return DataType::kFloat32;
}

class InstructionCompiler {
 public:
  InstructionCompiler(const NameList& feeds, const SubBlockCompiler& sub_block,
                      Contents* contents)
      : feeds_(feeds), sub_block_(sub_block), contents_(*contents) {}

  void Add(const proto::OpDesc& desc) {
    const OpInfo& info = OpInfoMap::Instance().Get(desc.type());
    const bool reads = ReadsAttributes(desc);
    Instruction instruction;
    const auto lookup = [&](const std::string& name) {
      const Slot& slot = contents_.slots[SlotOf(name, &contents_)];
      return OpArguments::Var{name, slot.dtype, slot.kind};
    };
    // On the heap: kernels keep references to it while instructions move.
    instruction.arguments = std::make_unique<OpArguments>(
        desc, reads ? ValueDependentProto(info.proto) : info.proto, lookup,
        [this](int index) { return Owned(index); });
    const OpArguments& arguments = *instruction.arguments;
    for (int i = 0; i < arguments.num_vars(); ++i) {
      instruction.slots.push_back(SlotOfArgument(arguments, i));
    }
    const KernelCreator& creator = KernelTable::Instance().Find(
        desc.type(), contents_.place.kind(), KernelType(arguments));
    if (reads) {
      MakeAttrInputOp(info, creator, &instruction);
    } else {
      instruction.schema = info.schema.get();
      instruction.op = creator(arguments);
    }
    contents_.instructions.push_back(std::move(instruction));
  }

 private:
  int SlotOfArgument(const OpArguments& arguments, int argument) {
    const std::string& name = arguments.var(argument).name;
    if (name.empty()) return -1;
    const int slot = SlotOf(name, &contents_);
    const bool is_feed =
        std::find(feeds_.begin(), feeds_.end(), name) != feeds_.end();
    if (argument < arguments.num_inputs() || !is_feed) return slot;
    for (int i = 0; i < arguments.num_inputs(); ++i) {
      if (arguments.var(i).name == name) return slot;  // an update of the feed
    }
    contents_.slots.push_back(contents_.slots[slot]);
    contents_.slots.back().discarded = true;
    return static_cast<int>(contents_.slots.size()) - 1;
  }

  // Compiles each block once: several operators may own the same.
  std::shared_ptr<const CompiledBlock> Owned(int index) {
    std::shared_ptr<const CompiledBlock>& block = owned_[index];
    if (block == nullptr) block = sub_block_(index);
    return block;
  }

  const NameList& feeds_;
  const SubBlockCompiler& sub_block_;
  Contents& contents_;
  std::map<int, std::shared_ptr<const CompiledBlock>> owned_;
};

}  // namespace

void CompileInstructions(const NameList& feeds,
                         const SubBlockCompiler& sub_block,
                         Contents* contents) {
  const SymbolTable& table = contents->program->block(contents->block_index);
  InstructionCompiler compiler(feeds, sub_block, contents);
  for (const proto::OpDesc& op : table.desc().ops()) {
    try {
      compiler.Add(op);
    } catch (platform::Error& error) {
      RethrowWithOp(error, op, table);
    }
  }
}

int SlotOf(const std::string& name, Contents* contents) {
  auto [it, inserted] =
      contents->slot_index.try_emplace(name, contents->slots.size());
  if (!inserted) return it->second;
  const proto::VarDesc& var =
      contents->program->block(contents->block_index).GetVar(name);
  Slot slot;
  slot.name = name;
  slot.kind = var.kind();
  if (var.dtype() != proto::UNKNOWN) {
    slot.dtype = DataTypeFromNumber(var.dtype());
  }
  slot.persistable = var.persistable();
  contents->slots.push_back(std::move(slot));
  return it->second;
}

}  // namespace paddle::framework
