// Programs and their parameters in files, to be used without what made them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/schema_source.h"
#include "paddle/framework/scope/scope.h"

namespace paddle::framework {

// The variables of the global block that outlive a run, in its order:
// parameters, running statistics, what optimizers keep.
std::vector<std::string> PersistableNames(const Program& program);

// Writes the values of variables to one file (tensor/FORMAT.md): those between
// two runs, since it holds the locks of the scope and its parents for reading.
// FailedPrecondition, naming it, for one without value; then, as on every
// failure, the file is what it was.
void SaveVariables(const std::string& path,
                   const std::vector<std::string>& names, const Scope& scope);

// Sets the variables `names` of `program` in `scope` from a file, alone in the
// scope: no run sees some of them. What else the file holds is left alone. All
// or nothing: DataLoss if the file is damaged, NotFound if one is missing in
// it, InvalidArgument, with both shapes, if one does not fit its description.
void LoadVariables(const std::string& path, const Program& program,
                   const std::vector<std::string>& names, Scope* scope);

// Writes the part of `program` that computes `fetches` from `feeds`, in test
// mode, to the files `program` and `parameters` of a folder, with their
// checksums in `manifest` (platform/manifest.h). The folder appears complete or
// not at all; one that holds a model is exchanged for the new one in one step.
// FailedPrecondition for a folder with other files in it; Unavailable for what
// is no folder; InvalidArgument for a name with a zero byte; NotFound for an
// unknown feed or fetch; and the errors of SaveVariables.
void SaveInferenceModel(const std::string& folder, const Program& program,
                        const std::vector<std::string>& feeds,
                        const std::vector<std::string>& fetches,
                        const Scope& scope);

// The program, whose desc() names feeds and fetches, with its parameters set in
// `scope`. All or nothing; the errors of CheckManifest, ReadProgramFile,
// Program::Parse and LoadVariables, naming the file. A folder without manifest,
// as versions before 0.1.1 have written, is held to the checksums that the two
// files have in them: that they belong together is not known then.
std::shared_ptr<Program> LoadInferenceModel(const std::string& folder,
                                            const SchemaSource& schemas,
                                            Scope* scope);

}  // namespace paddle::framework
