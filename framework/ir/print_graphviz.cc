#include "paddle/framework/ir/print_graphviz.h"

#include "absl/container/flat_hash_map.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace paddle::framework {

namespace {

std::string Quoted(absl::string_view text) {
  // Names may contain quotes and line breaks.
  return absl::StrCat("\"", absl::Utf8SafeCEscape(text), "\"");
}

class Drawing {
 public:
  Drawing(const Program& program, const GraphvizPart& part)
      : program_(program), part_(part) {}
  std::string Draw();

 private:
  void DrawBlock(const SymbolTable& table);
  void DrawOp(const SymbolTable& table, const proto::OpDesc& op);
  // Returns the node of the current value of a name, drawing it on first use.
  std::string ValueNode(const SymbolTable& table, const std::string& name);
  std::string NewValue(const SymbolTable& table, const std::string& name);
  std::string Node(const char* kind, int number) const {
    return absl::StrCat(part_.prefix, kind, number);
  }
  std::string BlockNode(int block) const { return Node("block", block); }
  template <typename... Parts>
  void Line(const Parts&... parts) {
    absl::StrAppend(&text_, "    ", parts..., "\n");
  }

  const Program& program_;
  const GraphvizPart& part_;
  std::string text_;
  std::string arrows_;  // arrows between blocks, which come after all blocks
  int num_values_ = 0;
  int num_ops_ = 0;
  // current values in this block
  absl::flat_hash_map<std::string, std::string> values_;
};

std::string Drawing::NewValue(const SymbolTable& table,
                              const std::string& name) {
  std::string node = Node("value", num_values_++);
  const proto::VarDesc* var = table.FindVar(name);
  std::string label = name;
  if (var != nullptr) {
    absl::StrAppend(&label, "\n", ShapeText(*var, table.sizes()));
  }
  const bool lasts = var != nullptr && var->persistable();
  Line(node, " [label=", Quoted(label), lasts ? ", style=bold" : "", "];");
  values_[name] = node;
  return node;
}

std::string Drawing::ValueNode(const SymbolTable& table,
                               const std::string& name) {
  auto known = values_.find(name);
  return known != values_.end() ? known->second : NewValue(table, name);
}

void Drawing::DrawOp(const SymbolTable& table, const proto::OpDesc& op) {
  const std::string node = Node("op", num_ops_++);
  const std::string color = part_.color ? part_.color(op) : "";
  Line(node, " [shape=box, label=", Quoted(op.type()),
       color.empty() ? "" : ", style=filled, fillcolor=", color, "];");
  for (const proto::Slot& slot : op.inputs()) {
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const std::string value = ValueNode(table, name);
      Line(value, " -> ", node, " [label=", Quoted(slot.name()), "];");
    }
  }
  for (const proto::Slot& slot : op.outputs()) {
    for (const std::string& name : slot.arguments()) {
      if (name.empty()) continue;
      const std::string value = NewValue(table, name);
      Line(node, " -> ", value, " [label=", Quoted(slot.name()), "];");
    }
  }
  for (int block : BlocksOf(op)) {
    absl::StrAppend(&arrows_, "  ", node, " -> ", BlockNode(block),
                    " [style=dashed];\n");
  }
}

void Drawing::DrawBlock(const SymbolTable& table) {
  const int index = table.desc().index();
  absl::StrAppend(&text_, "  subgraph cluster", part_.prefix, index, " {\n");
  Line("label=", Quoted(absl::StrCat("block ", index)), ";");
  Line(BlockNode(index), " [shape=point];");
  // An outer variable is drawn again in each block that reads it; edges between
  // frames would make the drawing unreadable.
  values_.clear();
  for (const proto::OpDesc& op : table.desc().ops()) DrawOp(table, op);
  absl::StrAppend(&text_, "  }\n");
}

std::string Drawing::Draw() {
  for (int i = 0; i < program_.num_blocks(); ++i) DrawBlock(program_.block(i));
  return absl::StrCat(text_, arrows_);
}

}  // namespace

std::string PrintGraphviz(const Program& program) {
  return absl::StrCat("digraph program {\n", PrintGraphvizPart(program, {}),
                      "}\n");
}

std::string PrintGraphvizPart(const Program& program,
                              const GraphvizPart& part) {
  return Drawing(program, part).Draw();
}

}  // namespace paddle::framework
