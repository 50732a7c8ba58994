// Saves programs with their parameters and loads them without the code that
// made them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/serialization.h"

namespace paddle::framework {

// Returns the persistable variables of the global block in its order:
// parameters, running statistics, the state of optimizers.
std::vector<std::string> PersistableNames(const Program& program);

// Writes the values of variables to one file (tensor/FORMAT.md), as they are
// between two runs: it holds the locks of the scope and its parents for
// reading. Throws FailedPrecondition, naming it, for a variable without value.
// On any failure the file is unchanged.
void SaveVariables(const std::string& path,
                   const std::vector<std::string>& names, const Scope& scope);

// Sets the variables `names` of `program` in `scope` from a file, holding the
// scope's lock for writing, so that no run sees only some of them. Other
// entries of the file are ignored. All or nothing: throws DataLoss if the file
// is damaged, NotFound if it lacks a variable, and InvalidArgument, with both
// shapes, if one does not fit its description.
void LoadVariables(const std::string& path, const Program& program,
                   const std::vector<std::string>& names, Scope* scope,
                   const LoadOptions& options = {});
// As above, from files that each hold some of the variables.
void LoadVariables(const std::vector<std::string>& paths,
                   const Program& program,
                   const std::vector<std::string>& names, Scope* scope,
                   const LoadOptions& options = {});
// As above, from the bytes of such a file; messages call them `source`.
void ParseVariables(absl::string_view bytes, const std::string& source,
                    const Program& program,
                    const std::vector<std::string>& names, Scope* scope);

// Returns the part of a program that computes `fetches` from `feeds`, in test
// mode, whose desc() names both. Throws NotFound for an unknown feed or fetch.
std::shared_ptr<Program> InferencePart(const Program& program,
                                       const std::vector<std::string>& feeds,
                                       const std::vector<std::string>& fetches);

// Writes the InferencePart of a program to the files `program` and `parameters`
// of a folder, with checksums in `manifest` (platform/manifest.h). The folder
// appears completely or not at all; an existing model is replaced in one step.
// Throws FailedPrecondition for a folder with other files in it, Unavailable if
// the name is not a folder's, InvalidArgument for a name with a zero byte,
// NotFound for an unknown feed or fetch, and the errors of SaveVariables.
void SaveInferenceModel(const std::string& folder, const Program& program,
                        const std::vector<std::string>& feeds,
                        const std::vector<std::string>& fetches,
                        const Scope& scope);

// Writes all of `program` in the same way, with every persistable variable:
// whoever loads it trains on.
void SaveModel(const std::string& folder, const Program& program,
               const Scope& scope);

// Returns the program, whose desc() names feeds and fetches, and sets its
// parameters in `scope`. All or nothing. Throws the errors of CheckManifest,
// ReadProgramFile, Program::Parse and LoadVariables, naming the file. A folder
// without a manifest, as versions before 0.1.1 wrote it, is checked against the
// checksums inside the two files, which cannot tell whether they belong
// together.
std::shared_ptr<Program> LoadInferenceModel(const std::string& folder,
                                            const SchemaSource& schemas,
                                            Scope* scope,
                                            const LoadOptions& options = {});

}  // namespace paddle::framework
