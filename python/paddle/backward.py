"""Differentiation of programs."""

from .core import append_backward, gradients

__all__ = ["append_backward", "gradients"]
