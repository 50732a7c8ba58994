import java.util.Objects;

/**
 * Paddle by JNI: what Fit needs of paddle.h. Errors are RuntimeExceptions; null
 * for an array is a NullPointerException, and never reaches C.
 */
public final class Paddle {
  static {
    System.loadLibrary("paddle_jni");
  }

  private Paddle() {}

  /** An array of float. */
  public static final class Tensor implements AutoCloseable {
    private long handle;

    public Tensor(float[] values, long... dims) {
      handle =
          newTensor(
              Objects.requireNonNull(values, "values"),
              Objects.requireNonNull(dims, "dims"));
    }

    @Override
    public void close() {
      freeTensor(handle);
      handle = 0;
    }
  }

  /** A program and its values. Any thread may use it. */
  public static final class Model implements AutoCloseable {
    private long handle;

    public Model(String folder) {
      handle = load(folder);
    }

    /** A step of training: feeds in the order of their names. */
    public float[] run(String[] names, Tensor[] feeds, String fetch) {
      return call(names, feeds, fetch, false);
    }

    /** An evaluation, which changes nothing. */
    public float[] eval(String[] names, Tensor[] feeds, String fetch) {
      return call(names, feeds, fetch, true);
    }

    private float[] call(
        String[] names, Tensor[] feeds, String fetch, boolean eval) {
      Objects.requireNonNull(names, "names");
      return Paddle.run(handle, names, handles(feeds), fetch, eval);
    }

    public void saveInference(String folder, String feed, String fetch) {
      Paddle.saveInference(handle, folder, feed, fetch);
    }

    @Override
    public void close() {
      freeModel(handle);
      handle = 0;
    }
  }

  private static long[] handles(Tensor[] tensors) {
    long[] handles = new long[tensors.length];
    for (int i = 0; i < handles.length; ++i) handles[i] = tensors[i].handle;
    return handles;
  }

  private static native long newTensor(float[] values, long[] dims);

  private static native void freeTensor(long tensor);

  private static native long load(String folder);

  private static native void freeModel(long model);

  private static native float[] run(
      long model, String[] names, long[] feeds, String fetch, boolean eval);

  private static native void saveInference(
      long model, String folder, String feed, String fetch);
}
