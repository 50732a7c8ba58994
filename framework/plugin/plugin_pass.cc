#include "paddle/framework/plugin/plugin_pass.h"

#include <memory>
#include <utility>

#include "absl/strings/str_cat.h"

#include "paddle/framework/ir/framework.pb.h"
#include "paddle/framework/ir/program.h"
#include "paddle/framework/ir/verify.h"
#include "paddle/framework/plugin/declare.h"
#include "paddle/framework/plugin/op_declaration.h"
#include "paddle/framework/plugin/plugin_api.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

// A pass of a library, with the pointer that is passed to it.
struct PluginPass {
  PaddlePassFunction function = nullptr;
  void* data = nullptr;
};

// Returns the program that a pass has given, which comes from outside.
std::shared_ptr<const Program> ProgramOf(const PaddlePass& run,
                                         const SchemaSource& schemas) {
  proto::ProgramDesc desc;
  PADDLE_ENFORCE(desc.ParseFromString(run.result), InvalidArgument,
                 "what it gave is no ProgramDesc");
  const auto program = std::make_shared<Program>(schemas, std::move(desc));
  Verify(*program);
  return program;
}

std::shared_ptr<const Program> Run(
    const PluginPass& pass, const std::shared_ptr<const Program>& program,
    const PassContext& context) {
  PaddlePass run;
  run.program = program->desc().SerializeAsString();
  run.keep_all = context.keep_all;
  PaddleStatus status = PADDLE_OK;
  try {
    status = pass.function(&PluginApi(), &run, pass.data);
  } catch (...) {
    run.error.SetCurrent();
  }
  if (status != PADDLE_OK) run.error.Set(status, "it fails without a message");
  run.error.Rethrow();
  return run.changed ? ProgramOf(run, program->schemas()) : program;
}

PassStage StageOf(PaddlePassStage stage) {
  switch (stage) {
    case PADDLE_SIMPLIFY:
      return PassStage::kSimplify;
    case PADDLE_SHARE:
      return PassStage::kShare;
    case PADDLE_REWRITE:
      return PassStage::kRewrite;
    case PADDLE_ELIMINATE:
      return PassStage::kEliminate;
  }
  PADDLE_THROW(InvalidArgument, "the stage of a pass is ", stage,
               "; it must be one of PADDLE_SIMPLIFY to PADDLE_ELIMINATE, ",
               PADDLE_SIMPLIFY, " to ", PADDLE_ELIMINATE);
}

PassLevel LevelOf(int32_t level) {
  PADDLE_ENFORCE(level == kExact || level == kReassociates, InvalidArgument,
                 "the level of a pass is ", level, "; it must be 1 or 2");
  return static_cast<PassLevel>(level);
}

void AddPass(PaddleLibrary* library, PassInfo info, const PluginPass& pass) {
  PADDLE_ENFORCE(library->begun, FailedPrecondition,
                 "the library declares a pass before it called begin: define "
                 "its entry with PADDLE_OP_LIBRARY");
  PADDLE_ENFORCE(pass.function != nullptr, InvalidArgument,
                 "the function of pass ", info.name, " is NULL");
  PADDLE_ENFORCE(info.version >= 1, InvalidArgument, "the version of pass ",
                 info.name, " is ", info.version, "; it must be at least 1");
  info.file = library->name;
  info.run = [pass](const std::shared_ptr<const Program>& program,
                    const PassContext& context) {
    return Run(pass, program, context);
  };
  library->passes.push_back(std::move(info));
}

void SetDeclaration(PaddleApi* api) {
  api->add_pass = [](PaddleLibrary* library, const char* name,
                     const char* description, int32_t version, int32_t level,
                     PaddlePassStage stage, PaddlePassFunction function,
                     void* data) {
    Guarded(library, [&] {
      PassInfo info;
      info.name = WordOf(name, "the name of a pass");
      info.description = CommentOf(description, info.name);
      info.version = version;
      info.level = LevelOf(level);
      info.stage = StageOf(stage);
      AddPass(library, std::move(info), {function, data});
    });
  };
}

}  // namespace

void SetPassFunctions(PaddleApi* api) {
  SetDeclaration(api);
  api->pass_status = [](const PaddlePass* pass) {
    return pass == nullptr ? PADDLE_INTERNAL : pass->error.status();
  };
  api->fail_pass = [](PaddlePass* pass, PaddleStatus status,
                      const char* message) {
    Guarded(pass, [&] { pass->error.Set(status, message); });
    return pass == nullptr ? PADDLE_INTERNAL : pass->error.status();
  };
  api->pass_program = [](PaddlePass* pass, size_t* size) {
    return Guarded(pass, [&]() -> const void* {
      PADDLE_ENFORCE(size != nullptr, InvalidArgument, "size is NULL");
      *size = pass->program.size();
      return pass->program.data();
    });
  };
  api->pass_keeps_all = [](PaddlePass* pass) -> int32_t {
    return Guarded(pass, [&] { return pass->keep_all ? 1 : 0; });
  };
  api->set_program = [](PaddlePass* pass, const void* bytes, size_t size) {
    Guarded(pass, [&] {
      PADDLE_ENFORCE(bytes != nullptr || size == 0, InvalidArgument,
                     "the program is NULL");
      pass->result.assign(static_cast<const char*>(bytes), size);
      pass->changed = true;
    });
  };
}

}  // namespace paddle::framework
