#include "paddle/framework/io/inference_model.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/optional.h"

#include "paddle/framework/io/folder_writer.h"
#include "paddle/framework/ir/program_file.h"
#include "paddle/framework/ir/prune.h"
#include "paddle/framework/ir/var_dims.h"
#include "paddle/framework/scope/scope_locks.h"
#include "paddle/framework/tensor/lod_tensor.h"
#include "paddle/framework/tensor/plain_bools.h"
#include "paddle/framework/tensor/selected_rows.h"
#include "paddle/framework/tensor/serialization.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/framework/types/dims.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/file.h"
#include "paddle/platform/manifest.h"

namespace paddle::framework {
namespace {

namespace fs = std::filesystem;

constexpr char kProgramFile[] = "program";
constexpr char kParameterFile[] = "parameters";
constexpr std::array<absl::string_view, 3> kFiles = {
    kProgramFile, kParameterFile, platform::kManifestFile};

using StoredValue = NamedTensors::mapped_type;

std::string Described(const Dims& dims, int dtype) {
  return absl::StrCat(dims.ToString(), " ",
                      DataTypeName(DataTypeFromNumber(dtype)));
}

const Tensor& ElementsOf(const StoredValue& stored) {
  const auto* rows = std::get_if<SelectedRows>(&stored);
  return rows != nullptr ? rows->value() : std::get<LoDTensor>(stored);
}

void CheckKind(const std::string& path, const proto::VarDesc& var,
               const StoredValue& stored) {
  const bool rows = var.kind() == proto::SELECTED_ROWS;
  PADDLE_ENFORCE(std::holds_alternative<SelectedRows>(stored) == rows,
                 InvalidArgument, "variable ", var.name(), " is ",
                 rows ? "selected rows" : "a tensor", ", but ", path, " holds ",
                 rows ? "a tensor" : "selected rows");
}

void CheckFits(const std::string& path, const proto::VarDesc& var,
               const StoredValue& stored) {
  CheckKind(path, var, stored);
  const auto* rows = std::get_if<SelectedRows>(&stored);
  const Tensor& elements = ElementsOf(stored);
  const Dims dims = rows != nullptr ? rows->DenseDims() : elements.dims();
  const Dims wanted = DimsOf(var);
  const int dtype = static_cast<int>(elements.dtype());
  PADDLE_ENFORCE(wanted == dims && dtype == var.dtype(), InvalidArgument,
                 "variable ", var.name(), " is ",
                 Described(wanted, var.dtype()), ", but ", path,
                 " holds it as ", Described(dims, dtype));
}

// The values of a file.
struct FileValues {
  std::string path;
  NamedTensors values;
};

// Returns the value of a variable from the file that holds it.
const StoredValue& ValueIn(const std::vector<FileValues>& files,
                           const proto::VarDesc& var) {
  for (const auto& [path, values] : files) {
    const auto found = values.find(var.name());
    if (found == values.end()) continue;
    CheckFits(path, var, found->second);
    return found->second;
  }
  const std::string last = files.empty() ? "no file" : files.back().path;
  PADDLE_THROW(NotFound, last, " does not hold variable ", var.name(),
               files.size() > 1 ? ", and neither do the files before it" : "");
}

// Sets a variable to a value of its kind.
void SetValue(const StoredValue& value, Variable* variable) {
  if (const auto* rows = std::get_if<SelectedRows>(&value)) {
    *variable->GetMutable<SelectedRows>() = *rows;
    return;
  }
  const auto& tensor = std::get<LoDTensor>(value);
  // Bools of a file made elsewhere may have other bytes than 0 and 1.
  *variable->GetMutable<LoDTensor>() =
      LoDTensor(PlainBools(tensor), tensor.lod());
}

// Files are read without the lock, so that runs wait only for the assignment.
void SetVariables(const std::vector<FileValues>& files, const Program& program,
                  const std::vector<std::string>& names, Scope* scope) {
  // All values are checked before the first is set.
  std::vector<const StoredValue*> checked;
  for (const std::string& name : names) {
    checked.push_back(&ValueIn(files, program.global_block().GetVar(name)));
  }
  ScopeLocks locks = ScopeLocks::One(*scope, ScopeAccess::kWrite);
  locks.Lock();
  for (size_t i = 0; i < names.size(); ++i) {
    SetValue(*checked[i], scope->Var(names[i]));
  }
}

// Returns nothing for a variable without elements.
absl::optional<StoredValue> ValueOf(const Variable& variable) {
  absl::optional<StoredValue> value;
  if (variable.Is<LoDTensor>()) value = variable.Get<LoDTensor>();
  if (variable.Is<SelectedRows>()) value = variable.Get<SelectedRows>();
  if (value.has_value() && !ElementsOf(*value).initialized()) value.reset();
  return value;
}

bool Exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// An existing folder will be replaced and removed, so it must hold nothing
// else.
void CheckReplaceable(const std::string& folder) {
  if (!Exists(folder)) return;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename();
    // Files of an older model may be replaced; any other file is the user's.
    PADDLE_ENFORCE(
        std::find(kFiles.begin(), kFiles.end(), name) != kFiles.end(),
        FailedPrecondition, folder, " holds ", name,
        "; a model needs a folder of its own");
  }
  PADDLE_ENFORCE(!error, Unavailable, folder,
                 " is not a folder that can be read: ", error.message());
}

// Returns the folder itself, or the one that a link of this name leads to.
std::string TargetOf(std::string folder) {
  platform::CheckFileName(folder);
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  std::error_code error;
  if (!fs::is_symlink(folder, error)) return folder;
  const fs::path target = fs::canonical(folder, error);
  PADDLE_ENFORCE(!error, Unavailable, "cannot write ", folder, ": ",
                 error.message());
  return target;
}

}  // namespace

std::vector<std::string> PersistableNames(const Program& program) {
  std::vector<std::string> names;
  for (const proto::VarDesc& var : program.global_block().desc().vars()) {
    if (var.persistable()) names.push_back(var.name());
  }
  return names;
}

void SaveVariables(const std::string& path,
                   const std::vector<std::string>& names, const Scope& scope) {
  ScopeLocks locks =
      ScopeLocks::Chain(scope, ScopeAccess::kRead, ScopeAccess::kRead);
  // held until the file is written, so that nobody updates the values
  locks.Lock();
  NamedTensors values;
  for (const std::string& name : names) {
    const Variable* variable = scope.FindVar(name);
    auto value = variable == nullptr ? absl::nullopt : ValueOf(*variable);
    // Checked before anything is written, so that a failure leaves no file.
    PADDLE_ENFORCE(value.has_value(), FailedPrecondition, "variable ", name,
                   " has no value to save; has the startup program been run?");
    values.emplace(name, *std::move(value));
  }
  SaveTensors(path, values);
}

void LoadVariables(const std::string& path, const Program& program,
                   const std::vector<std::string>& names, Scope* scope,
                   const LoadOptions& options) {
  LoadVariables(std::vector<std::string>{path}, program, names, scope, options);
}

void LoadVariables(const std::vector<std::string>& paths,
                   const Program& program,
                   const std::vector<std::string>& names, Scope* scope,
                   const LoadOptions& options) {
  std::vector<FileValues> files;
  for (const std::string& path : paths) {
    files.push_back({path, LoadTensors(path, options)});
  }
  SetVariables(files, program, names, scope);
}

void ParseVariables(absl::string_view bytes, const std::string& source,
                    const Program& program,
                    const std::vector<std::string>& names, Scope* scope) {
  SetVariables({{source, ParseTensors(bytes, source)}}, program, names, scope);
}

std::shared_ptr<Program> InferencePart(
    const Program& program, const std::vector<std::string>& feeds,
    const std::vector<std::string>& fetches) {
  // The order matters: without backward and optimizer the pruned part is
  // smaller, and feeds may then cut what remains.
  auto part = Prune(*program.InferenceClone(), 0, feeds, fetches);
  proto::ProgramDesc* desc = part->mutable_desc();
  *desc->mutable_feeds() = {feeds.begin(), feeds.end()};
  *desc->mutable_fetches() = {fetches.begin(), fetches.end()};
  part->Changed();
  return part;
}

void SaveInferenceModel(const std::string& folder, const Program& program,
                        const std::vector<std::string>& feeds,
                        const std::vector<std::string>& fetches,
                        const Scope& scope) {
  SaveModel(folder, *InferencePart(program, feeds, fetches), scope);
}

void SaveModel(const std::string& folder, const Program& program,
               const Scope& scope) {
  const std::string target = TargetOf(folder);
  CheckReplaceable(target);
  const FolderWriter writer(target);
  // The manifest comes last: a folder that has one is complete.
  SaveVariables(writer.File(kParameterFile), PersistableNames(program), scope);
  platform::AtomicWriteFile(writer.File(kProgramFile), program.Serialize());
  platform::WriteManifest(writer.path());
  writer.TakeName(target);
}

std::shared_ptr<Program> LoadInferenceModel(const std::string& folder,
                                            const SchemaSource& schemas,
                                            Scope* scope,
                                            const LoadOptions& options) {
  // Versions before 0.1.1 wrote no manifest; their files have checksums of
  // their own.
  if (platform::HasManifest(folder)) platform::CheckManifest(folder);
  const std::string path = absl::StrCat(folder, "/", kProgramFile);
  const std::string bytes = ReadProgramFile(path);
  std::shared_ptr<Program> program;
  try {
    program = Program::Parse(schemas, bytes);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in ", path));
    throw;
  }
  LoadVariables(absl::StrCat(folder, "/", kParameterFile), *program,
                PersistableNames(*program), scope, options);
  return program;
}

}  // namespace paddle::framework
