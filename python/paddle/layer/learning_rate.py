"""Schedules of learning rates by their older names; see pd.schedule."""

from ..schedule import exponential as exponential_decay
from ..schedule import inverse_time as inverse_time_decay
from ..schedule import natural_exp as natural_exp_decay
from ..schedule import noam as noam_decay
from ..schedule import piecewise as piecewise_decay
from ..schedule import polynomial as polynomial_decay

__all__ = ["exponential_decay", "inverse_time_decay", "natural_exp_decay",
           "noam_decay", "piecewise_decay", "polynomial_decay"]
