// Runs one pass for its test.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "paddle/framework/passes/optimize.h"
#include "paddle/platform/place.h"

namespace paddle::framework::testing {

// Returns the text of the operators after a pass has seen a program that is
// wanted for `fetches`. Fails the test if the result is no valid program, if
// the pass changes the program it was given, gives another result a second
// time, or changes its own result once more.
// `few_elements` and `place` are those of the context.
std::string TextAfter(const std::string& pass, const Program& program,
                      const NameList& fetches, Evaluator evaluate = nullptr,
                      int64_t few_elements = PassContext().few_elements,
                      platform::PlaceKind place = platform::PlaceKind::kCPU);

// Returns true if the pass leaves the program as it is, as TextAfter checks it.
bool LeavesAlone(const std::string& pass, const Program& program,
                 const NameList& fetches, Evaluator evaluate = nullptr,
                 platform::PlaceKind place = platform::PlaceKind::kCPU);

}  // namespace paddle::framework::testing
