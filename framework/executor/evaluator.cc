#include "paddle/framework/executor/evaluator.h"

#include <memory>
#include <type_traits>

#include "paddle/framework/executor/executor.h"
#include "paddle/framework/scope/scope.h"
#include "paddle/platform/enforce.h"

namespace paddle::framework {

namespace {

Constant ToConstant(const LoDTensor& tensor) {
  Constant constant;
  constant.dtype = tensor.dtype();
  for (int64_t size : tensor.dims()) constant.dims.push_back(size);
  VisitDataType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* data = tensor.data<T>();
    if constexpr (std::is_same_v<T, int64_t>) {
      constant.int_values.assign(data, data + tensor.numel());
    } else {
      for (int64_t i = 0; i < tensor.numel(); ++i) {
        constant.values.push_back(static_cast<double>(data[i]));
      }
    }
  });
  return constant;
}

}  // namespace

Evaluator EvaluatorOn(platform::Place place) {
  return [place](const std::shared_ptr<const Program>& program,
                 const NameList& names) {
    const PreparedProgram prepared(program, {}, names, RunMode::kEval, place,
                                   ExecutorOptions());
    const auto scope = Scope::Create();
    std::vector<Constant> constants;
    for (const Fetched& value : prepared.Run({}, scope.get())) {
      PADDLE_ENFORCE(absl::holds_alternative<LoDTensor>(value), InvalidArgument,
                     "a constant is a dense tensor");
      constants.push_back(ToConstant(absl::get<LoDTensor>(value)));
    }
    return constants;
  };
}

}  // namespace paddle::framework
