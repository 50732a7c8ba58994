#include "paddle/framework/ir/program_diff.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/line_diff.h"
#include "paddle/framework/ir/print_graphviz.h"

namespace paddle::framework {

namespace {

constexpr int kContext = 3;

// All that makes an operator the same one.
std::string Identity(const Program& program, const proto::OpDesc& op) {
  PrintOptions options;
  options.defaults = options.ids = true;
  options.call_sites = false;
  return PrintOp(op, program.schemas(), options);
}

using Identities = absl::flat_hash_set<std::string>;

Identities IdentitiesOf(const Program& program) {
  Identities all;
  for (int i = 0; i < program.num_blocks(); ++i) {
    for (const proto::OpDesc& op : program.block(i).desc().ops()) {
      all.insert(Identity(program, op));
    }
  }
  return all;
}

std::string Part(const char* title, const char* color, const Program& program,
                 const Identities& others) {
  GraphvizPart part;
  part.prefix = title;
  part.color = [&, color](const proto::OpDesc& op) -> std::string {
    return others.contains(Identity(program, op)) ? "" : color;
  };
  return absl::StrCat("subgraph cluster_", title, " {\n  label=\"", title,
                      "\";\n", PrintGraphvizPart(program, part), "}\n");
}

}  // namespace

std::string DiffPrograms(const Program& before, const Program& after,
                         const PrintOptions& options) {
  return DiffText(PrintText(before, options), PrintText(after, options),
                  kContext);
}

std::string DiffGraphviz(const Program& before, const Program& after) {
  return absl::StrCat("digraph diff {\n",
                      Part("before", "lightcoral", before, IdentitiesOf(after)),
                      Part("after", "palegreen", after, IdentitiesOf(before)),
                      "}\n");
}

}  // namespace paddle::framework
