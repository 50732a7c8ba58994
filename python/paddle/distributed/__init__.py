"""Programs on several processes. `import paddle` does not load it."""
