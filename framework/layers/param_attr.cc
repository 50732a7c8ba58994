#include "paddle/framework/layers/param_attr.h"

#include <cmath>
#include <utility>

#include "paddle/platform/enforce.h"

namespace paddle::layer {

namespace {

Regularizer MakeRegularizer(Regularizer::Kind kind, double coefficient) {
  // A negative decay would make weights grow without bound.
  PADDLE_ENFORCE(std::isfinite(coefficient) && coefficient >= 0,
                 InvalidArgument, "a decay is finite and at least 0, not ",
                 coefficient);
  Regularizer regularizer;
  regularizer.set_kind(kind);
  regularizer.set_coefficient(coefficient);
  return regularizer;
}

GradientClip MakeNormClip(GradientClip::Kind kind, double norm) {
  PADDLE_ENFORCE_GT(norm, 0.0, "the norm to clip a gradient to");
  GradientClip clip;
  clip.set_kind(kind);
  clip.set_norm(norm);
  return clip;
}

}  // namespace

Regularizer NoRegularizer() { return Regularizer(); }

Regularizer L1Decay(double coefficient) {
  return MakeRegularizer(Regularizer::L1, coefficient);
}

Regularizer L2Decay(double coefficient) {
  return MakeRegularizer(Regularizer::L2, coefficient);
}

GradientClip NoClip() { return GradientClip(); }

GradientClip ClipByValue(double min, double max) {
  PADDLE_ENFORCE_LE(min, max, "the bounds to clip a gradient to");
  GradientClip clip;
  clip.set_kind(GradientClip::VALUE);
  clip.set_min(min);
  clip.set_max(max);
  return clip;
}

GradientClip ClipByNorm(double norm) {
  return MakeNormClip(GradientClip::NORM, norm);
}

GradientClip ClipByGlobalNorm(double norm, std::string group) {
  GradientClip clip = MakeNormClip(GradientClip::GLOBAL_NORM, norm);
  clip.set_group(std::move(group));
  return clip;
}

}  // namespace paddle::layer
