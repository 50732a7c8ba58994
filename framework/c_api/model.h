// The models that callers have handles of: a program, its values, and what runs
// it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paddle/framework/c_api/paddle.h"
#include "paddle/framework/executor/executor.h"
#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/framework/tensor/lod_tensor.h"

namespace paddle::c_api {

// A loaded model, immutable but for its values. Thread safe.
class Model {
 public:
  using Names = std::vector<std::string>;

  // Takes over a program with its values in `scope`. Throws InvalidArgument for
  // options that are none, and for a data type that a model that trains cannot
  // have.
  Model(std::shared_ptr<const framework::Program> program,
        std::shared_ptr<framework::Scope> scope,
        const PaddleLoadOptions& options);

  // The program as it was saved.
  const framework::Program& program() const { return *program_; }
  framework::Scope* scope() const { return scope_.get(); }
  const Names& feeds() const { return feeds_; }
  const Names& fetches() const { return fetches_; }
  const Names& persistables() const { return persistables_; }

  // Returns the i-th of such names. Throws OutOfRange, naming `what`.
  static const std::string& NameAt(const Names& names, int64_t i,
                                   const char* what);
  // Returns the variable of the global block, or throws NotFound.
  const framework::proto::VarDesc& Variable(const std::string& name) const;

  // Runs or evaluates the model; throws what the executor throws, and
  // Unimplemented for a fetch of rows.
  std::vector<framework::LoDTensor> Run(const framework::Feeds& feeds,
                                        const Names& fetches,
                                        framework::RunMode mode) const;
  // Runs another program on the values.
  void Initialize(const std::shared_ptr<const framework::Program>& startup);

  // Return a copy of a persistable value, and replace it by a copy of one of
  // the same dims and data type. NotFound, FailedPrecondition or
  // InvalidArgument if that cannot be.
  framework::LoDTensor Get(const std::string& name) const;
  void Set(const std::string& name, const framework::LoDTensor& value);

 private:
  const std::shared_ptr<const framework::Program> program_;
  const std::shared_ptr<framework::Scope> scope_;
  // Runs: the program in other numbers, if options say so.
  const std::shared_ptr<const framework::Program> run_;
  const std::unique_ptr<framework::Executor> executor_;
  Names feeds_;
  Names fetches_;
  Names persistables_;
};

// Returns a program of bytes. Throws what Program::Parse throws; messages call
// them `what`.
std::shared_ptr<const framework::Program> ParseProgram(const std::string& bytes,
                                                       const char* what);

// Load a model. Throw what framework/io and framework/interchange/onnx throw.
std::shared_ptr<Model> LoadFolder(const std::string& folder,
                                  const PaddleLoadOptions& options);
std::shared_ptr<Model> LoadBytes(const std::string& program,
                                 const std::string* parameters,
                                 const PaddleLoadOptions& options);
std::shared_ptr<Model> LoadOnnxFile(const std::string& path,
                                    const PaddleLoadOptions& options);

}  // namespace paddle::c_api
