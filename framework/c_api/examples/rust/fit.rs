// Trains a saved model and saves what it has learnt: fit MODEL LOSS PREDICTION
// FITTED.
use std::ffi::{c_void, CStr, CString};
use std::os::raw::c_char;
use std::ptr::{null, null_mut};

// The part of paddle.h that is used here.
mod ffi {
    use super::*;
    #[repr(C)]
    pub struct Opaque {
        _private: [u8; 0],
    }
    pub type Handle = *mut Opaque;

    #[repr(C)]
    #[derive(Default)]
    pub struct TensorInfo {
        pub size: usize,
        pub dtype: i32,
        pub rank: i32,
        pub dims: [i64; 9],
        pub numel: i64,
        pub bytes: usize,
        pub lod_level: i32,
        pub writable: i32,
    }

    pub type Run = unsafe extern "C" fn(
        Handle,
        *const *const c_char,
        *const Handle,
        usize,
        *const *const c_char,
        *mut Handle,
        usize,
        *mut Handle,
    ) -> i32;

    #[link(name = "paddle_c")]
    extern "C" {
        pub fn paddle_error_message(error: Handle) -> *const c_char;
        pub fn paddle_error_free(error: Handle);
        pub fn paddle_tensor_new(
            dtype: i32,
            dims: *const i64,
            rank: i32,
            data: *const c_void,
            bytes: usize,
            error: *mut Handle,
        ) -> Handle;
        pub fn paddle_tensor_free(tensor: Handle);
        pub fn paddle_tensor_info(
            tensor: Handle,
            info: *mut TensorInfo,
            error: *mut Handle,
        ) -> i32;
        pub fn paddle_tensor_data(
            tensor: Handle,
            error: *mut Handle,
        ) -> *const c_void;
        pub fn paddle_model_load(
            folder: *const c_char,
            options: *const c_void,
            error: *mut Handle,
        ) -> Handle;
        pub fn paddle_model_free(model: Handle);
        pub fn paddle_model_run(
            model: Handle,
            feed_names: *const *const c_char,
            feeds: *const Handle,
            feed_count: usize,
            fetch_names: *const *const c_char,
            fetches: *mut Handle,
            fetch_count: usize,
            error: *mut Handle,
        ) -> i32;
        pub fn paddle_model_eval(
            model: Handle,
            feed_names: *const *const c_char,
            feeds: *const Handle,
            feed_count: usize,
            fetch_names: *const *const c_char,
            fetches: *mut Handle,
            fetch_count: usize,
            error: *mut Handle,
        ) -> i32;
        pub fn paddle_model_save_inference(
            model: Handle,
            folder: *const c_char,
            feed_names: *const *const c_char,
            feed_count: usize,
            fetch_names: *const *const c_char,
            fetch_count: usize,
            error: *mut Handle,
        ) -> i32;
    }
}

const FLOAT32: i32 = 9;

type Result<T> = std::result::Result<T, String>;

/// Returns `value` if the call succeeded, or its message.
fn checked<T>(succeeded: bool, value: T, error: ffi::Handle) -> Result<T> {
    if succeeded {
        return Ok(value);
    }
    unsafe {
        let text = CStr::from_ptr(ffi::paddle_error_message(error));
        let message = text.to_string_lossy().into_owned();
        ffi::paddle_error_free(error);
        Err(message)
    }
}

fn c_text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|error| error.to_string())
}

/// An array of f32.
struct Tensor(ffi::Handle);

impl Tensor {
    fn new(values: &[f32], dims: &[i64]) -> Result<Tensor> {
        let mut error = null_mut();
        let handle = unsafe {
            ffi::paddle_tensor_new(
                FLOAT32,
                dims.as_ptr(),
                dims.len() as i32,
                values.as_ptr() as *const c_void,
                4 * values.len(),
                &mut error,
            )
        };
        checked(!handle.is_null(), Tensor(handle), error)
    }

    fn values(&self) -> Result<Vec<f32>> {
        let mut error = null_mut();
        let mut info = ffi::TensorInfo {
            size: std::mem::size_of::<ffi::TensorInfo>(),
            ..Default::default()
        };
        unsafe {
            let status =
                ffi::paddle_tensor_info(self.0, &mut info, &mut error);
            checked(status == 0, (), error)?;
            let data = ffi::paddle_tensor_data(self.0, &mut error);
            checked(!data.is_null(), (), error)?;
            let data = data as *const f32;
            Ok(std::slice::from_raw_parts(data, info.numel as usize).to_vec())
        }
    }
}

impl Drop for Tensor {
    fn drop(&mut self) {
        unsafe { ffi::paddle_tensor_free(self.0) }
    }
}

/// A program and its values. Any thread may use it.
struct Model(ffi::Handle);
unsafe impl Send for Model {}
unsafe impl Sync for Model {}

impl Model {
    fn load(folder: &str) -> Result<Model> {
        let mut error = null_mut();
        let name = c_text(folder)?;
        let handle = unsafe {
            ffi::paddle_model_load(name.as_ptr(), null(), &mut error)
        };
        checked(!handle.is_null(), Model(handle), error)
    }

    /// A step of training.
    fn run(&self, feeds: &[(&str, &Tensor)], fetch: &str) -> Result<Vec<f32>> {
        self.call(ffi::paddle_model_run, feeds, fetch)
    }

    /// An evaluation, which changes nothing.
    fn eval(&self, feeds: &[(&str, &Tensor)], fetch: &str) -> Result<Vec<f32>> {
        self.call(ffi::paddle_model_eval, feeds, fetch)
    }

    fn call(
        &self,
        function: ffi::Run,
        feeds: &[(&str, &Tensor)],
        fetch: &str,
    ) -> Result<Vec<f32>> {
        let texts = feeds
            .iter()
            .map(|(name, _)| c_text(name))
            .collect::<Result<Vec<_>>>()?;
        let names: Vec<_> = texts.iter().map(|text| text.as_ptr()).collect();
        let handles: Vec<_> = feeds.iter().map(|(_, one)| one.0).collect();
        let wanted = c_text(fetch)?;
        let mut result = null_mut();
        let mut error = null_mut();
        let status = unsafe {
            function(
                self.0,
                names.as_ptr(),
                handles.as_ptr(),
                handles.len(),
                &wanted.as_ptr(),
                &mut result,
                1,
                &mut error,
            )
        };
        checked(status == 0, Tensor(result), error)?.values()
    }

    fn save_inference(
        &self,
        folder: &str,
        feed: &str,
        fetch: &str,
    ) -> Result<()> {
        let (folder, feed, fetch) =
            (c_text(folder)?, c_text(feed)?, c_text(fetch)?);
        let mut error = null_mut();
        let status = unsafe {
            ffi::paddle_model_save_inference(
                self.0,
                folder.as_ptr(),
                &feed.as_ptr(),
                1,
                &fetch.as_ptr(),
                1,
                &mut error,
            )
        };
        checked(status == 0, (), error)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        unsafe { ffi::paddle_model_free(self.0) }
    }
}

fn fit(arguments: &[String]) -> Result<()> {
    let (loss, prediction, fitted) =
        (&arguments[2], &arguments[3], &arguments[4]);
    let model = Model::load(&arguments[1])?;
    let x = Tensor::new(&[-1.0, 0.0, 1.0, 2.0], &[4, 1])?;
    let y = Tensor::new(&[-1.0, 1.0, 3.0, 5.0], &[4, 1])?;
    let mut losses = Vec::new();
    for _ in 0..200 {
        losses.push(model.run(&[("x", &x), ("y", &y)], loss)?[0]);
    }
    println!("learnt: {}", i32::from(losses[199] < losses[0] / 100.0));
    model.save_inference(fitted, "x", prediction)?;
    let saved = Model::load(fitted)?;
    println!("at 2: {:.4}", saved.eval(&[("x", &x)], prediction)?[3]);
    Ok(())
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if arguments.len() != 5 {
        eprintln!("usage: fit MODEL LOSS PREDICTION FITTED");
        std::process::exit(2);
    }
    if let Err(message) = fit(&arguments) {
        eprintln!("{}", message);
        std::process::exit(1);
    }
}
