#include "paddle/framework/ir/print_text.h"

#include <iterator>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"

#include "paddle/framework/ir/default_value.h"

namespace paddle::framework {

namespace {

std::string KindText(int kind) {
  // By the number of the kind; the usual one goes without saying.
  static constexpr const char* kTexts[] = {"", "selected rows", "tensor array",
                                           "step scopes", "raw"};
  static_assert(std::size(kTexts) == proto::VarKind_ARRAYSIZE);
  if (!proto::VarKind_IsValid(kind)) return absl::StrCat("kind ", kind);
  return kTexts[kind];
}

std::string VarLine(const proto::VarDesc& var, const SizeAlgebra& sizes) {
  std::vector<std::string> parts;
  const auto add = [&parts](bool holds, absl::string_view text) {
    if (holds && !text.empty()) parts.emplace_back(text);
  };
  add(true, ShapeText(var, sizes));
  add(true, KindText(var.kind()));
  add(var.lod_level() != 0, absl::StrCat("lod ", var.lod_level()));
  add(var.is_feed(), "feed");
  add(var.has_default_value(), absl::StrCat("default ", DefaultValueText(var)));
  add(var.is_parameter(), "parameter");
  add(var.persistable() && !var.is_parameter(), "persistable");
  add(var.is_parameter() && !var.trainable(), "not trainable");
  add(var.derived(), "derived");
  add(var.stop_gradient(), "no gradient");
  add(var.learning_rate() != 0,
      absl::StrCat("learning rate ", ToString(var.learning_rate())));
  return absl::StrCat("var ", var.name(), parts.empty() ? "" : ": ",
                      absl::StrJoin(parts, ", "));
}

std::string SlotText(const proto::Slot& slot) {
  if (slot.arguments_size() == 1) return slot.arguments(0);
  return absl::StrCat("[", absl::StrJoin(slot.arguments(), ", "), "]");
}

std::string OutputsText(const proto::OpDesc& op) {
  if (op.outputs().empty()) return "";
  // A single output slot needs no name, which makes the text read like code.
  if (op.outputs_size() == 1) {
    return absl::StrCat(SlotText(op.outputs(0)), " = ");
  }
  std::vector<std::string> slots;
  for (const proto::Slot& slot : op.outputs()) {
    slots.push_back(absl::StrCat(slot.name(), ": ", SlotText(slot)));
  }
  return absl::StrCat("{", absl::StrJoin(slots, ", "), "} = ");
}

bool IsDefault(const OpProto* proto, const std::string& name,
               const Attribute& value) {
  const AttrProto* attr = proto == nullptr ? nullptr : proto->FindAttr(name);
  return attr != nullptr && attr->default_value == value;
}

std::string ArgumentsText(const proto::OpDesc& op, const OpProto* proto,
                          bool defaults) {
  std::vector<std::string> arguments;
  for (const proto::Slot& slot : op.inputs()) {
    arguments.push_back(absl::StrCat(slot.name(), "=", SlotText(slot)));
  }
  for (const proto::Attr& attr : op.attrs()) {
    const Attribute value = FromProto(attr);
    // Defaults would hide what is special about an operator.
    if (!defaults && IsDefault(proto, attr.name(), value)) continue;
    arguments.push_back(absl::StrCat(attr.name(), "=", ToString(value)));
  }
  return absl::StrJoin(arguments, ", ");
}

// Returns "fc.py:12" for "/home/me/fc.py", since full paths would differ
// between machines.
std::string PlaceText(const proto::CallSite& site) {
  absl::string_view file = site.file();
  const size_t slash = file.rfind('/');
  if (slash != absl::string_view::npos) file.remove_prefix(slash + 1);
  return absl::StrCat(file, ":", site.line());
}

std::string BlockTitle(const proto::BlockDesc& block, bool prepare) {
  std::string title =
      absl::StrCat(prepare ? "prepare block " : "block ", block.index());
  if (!block.name().empty()) absl::StrAppend(&title, " '", block.name(), "'");
  if (block.parent() != -1) absl::StrAppend(&title, " in ", block.parent());
  if (block.forward_block() != -1) {
    absl::StrAppend(&title, ", gradient of ", block.forward_block());
  }
  if (!block.arguments().empty() || !block.results().empty()) {
    absl::StrAppend(&title, " (", absl::StrJoin(block.arguments(), ", "),
                    ") -> (", absl::StrJoin(block.results(), ", "), ")");
  }
  return title;
}

void AppendBlock(const Program& program, const SymbolTable& table,
                 const PrintOptions& options, std::string* text) {
  const proto::BlockDesc& block = table.desc();
  const bool prepare =
      block.index() != 0 && block.index() == program.desc().prepare_block();
  absl::StrAppend(text, BlockTitle(block, prepare), " {\n");
  if (options.variables && block.vars_size() > 0) {
    for (const proto::VarDesc& var : block.vars()) {
      absl::StrAppend(text, "  ", VarLine(var, table.sizes()), "\n");
    }
    if (block.ops_size() > 0) absl::StrAppend(text, "\n");
  }
  // The role is printed only where it changes.
  int role = proto::FORWARD;
  for (const proto::OpDesc& op : block.ops()) {
    if (op.role() != role) {
      role = op.role();
      absl::StrAppend(text, "  # ", RoleName(role), "\n");
    }
    absl::StrAppend(text, "  ", PrintOp(op, program.schemas(), options), "\n");
  }
  absl::StrAppend(text, "}\n");
}

}  // namespace

std::string PrintOp(const proto::OpDesc& op, const SchemaSource& schemas,
                    const PrintOptions& options) {
  std::string line;
  if (options.ids) absl::StrAppend(&line, "#", op.id(), ": ");
  if (!op.name().empty()) absl::StrAppend(&line, op.name(), ": ");
  absl::StrAppend(&line, OutputsText(op), op.type(), "(",
                  ArgumentsText(op, schemas.Find(op.type()), options.defaults),
                  ")");
  if (!op.device().empty()) absl::StrAppend(&line, " on ", op.device());
  if (op.has_part()) {
    absl::StrAppend(&line, " of part ", op.part().index(), "/",
                    op.part().count());
  }
  if (options.call_sites && !op.call_site().empty()) {
    absl::StrAppend(&line, "  # ", PlaceText(op.call_site(0)));
  }
  return line;
}

std::string PrintText(const Program& program, const PrintOptions& options) {
  std::string text;
  for (int i = 0; i < program.num_blocks(); ++i) {
    AppendBlock(program, program.block(i), options, &text);
  }
  return text;
}

}  // namespace paddle::framework
