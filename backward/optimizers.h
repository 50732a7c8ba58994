// Optimizers beyond gradient descent, momentum and Adam. What a step computes
// stands at the operator of the same name (operators/optimizer). Settings out
// of range are InvalidArgument.
#pragma once

#include <functional>
#include <vector>

#include "paddle/backward/optimizer.h"

namespace paddle::backward {

struct AdagradSettings {
  double epsilon = 1e-6;
  double initial_accumulator = 0;
};
// Duchi et al. 2011.
class AdagradOptimizer : public OperatorOptimizer {
 public:
  explicit AdagradOptimizer(LearningRate learning_rate,
                            AdagradSettings settings = {},
                            OptimizerOptions options = {});
};

// `lazy_mode`, here and below: rows that a SelectedRows gradient does not have
// stay as they are.
struct DecayedAdagradSettings {
  double decay = 0.95;
  double epsilon = 1e-6;
  bool lazy_mode = false;
};
// Adagrad with a running mean instead of a sum.
class DecayedAdagradOptimizer : public OperatorOptimizer {
 public:
  explicit DecayedAdagradOptimizer(LearningRate learning_rate,
                                   DecayedAdagradSettings settings = {},
                                   OptimizerOptions options = {});
};

struct AdadeltaSettings {
  double rho = 0.95;
  double epsilon = 1e-6;
  bool lazy_mode = false;
};
// Zeiler 2012. The learning rate is a factor, which the paper does not have.
class AdadeltaOptimizer : public OperatorOptimizer {
 public:
  explicit AdadeltaOptimizer(LearningRate learning_rate = 1.0,
                             AdadeltaSettings settings = {},
                             OptimizerOptions options = {});
};

struct RMSPropSettings {
  double rho = 0.95;
  double epsilon = 1e-6;
  double momentum = 0;
  bool centered = false;  // scale by the deviation from the mean
  bool lazy_mode = false;
};
// Tieleman and Hinton 2012; centered, Graves 2013.
class RMSPropOptimizer : public OperatorOptimizer {
 public:
  explicit RMSPropOptimizer(LearningRate learning_rate,
                            RMSPropSettings settings = {},
                            OptimizerOptions options = {});

 private:
  static std::vector<State> States(bool centered);
};

// Kingma and Ba 2015, section 7.1.
class AdamaxOptimizer : public OperatorOptimizer {
 public:
  explicit AdamaxOptimizer(LearningRate learning_rate = 0.001,
                           AdamSettings settings = {},
                           OptimizerOptions options = {});
};

struct AdamWSettings : AdamSettings {
  double weight_decay = 0.01;
  // Which parameters decay; empty: all.
  std::function<bool(const layer::Variable& param)> decays;
};
// Loshchilov and Hutter 2019: param *= 1 - rate * weight_decay, then a step of
// Adam. A parameter whose own regularizer is NoRegularizer() does not decay.
class AdamWOptimizer : public OperatorOptimizer {
 public:
  explicit AdamWOptimizer(LearningRate learning_rate = 0.001,
                          AdamWSettings settings = {},
                          OptimizerOptions options = {});

 protected:
  framework::AttributeMap AttrsFor(const layer::Variable& param) const override;

 private:
  const std::function<bool(const layer::Variable& param)> decays_;
};

struct LambSettings {
  double weight_decay = 0.01;
  double beta1 = 0.9;
  double beta2 = 0.999;
  double epsilon = 1e-6;
};
// You et al. 2020.
class LambOptimizer : public OperatorOptimizer {
 public:
  explicit LambOptimizer(LearningRate learning_rate = 0.001,
                         LambSettings settings = {},
                         OptimizerOptions options = {});
};

struct NAdamSettings : AdamSettings {
  double momentum_decay = 0.004;
};
// Dozat 2016.
class NAdamOptimizer : public OperatorOptimizer {
 public:
  explicit NAdamOptimizer(LearningRate learning_rate = 0.002,
                          NAdamSettings settings = {},
                          OptimizerOptions options = {});
};

// Liu et al. 2020.
class RAdamOptimizer : public OperatorOptimizer {
 public:
  explicit RAdamOptimizer(LearningRate learning_rate = 0.001,
                          AdamSettings settings = {},
                          OptimizerOptions options = {});
};

struct FtrlSettings {
  double l1 = 0;
  double l2 = 0;
  double lr_power = -0.5;
  double initial_accumulator = 0;
  bool lazy_mode = false;
};
// McMahan et al. 2013. Where parameters begin does not matter: the first step
// forgets it.
class FtrlOptimizer : public OperatorOptimizer {
 public:
  explicit FtrlOptimizer(LearningRate learning_rate, FtrlSettings settings = {},
                         OptimizerOptions options = {});
};

struct ProximalSettings {
  double l1 = 0;
  double l2 = 0;
  bool lazy_mode = false;
};
// Duchi and Singer 2009.
class ProximalGDOptimizer : public OperatorOptimizer {
 public:
  explicit ProximalGDOptimizer(LearningRate learning_rate,
                               ProximalSettings settings = {},
                               OptimizerOptions options = {});
};
class ProximalAdagradOptimizer : public OperatorOptimizer {
 public:
  explicit ProximalAdagradOptimizer(LearningRate learning_rate,
                                    ProximalSettings settings = {},
                                    OptimizerOptions options = {});
};

}  // namespace paddle::backward
