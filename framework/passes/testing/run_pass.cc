#include "paddle/framework/passes/testing/run_pass.h"

#include "gtest/gtest.h"

#include "paddle/framework/ir/print_text.h"

namespace paddle::framework::testing {

namespace {

std::string TextOf(const Program& program) {
  PrintOptions options;
  options.variables = false;
  return PrintText(program, options);
}

NameList FeedsOf(const Program& program) {
  NameList feeds;
  for (const auto& var : program.global_block().desc().vars()) {
    if (var.is_feed()) feeds.push_back(var.name());
  }
  return feeds;
}

std::shared_ptr<const Program> Run(const std::string& pass,
                                   std::shared_ptr<const Program> program,
                                   const Evaluator& evaluate,
                                   int64_t few_elements,
                                   platform::PlaceKind place) {
  PassContext context;
  context.few_elements = few_elements;
  context.keep_all = false;
  context.evaluate = evaluate;
  context.place = place;
  OptimizeOptions options;
  options.only = NameList{pass};
  return Optimize(std::move(program), context, options);
}

}  // namespace

std::string TextAfter(const std::string& pass, const Program& program,
                      const NameList& fetches, Evaluator evaluate,
                      int64_t few_elements, platform::PlaceKind place) {
  const auto given = WithInterface(program, FeedsOf(program), fetches);
  const std::string before = given->desc().SerializeAsString();
  const auto run = [&](const std::shared_ptr<const Program>& from) {
    return Run(pass, from, evaluate, few_elements, place);
  };
  const auto once = run(given);
  EXPECT_EQ(given->desc().SerializeAsString(), before);
  EXPECT_EQ(run(given)->desc().SerializeAsString(),
            once->desc().SerializeAsString());
  EXPECT_EQ(run(once), once) << TextOf(*once);
  return TextOf(*once);
}

bool LeavesAlone(const std::string& pass, const Program& program,
                 const NameList& fetches, Evaluator evaluate,
                 platform::PlaceKind place) {
  return TextAfter(pass, program, fetches, evaluate, PassContext().few_elements,
                   place) == TextOf(program);
}

}  // namespace paddle::framework::testing
