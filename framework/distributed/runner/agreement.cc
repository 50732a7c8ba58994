#include "paddle/framework/distributed/runner/agreement.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include "paddle/framework/io/inference_model.h"
#include "paddle/framework/passes/data_parallel.h"
#include "paddle/framework/passes/exchange_list.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/on_cpu.h"
#include "paddle/platform/crc32c.h"
#include "paddle/platform/enforce.h"

namespace paddle::distributed {
namespace {

using framework::ExchangesOf;
using framework::Program;
using framework::Scope;
using Lines = std::vector<std::string>;

// Lines in which two lists differ first; "nothing" where one has ended.
struct Difference {
  std::string one;
  std::string other;
};

// Returns the first difference of lists whose lines are compared up to `end`.
Difference FirstDifference(const Lines& one, const Lines& other,
                           absl::string_view end) {
  const auto at = [](const Lines& lines, size_t i) {
    return i < lines.size() ? lines[i] : "nothing";
  };
  const auto compared = [&](const std::string& line) {
    return line.substr(0, line.rfind(std::string(end)));
  };
  size_t i = 0;
  while (compared(at(one, i)) == compared(at(other, i)) &&
         i < std::max(one.size(), other.size())) {
    ++i;
  }
  return {at(one, i), at(other, i)};
}

// Returns the first trainer whose text is not that of trainer 0, or 0.
int FirstThatDiffers(const Lines& texts) {
  const auto other =
      std::find_if(texts.begin(), texts.end(),
                   [&](const std::string& text) { return text != texts[0]; });
  return other == texts.end() ? 0 : static_cast<int>(other - texts.begin());
}

Lines LinesOf(const std::string& text) {
  return absl::StrSplit(text, '\n', absl::SkipEmpty());
}

uint32_t Checksum(const framework::Tensor& value) {
  const framework::Tensor here = framework::OnCPU(value);
  return platform::Crc32c(here.raw_data(), here.bytes());
}

// Returns a line for each persistable: its name and its checksum.
std::string ChecksumsOf(const Program& program, const Scope& scope) {
  framework::ScopeLocks locks = framework::ScopeLocks::Chain(
      scope, framework::ScopeAccess::kRead, framework::ScopeAccess::kRead);
  locks.Lock();
  Lines names = framework::PersistableNames(program);
  std::sort(names.begin(), names.end());
  Lines lines;
  for (const std::string& name : names) {
    const framework::Variable* variable = scope.FindVar(name);
    if (variable == nullptr || !variable->Is<framework::LoDTensor>()) {
      continue;
    }
    const auto& value = variable->Get<framework::LoDTensor>();
    if (!value.initialized()) continue;
    lines.push_back(absl::StrCat(name, " ", Checksum(value)));
  }
  return absl::StrJoin(lines, "\n");
}

}  // namespace

void CheckSameProgram(const GatherTexts& gather, const Program& program) {
  const std::string fingerprint = absl::StrCat(framework::Fingerprint(program));
  const Lines sums = gather(fingerprint);
  const int rank = FirstThatDiffers(sums);
  if (rank == 0) {
    // One that comes later repeats what the others have said.
    PADDLE_ENFORCE(sums.empty() || sums[0] == fingerprint, InvalidArgument,
                   "this trainer has another program than those with which "
                   "the others have begun: has the script changed?");
    return;
  }
  Lines own;
  for (const auto& step : ExchangesOf(program)) own.push_back(step.Text());
  const Lines all = gather(absl::StrJoin(own, "\n"));
  const Difference found =
      FirstDifference(LinesOf(all[0]), LinesOf(all[rank]), " at ");
  PADDLE_THROW(InvalidArgument, "trainers 0 and ", rank,
               " have different programs: trainer 0 exchanges ", found.one,
               ", trainer ", rank, " ", found.other);
}

void CheckSameValues(const GatherTexts& gather, const Program& program,
                     const Scope& scope) {
  const Lines sums = gather(ChecksumsOf(program, scope));
  const int rank = FirstThatDiffers(sums);
  if (rank == 0) return;
  const Difference found =
      FirstDifference(LinesOf(sums[0]), LinesOf(sums[rank]), "\n");
  PADDLE_THROW(FailedPrecondition, "trainers 0 and ", rank,
               " begin with different values of ",
               found.one.substr(0, found.one.rfind(' ')),
               ": they need the same seed, or the same file");
}

}  // namespace paddle::distributed
