#include "paddle/framework/layers/reinfer_shapes.h"

#include <string>

#include "paddle/framework/ir/op_desc.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/ir/symbol_table.h"
#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

// A number may equal another size by chance; a symbol identifies one size.
void ReplaceSymbols(framework::SymbolTable* table, const SizeMap& sizes) {
  for (const std::string& name : table->desc().arguments()) {
    framework::proto::VarDesc* var = table->FindVar(name, /*recursive=*/false);
    if (var == nullptr) continue;
    for (int64_t& size : *var->mutable_dims()) {
      const auto found = sizes.find(size);
      if (size < 0 && found != sizes.end()) size = found->second;
    }
  }
}

}  // namespace

void ReinferShapes(framework::Program* program, int block,
                   const SizeMap& sizes) {
  framework::SymbolTable& table = program->block(block);
  for (const framework::proto::OpDesc& op : table.desc().ops()) {
    for (int owned : framework::BlocksOf(op)) {
      ReplaceSymbols(&program->block(owned), sizes);
      ReinferShapes(program, owned, sizes);
    }
    try {
      program->schemas().InferShape(op, &table);
    } catch (platform::Error& error) {
      framework::RethrowWithOp(error, op, table);
    }
  }
}

}  // namespace paddle::layer
