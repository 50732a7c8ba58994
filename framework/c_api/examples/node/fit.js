// Trains a saved model and saves what it has learnt: fit.js MODEL LOSS
// PREDICTION FITTED.
'use strict';

const path = require('path');
const paddle = require(
    path.resolve(process.env.PADDLE_NODE || 'paddle.node'));

function fit(folder, loss, prediction, fitted) {
  const model = paddle.load(folder);
  const x = paddle.tensor(Float32Array.of(-1, 0, 1, 2), [4, 1]);
  const y = paddle.tensor(Float32Array.of(-1, 1, 3, 5), [4, 1]);
  const losses = [];
  for (let step = 0; step < 200; ++step) {
    losses.push(paddle.run(model, {x, y}, loss)[0]);
  }
  console.log(`learnt: ${losses[199] < losses[0] / 100 ? 1 : 0}`);
  paddle.saveInference(model, fitted, 'x', prediction);
  const values = paddle.evaluate(paddle.load(fitted), {x}, prediction);
  console.log(`at 2: ${values[3].toFixed(4)}`);
}

if (process.argv.length !== 6) {
  console.error('usage: fit.js MODEL LOSS PREDICTION FITTED');
  process.exit(2);
}
try {
  fit(...process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
