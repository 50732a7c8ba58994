// Includes all of the C++ front end.
//
//   namespace pd = paddle;
//   pd::layer::Variable x = pd::layer::data("x", {-1, 13});
//   pd::layer::Variable y = pd::layer::data("y", {-1, 1});
//   pd::layer::Variable cost = pd::layer::mean(
//       pd::layer::square_error_cost(pd::layer::fc(x, 1), y));
//
// Layers have the names of their Python counterparts.
#pragma once

#include "paddle/framework/layers/array_ops.h"
#include "paddle/framework/layers/attention.h"
#include "paddle/framework/layers/basic.h"
#include "paddle/framework/layers/bilinear.h"
#include "paddle/framework/layers/conv.h"
#include "paddle/framework/layers/if_else.h"
#include "paddle/framework/layers/indexing.h"
#include "paddle/framework/layers/initializer.h"
#include "paddle/framework/layers/literal.h"
#include "paddle/framework/layers/logical.h"
#include "paddle/framework/layers/loss.h"
#include "paddle/framework/layers/metric.h"
#include "paddle/framework/layers/nn.h"
#include "paddle/framework/layers/norm.h"
#include "paddle/framework/layers/op.h"
#include "paddle/framework/layers/operators.h"
#include "paddle/framework/layers/param_attr.h"
#include "paddle/framework/layers/parameter.h"
#include "paddle/framework/layers/program_guard.h"
#include "paddle/framework/layers/promotion.h"
#include "paddle/framework/layers/recurrent.h"
#include "paddle/framework/layers/rnn.h"
#include "paddle/framework/layers/search.h"
#include "paddle/framework/layers/sequences.h"
#include "paddle/framework/layers/structured.h"
#include "paddle/framework/layers/switch_case.h"
#include "paddle/framework/layers/tensor.h"
#include "paddle/framework/layers/tensor_array.h"
#include "paddle/framework/layers/variable.h"
#include "paddle/framework/layers/while_loop.h"
