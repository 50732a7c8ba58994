/** Trains a saved model and saves what it has learnt. */
public final class Fit {
  private Fit() {}

  public static void main(String[] args) {
    if (args.length != 4) {
      System.err.println("usage: Fit MODEL LOSS PREDICTION FITTED");
      System.exit(2);
    }
    try {
      fit(args[0], args[1], args[2], args[3]);
    } catch (RuntimeException error) {
      System.err.println(error.getMessage());
      System.exit(1);
    }
  }

  private static void fit(
      String folder, String loss, String prediction, String fitted) {
    try (Paddle.Model model = new Paddle.Model(folder);
        Paddle.Tensor x = new Paddle.Tensor(new float[] {-1, 0, 1, 2}, 4, 1);
        Paddle.Tensor y = new Paddle.Tensor(new float[] {-1, 1, 3, 5}, 4, 1)) {
      String[] names = {"x", "y"};
      Paddle.Tensor[] feeds = {x, y};
      float first = model.run(names, feeds, loss)[0];
      float last = first;
      for (int step = 1; step < 200; ++step) {
        last = model.run(names, feeds, loss)[0];
      }
      System.out.println("learnt: " + (last < first / 100 ? 1 : 0));
      model.saveInference(fitted, "x", prediction);
      try (Paddle.Model saved = new Paddle.Model(fitted)) {
        float[] values =
            saved.eval(
                new String[] {"x"}, new Paddle.Tensor[] {x}, prediction);
        System.out.printf(java.util.Locale.ROOT, "at 2: %.4f%n", values[3]);
      }
    }
  }
}
