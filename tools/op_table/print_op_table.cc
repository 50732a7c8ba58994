// Prints the table of all operators: Markdown, or JSON with --json.
#include <cstdio>
#include <exception>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/tools/op_table/op_table.h"

int main(int argc, char** argv) {
  const bool json = argc == 2 && absl::string_view(argv[1]) == "--json";
  if (argc > 1 && !json) {
    std::fputs(
        "usage: print_op_table [--json]\n"
        "What each operator has: kernels by place and data type; gradient;\n"
        "second order; version. JSON also lists the "
        "operators of gradients.\n",
        stderr);
    return 2;
  }
  try {
    const auto rows = paddle::op_table::MakeOpTable();
    const std::string text = json ? paddle::op_table::ToJson(rows)
                                  : paddle::op_table::ToMarkdown(rows);
    std::fputs(text.c_str(), stdout);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "print_op_table: %s\n", error.what());
    return 1;
  }
  return 0;
}
