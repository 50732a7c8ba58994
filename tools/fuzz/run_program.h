// One input of the fuzz targets: the bytes of a program.
#pragma once

#include <random>
#include <string>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/framework.pb.h"

namespace paddle::fuzz {

enum class Outcome {
  kNoProgram,  // the bytes are no ProgramDesc
  kRefused,    // verify, or the compiler of blocks, said no
  kFailed,     // an operator threw while it ran
  kRan,
  kTooLarge,  // it would run, but not within a fuzzer's memory and time
};

// Takes the bytes of a ProgramDesc through load, verify, compile and run, as
// Program::Parse and Executor do with a file. Data variables and persistables
// are given small values; `random` changes those that are fed, unless it is
// null (mutate_feed.h). Whatever the bytes are, the only exception that may
// leave a part is platform::Error, which ends in an Outcome; its text goes to
// `error` unless that is null.
Outcome RunProgram(absl::string_view bytes, std::string* error = nullptr,
                   std::mt19937_64* random = nullptr);

// The same of a parsed program. Its attributes may hold any numbers, and its
// variables alone tell whether it is too large: what an operator allocates
// besides must not follow from an attribute.
Outcome RunWithAnyNumbers(framework::proto::ProgramDesc desc,
                          std::string* error = nullptr);

}  // namespace paddle::fuzz
