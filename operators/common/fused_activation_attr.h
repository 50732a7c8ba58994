// The activation that operators apply to their own results, as they declare it.
#pragma once

#include <string>

#include "paddle/framework/registry/op_maker.h"

namespace paddle::operators {

// Declares the attribute "activation", "" by default: one of those that
// kernels::FusedActivation (operators/math/loops/fused_activation.h) has.
// `comment` says what it is applied to.
void AddFusedActivationAttr(
    framework::OpMaker* op,
    const std::string& comment =
        "Applied to the sum, as the operator of this name with the defaults of "
        "its attributes; \"\": none.");

}  // namespace paddle::operators
