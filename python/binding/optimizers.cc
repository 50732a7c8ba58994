// The optimizers.
#include "paddle/backward/optimizers.h"

#include <pybind11/functional.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include "paddle/backward/optimizer.h"
#include "paddle/python/binding/backward_arguments.h"
#include "paddle/python/binding/binding.h"

namespace paddle::python {
namespace {

namespace py = pybind11;
using backward::AdamSettings;
using backward::LearningRate;
using backward::Optimizer;
using backward::OptimizerOptions;
using layer::GradientClip;
using layer::Regularizer;
using layer::Variable;

// The documentation of a class, with an example of its use; `settings`: the
// arguments behind the learning rate that it does not do without.
std::string WithExample(const char* name, const char* doc,
                        const char* settings) {
  return absl::StrCat(
      doc,
      "\n\nExample:\n"
      "  >>> x = pd.layer.data(\"x\", [None, 4])\n"
      "  >>> loss = pd.layer.mean(pd.layer.fc(x, 1))\n"
      "  >>> optimizer = pd.optimizer.",
      name, "(0.01", settings,
      ")\n"
      "  >>> pairs = optimizer.minimize(loss)\n"
      "  >>> [parameter.shape for parameter, gradient in pairs]\n"
      "  [(4, 1), (1,)]");
}

// Binds a class by a function of the learning rate, what all optimizers take,
// and settings of its own, which `arguments` name behind the rate.
template <typename Class, typename... Settings, typename... Arguments>
void Bind(py::module_& module, const char* name, const char* doc,
          std::shared_ptr<Class> (*make)(LearningRate, OptimizerOptions,
                                         Settings...),
          const Arguments&... arguments) {
  const bool has_momentum = absl::string_view(name) == "Momentum";
  const std::string text =
      WithExample(name, doc, has_momentum ? ", momentum=0.9" : "");
  py::class_<Class, Optimizer, std::shared_ptr<Class>>(module, name,
                                                       text.c_str())
      .def(py::init([make](py::handle rate, Settings... settings,
                           const Regularizer* regularizer,
                           const GradientClip* clip) {
             return make(ToLearningRate(rate),
                         {Optional(regularizer), Optional(clip)},
                         std::move(settings)...);
           }),
           arguments..., py::arg("regularization") = py::none(),
           py::arg("grad_clip") = py::none());
}

// Class(rate, settings, options), as a function for Bind.
template <typename Class, typename Settings>
std::shared_ptr<Class> Make(LearningRate rate, Settings settings,
                            OptimizerOptions options) {
  return std::make_shared<Class>(std::move(rate), std::move(settings),
                                 std::move(options));
}

py::arg Rate() { return py::arg("learning_rate"); }
py::arg_v Lazy() { return py::arg("lazy_mode") = false; }

// Binds a class whose settings are those of Adam alone.
template <typename Class>
void BindLikeAdam(py::module_& module, const char* name, const char* doc) {
  Bind(
      module, name, doc,
      +[](LearningRate rate, OptimizerOptions options, double beta1,
          double beta2, double epsilon, bool lazy) {
        return Make<Class>(std::move(rate),
                           AdamSettings{beta1, beta2, epsilon, lazy},
                           std::move(options));
      },
      py::arg("learning_rate") = 0.001, py::arg("beta1") = 0.9,
      py::arg("beta2") = 0.999, py::arg("epsilon") = 1e-8, Lazy());
}

void BindMomenta(py::module_& module) {
  Bind(
      module, "SGD", "param -= rate * grad",
      +[](LearningRate rate, OptimizerOptions options) {
        return std::make_shared<backward::SGDOptimizer>(std::move(rate),
                                                        std::move(options));
      },
      Rate());
  Bind(
      module, "Momentum",
      "velocity = momentum * velocity + grad; param -= rate * velocity, or "
      "rate * (grad + momentum * velocity) with use_nesterov.",
      +[](LearningRate rate, OptimizerOptions options, double momentum,
          bool use_nesterov) {
        return std::make_shared<backward::MomentumOptimizer>(
            std::move(rate), momentum, use_nesterov, std::move(options));
      },
      Rate(), py::arg("momentum"), py::arg("use_nesterov") = false);
}

void BindAdamFamily(py::module_& module) {
  BindLikeAdam<backward::AdamOptimizer>(
      module, "Adam",
      "Kingma and Ba 2015, algorithm 1: param -= rate * m / (sqrt(v) + "
      "epsilon) with m and v freed of their bias. lazy_mode: rows without "
      "gradient of a sparse embedding stay as they are.");
  BindLikeAdam<backward::AdamaxOptimizer>(
      module, "Adamax",
      "Kingma and Ba 2015, section 7.1: param -= rate / (1 - beta1^t) * m / "
      "norm with norm = max(beta2 * norm, |grad| + epsilon).");
  Bind(
      module, "AdamW",
      "Loshchilov and Hutter 2019: param *= 1 - rate * weight_decay, then a "
      "step of Adam. decay_if(param) says which parameters decay, by default "
      "all but those whose own regularizer is pd.regularizer.NoRegularizer().",
      +[](LearningRate rate, OptimizerOptions options, double decay,
          double beta1, double beta2, double epsilon, bool lazy,
          std::function<bool(const Variable&)> decays) {
        return Make<backward::AdamWOptimizer>(
            std::move(rate),
            backward::AdamWSettings{
                {beta1, beta2, epsilon, lazy}, decay, std::move(decays)},
            std::move(options));
      },
      py::arg("learning_rate") = 0.001, py::arg("weight_decay") = 0.01,
      py::arg("beta1") = 0.9, py::arg("beta2") = 0.999,
      py::arg("epsilon") = 1e-8, Lazy(), py::arg("decay_if") = py::none());
  Bind(
      module, "NAdam",
      "Adam with Nesterov's look-ahead (Dozat 2016); the momentum beta1 * (1 - "
      "0.96^(t * momentum_decay) / 2) warms up.",
      +[](LearningRate rate, OptimizerOptions options, double decay,
          double beta1, double beta2, double epsilon, bool lazy) {
        return Make<backward::NAdamOptimizer>(
            std::move(rate),
            backward::NAdamSettings{{beta1, beta2, epsilon, lazy}, decay},
            std::move(options));
      },
      py::arg("learning_rate") = 0.002, py::arg("momentum_decay") = 0.004,
      py::arg("beta1") = 0.9, py::arg("beta2") = 0.999,
      py::arg("epsilon") = 1e-8, Lazy());
  BindLikeAdam<backward::RAdamOptimizer>(
      module, "RAdam",
      "Adam with a rectified variance (Liu et al. 2020): momentum alone as "
      "long as the variance of the rate is unknown.");
  Bind(
      module, "Lamb",
      "For large batches (You et al. 2020): the direction of Adam with weight "
      "decay, scaled for each parameter to rate * |param|.",
      +[](LearningRate rate, OptimizerOptions options, double decay,
          double beta1, double beta2, double epsilon) {
        return Make<backward::LambOptimizer>(
            std::move(rate),
            backward::LambSettings{decay, beta1, beta2, epsilon},
            std::move(options));
      },
      py::arg("learning_rate") = 0.001, py::arg("weight_decay") = 0.01,
      py::arg("beta1") = 0.9, py::arg("beta2") = 0.999,
      py::arg("epsilon") = 1e-6);
}

void BindAdaptive(py::module_& module) {
  Bind(
      module, "Adagrad",
      "Duchi et al. 2011: moment += grad^2; param -= rate * grad / "
      "(sqrt(moment) + epsilon).",
      +[](LearningRate rate, OptimizerOptions options, double epsilon,
          double initial) {
        return Make<backward::AdagradOptimizer>(
            std::move(rate), backward::AdagradSettings{epsilon, initial},
            std::move(options));
      },
      Rate(), py::arg("epsilon") = 1e-6,
      py::arg("initial_accumulator_value") = 0.0);
  Bind(
      module, "DecayedAdagrad",
      "Adagrad with moment = decay * moment + (1 - decay) * grad^2.",
      +[](LearningRate rate, OptimizerOptions options, double decay,
          double epsilon, bool lazy) {
        return Make<backward::DecayedAdagradOptimizer>(
            std::move(rate),
            backward::DecayedAdagradSettings{decay, epsilon, lazy},
            std::move(options));
      },
      Rate(), py::arg("decay") = 0.95, py::arg("epsilon") = 1e-6, Lazy());
  Bind(
      module, "Adadelta",
      "Zeiler 2012: param -= rate * grad * sqrt((updates + epsilon) / (squares "
      "+ epsilon)), running means of squared gradients and updates. The paper "
      "has a rate of 1.",
      +[](LearningRate rate, OptimizerOptions options, double rho,
          double epsilon, bool lazy) {
        return Make<backward::AdadeltaOptimizer>(
            std::move(rate), backward::AdadeltaSettings{rho, epsilon, lazy},
            std::move(options));
      },
      py::arg("learning_rate") = 1.0, py::arg("rho") = 0.95,
      py::arg("epsilon") = 1e-6, Lazy());
  Bind(
      module, "RMSProp",
      "Tieleman and Hinton 2012: squares = rho * squares + (1 - rho) * grad^2; "
      "velocity = momentum * velocity + grad / (sqrt(squares) + epsilon); "
      "param -= rate * velocity. centered (Graves 2013): the root is that of "
      "the variance.",
      +[](LearningRate rate, OptimizerOptions options, double rho,
          double epsilon, double momentum, bool centered, bool lazy) {
        return Make<backward::RMSPropOptimizer>(
            std::move(rate),
            backward::RMSPropSettings{rho, epsilon, momentum, centered, lazy},
            std::move(options));
      },
      Rate(), py::arg("rho") = 0.95, py::arg("epsilon") = 1e-6,
      py::arg("momentum") = 0.0, py::arg("centered") = false, Lazy());
  Bind(
      module, "Ftrl",
      "McMahan et al. 2013: follows the regularized leader; l1 makes "
      "parameters sparse. What the parameters were at first is forgotten.",
      +[](LearningRate rate, OptimizerOptions options, double l1, double l2,
          double lr_power, double initial, bool lazy) {
        return Make<backward::FtrlOptimizer>(
            std::move(rate),
            backward::FtrlSettings{l1, l2, lr_power, initial, lazy},
            std::move(options));
      },
      Rate(), py::arg("l1") = 0.0, py::arg("l2") = 0.0,
      py::arg("lr_power") = -0.5, py::arg("initial_accumulator_value") = 0.0,
      Lazy());
  Bind(
      module, "ProximalGD",
      "Duchi and Singer 2009: q = param - rate * grad; param = sign(q) * "
      "max(|q| - rate * l1, 0) / (1 + rate * l2).",
      +[](LearningRate rate, OptimizerOptions options, double l1, double l2,
          bool lazy) {
        return Make<backward::ProximalGDOptimizer>(
            std::move(rate), backward::ProximalSettings{l1, l2, lazy},
            std::move(options));
      },
      Rate(), py::arg("l1") = 0.0, py::arg("l2") = 0.0, Lazy());
  Bind(
      module, "ProximalAdagrad",
      "ProximalGD with grad / sqrt(moment), moment += grad^2, for grad.",
      +[](LearningRate rate, OptimizerOptions options, double l1, double l2,
          bool lazy) {
        return Make<backward::ProximalAdagradOptimizer>(
            std::move(rate), backward::ProximalSettings{l1, l2, lazy},
            std::move(options));
      },
      Rate(), py::arg("l1") = 0.0, py::arg("l2") = 0.0, Lazy());
}

}  // namespace

void BindOptimizers(py::module_& module) {
  BindMomenta(module);
  BindAdamFamily(module);
  BindAdaptive(module);
}

}  // namespace paddle::python
