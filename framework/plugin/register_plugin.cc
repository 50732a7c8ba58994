#include "paddle/framework/plugin/register_plugin.h"

#include <memory>
#include <mutex>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/executor/kernel_table.h"
#include "paddle/framework/passes/pass.h"
#include "paddle/framework/plugin/op_declaration.h"
#include "paddle/framework/plugin/plugin_api.h"
#include "paddle/framework/plugin/plugin_op.h"
#include "paddle/framework/registry/op_info_map.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

void CheckNew(const std::vector<NewOp>& ops) {
  std::set<std::string> types;
  // All are checked before any is inserted: a library is registered as a whole.
  for (const NewOp& op : ops) {
    PADDLE_ENFORCE(types.insert(op.type).second, AlreadyExists,
                   "the library declares operator ", op.type, " twice");
    PADDLE_ENFORCE(OpInfoMap::Instance().FindInfo(op.type) == nullptr &&
                       !KernelTable::Instance().Has(op.type),
                   AlreadyExists, "there is an operator ", op.type, " already");
  }
}

void CheckNew(const std::vector<PassInfo>& passes) {
  std::set<std::string> names;
  for (const PassInfo& pass : passes) {
    PADDLE_ENFORCE(names.insert(pass.name).second, AlreadyExists,
                   "the library declares pass ", pass.name, " twice");
    PADDLE_ENFORCE(PassRegistry::Instance().Find(pass.name) == nullptr,
                   AlreadyExists, "there is a pass ", pass.name, " already");
  }
}

// Kernels come first, because an operator may be run as soon as it is known.
void Insert(std::vector<NewOp> ops) {
  for (const NewOp& op : ops) {
    for (const DeclaredKernel& kernel : op.kernels) {
      const PluginFunction function = kernel.function;
      KernelTable::Instance().Insert(
          op.type.c_str(), KernelKey{platform::PlaceKind::kCPU, kernel.dtype},
          [function](const OpArguments& arguments) {
            return std::make_unique<PluginKernel>(arguments, function);
          });
    }
  }
  for (NewOp& op : ops) {
    OpInfoMap::Instance().Insert(op.type, std::move(op.info));
  }
}

std::mutex& RegistrationMutex() {
  static std::mutex& mutex = *new std::mutex;
  // Never destroyed, like the tables it guards.
  return mutex;
}

std::vector<std::string> Register(PaddleEntry entry, PaddleLibrary* library) {
  PaddleStatus status = PADDLE_OK;
  try {
    status = entry(&PluginApi(), library);
  } catch (...) {
    library->error.SetCurrent();
  }
  if (status != PADDLE_OK) {
    library->error.Set(status, "it fails without a message");
  }
  library->error.Rethrow();
  // The declarations are turned into operators only after the entry function
  // has returned without error.
  std::vector<NewOp> ops;
  std::vector<std::string> types;
  for (const PaddleOp& op : library->ops) {
    MakeOps(op, &ops);
    types.push_back(op.proto.type);
  }
  PADDLE_ENFORCE(!ops.empty() || !library->passes.empty(), InvalidArgument,
                 "it declares no operator and no pass");
  CheckNew(ops);
  CheckNew(library->passes);
  // First, since they alone may still be refused: by one that was registered
  // meanwhile.
  for (PassInfo& pass : library->passes) {
    PassRegistry::Instance().Insert(std::move(pass));
  }
  Insert(std::move(ops));
  return types;
}

}  // namespace

std::vector<std::string> RegisterPlugin(PaddleEntry entry,
                                        const std::string& name) {
  std::lock_guard<std::mutex> lock(RegistrationMutex());
  PaddleLibrary library;
  library.name = name;
  try {
    return Register(entry, &library);
  } catch (platform::Error& error) {
    error.AddContext(absl::StrCat("in the library of operators ", name));
    throw;
  }
}

}  // namespace paddle::framework
