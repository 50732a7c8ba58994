// Programs that no front end writes: tests that kernels and verifier refuse
// them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::operators {

using Tampering = std::function<void(framework::proto::ProgramDesc*)>;

// Returns the first operator of a type, in any block; throws NotFound if there
// is none.
inline framework::proto::OpDesc* FindOp(framework::proto::ProgramDesc* program,
                                        const std::string& type) {
  for (auto& block : *program->mutable_blocks()) {
    for (auto& op : *block.mutable_ops()) {
      if (op.type() == type) return &op;
    }
  }
  PADDLE_THROW(NotFound, "the program has no operator ", type);
}

inline framework::proto::VarDesc* FindVar(framework::proto::BlockDesc* block,
                                          const std::string& name) {
  for (auto& var : *block->mutable_vars()) {
    if (var.name() == name) return &var;
  }
  PADDLE_THROW(NotFound, "the block has no variable ", name);
}

// Changes a copy of a program and evaluates it. Returns the error of the
// verifier, the compiler or the run; "" if there is none.
inline std::string ErrorOfTampered(
    const framework::Program& program, const Tampering& change,
    const std::map<std::string, framework::LoDTensor>& feeds,
    const framework::NameList& fetches) {
  framework::proto::ProgramDesc desc = program.desc();
  change(&desc);
  const auto changed = std::make_shared<framework::Program>(
      framework::OpInfoMap::Instance(), std::move(desc));
  try {
    framework::Verify(*changed);
    framework::Executor().Eval(changed, {feeds.begin(), feeds.end()}, fetches,
                               framework::Scope::Create().get());
  } catch (const platform::Error& error) {
    return error.what();
  }
  return "";
}

// Empties each place of each slot of the operator in turn, and returns the
// errors by place, such as "Out0".
inline std::map<std::string, std::string> ErrorsOfEmptyPlaces(
    const framework::Program& program, const std::string& type,
    const std::map<std::string, framework::LoDTensor>& feeds,
    const framework::NameList& fetches) {
  std::map<std::string, std::string> errors;
  framework::proto::ProgramDesc original = program.desc();
  const framework::proto::OpDesc& op = *FindOp(&original, type);
  const auto try_slot = [&](bool output, const std::string& slot, int place) {
    const auto change = [&](framework::proto::ProgramDesc* changed) {
      auto* found = FindOp(changed, type);
      for (auto& one :
           *(output ? found->mutable_outputs() : found->mutable_inputs())) {
        if (one.name() == slot) one.set_arguments(place, "");
      }
    };
    errors[slot + std::to_string(place)] =
        ErrorOfTampered(program, change, feeds, fetches);
  };
  for (bool output : {false, true}) {
    for (const auto& slot : output ? op.outputs() : op.inputs()) {
      for (int i = 0; i < slot.arguments_size(); ++i) {
        try_slot(output, slot.name(), i);
      }
    }
  }
  return errors;
}

}  // namespace paddle::operators
