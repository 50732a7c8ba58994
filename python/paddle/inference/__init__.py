"""Saved models, computed: pd.Predictor, and what it is made of.

    predictor  pd.Predictor: a model that takes arrays and returns arrays
    model      loads a folder or an ONNX file, and says what it takes and gives
    precision  the same model in bfloat16 or with 8-bit integers
"""
