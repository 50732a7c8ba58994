// Runs one input of the fuzz targets: the bytes of a program.
#pragma once

#include <random>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/passes/pass.h"

namespace paddle::fuzz {

enum class Outcome {
  kNoProgram,  // the bytes are no ProgramDesc
  kRefused,    // verify, or the compiler of blocks, said no
  kFailed,     // an operator threw while it ran
  kRan,
  kDiffers,   // it ran, but what the passes made of it did not, or otherwise
  kTooLarge,  // it would run, but not within a fuzzer's memory and time
};

struct RunOptions {
  // Changes values that are fed, unless it is null (mutate_feed.h).
  std::mt19937_64* random = nullptr;
  // The passes: the results of those of level 1 are the same bits, those of
  // level 2 as near as rounding explains (near_results.h).
  framework::PassLevel level = framework::kExact;
};

// Takes the bytes of a ProgramDesc through load, verify, compile and run, as
// Program::Parse and Executor do with a file. Data variables and persistables
// get small values; it runs as it is, and as all passes of a level leave it.
// Whatever the bytes are, the only exception that may come out of a stage is
// platform::Error, which becomes an Outcome; its text goes to `error` unless
// that is null.
Outcome RunProgram(absl::string_view bytes, std::string* error = nullptr,
                   const RunOptions& options = {});

// Runs a parsed program whose attributes may hold any numbers: only its
// variables decide whether it is too large, as what an operator allocates must
// not depend on an attribute alone.
Outcome RunWithAnyNumbers(framework::proto::ProgramDesc desc,
                          std::string* error = nullptr);

}  // namespace paddle::fuzz
