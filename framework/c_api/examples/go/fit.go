// Trains a saved model and saves what it has learnt: fit MODEL LOSS PREDICTION
// FITTED.
package main

/*
#cgo pkg-config: paddle-c
#include <stdlib.h>
#include "paddle/framework/c_api/paddle.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"os"
	"unsafe"
)

// take turns an error of a call into one of Go, and frees it.
func take(failure *C.PaddleError) error {
	defer C.paddle_error_free(failure)
	return errors.New(C.GoString(C.paddle_error_message(failure)))
}

// Model is a program and its values. Close frees it.
type Model struct{ handle *C.PaddleModel }

// Load reads a model from a folder.
func Load(folder string) (*Model, error) {
	name := C.CString(folder)
	defer C.free(unsafe.Pointer(name))
	var failure *C.PaddleError
	handle := C.paddle_model_load(name, nil, &failure)
	if handle == nil {
		return nil, take(failure)
	}
	return &Model{handle}, nil
}

// Close frees the model.
func (m *Model) Close() { C.paddle_model_free(m.handle) }

// Tensor is an array of float32. Close frees it.
type Tensor struct{ handle *C.PaddleTensor }

// NewTensor copies the elements, row-major. Without dims it is a scalar; a dim
// of 0 has no elements.
func NewTensor(values []float32, dims ...int64) (*Tensor, error) {
	var data unsafe.Pointer
	if len(values) > 0 {
		data = unsafe.Pointer(&values[0])
	}
	var sizes *C.int64_t
	if len(dims) > 0 {
		sizes = (*C.int64_t)(unsafe.Pointer(&dims[0]))
	}
	var failure *C.PaddleError
	handle := C.paddle_tensor_new(C.PADDLE_FLOAT32, sizes,
		C.int32_t(len(dims)), data, C.size_t(4*len(values)), &failure)
	if handle == nil {
		return nil, take(failure)
	}
	return &Tensor{handle}, nil
}

// Values copies the elements.
func (t *Tensor) Values() ([]float32, error) {
	var failure *C.PaddleError
	var info C.PaddleTensorInfo
	info.size = C.sizeof_PaddleTensorInfo
	if C.paddle_tensor_info(t.handle, &info, &failure) != C.PADDLE_OK {
		return nil, take(failure)
	}
	data := C.paddle_tensor_data(t.handle, &failure)
	if data == nil {
		return nil, take(failure)
	}
	return append([]float32(nil),
		unsafe.Slice((*float32)(data), int(info.numel))...), nil
}

// Close frees the tensor.
func (t *Tensor) Close() { C.paddle_tensor_free(t.handle) }

// names makes texts of C, and a nil at the end, so that an empty list has an
// address, too; free frees them.
func names(texts []string) (list []*C.char, free func()) {
	for _, text := range texts {
		list = append(list, C.CString(text))
	}
	list = append(list, nil)
	return list, func() {
		for _, text := range list {
			C.free(unsafe.Pointer(text))
		}
	}
}

// Feeds are values by name.
type Feeds map[string]*Tensor

// Run trains or, if eval is set, evaluates; it returns the fetch's elements.
func (m *Model) Run(feeds Feeds, fetch string, eval bool) ([]float32, error) {
	var fed []string
	var tensors []*C.PaddleTensor
	for name, tensor := range feeds {
		fed, tensors = append(fed, name), append(tensors, tensor.handle)
	}
	tensors = append(tensors, nil) // as names does
	feedNames, free := names(fed)
	defer free()
	fetchNames, free2 := names([]string{fetch})
	defer free2()
	var failure *C.PaddleError
	var result *C.PaddleTensor
	var status C.PaddleStatus
	if eval {
		status = C.paddle_model_eval(m.handle, &feedNames[0], &tensors[0],
			C.size_t(len(fed)), &fetchNames[0], &result, 1, &failure)
	} else {
		status = C.paddle_model_run(m.handle, &feedNames[0], &tensors[0],
			C.size_t(len(fed)), &fetchNames[0], &result, 1, &failure)
	}
	if status != C.PADDLE_OK {
		return nil, take(failure)
	}
	tensor := Tensor{result}
	defer tensor.Close()
	return tensor.Values()
}

// SaveInference saves what computes the fetch from the feed.
func (m *Model) SaveInference(folder, feed, fetch string) error {
	list, free := names([]string{folder, feed, fetch})
	defer free()
	var failure *C.PaddleError
	if C.paddle_model_save_inference(m.handle, list[0], &list[1], 1, &list[2],
		1, &failure) != C.PADDLE_OK {
		return take(failure)
	}
	return nil
}

func fit(folder, loss, prediction, fitted string) error {
	model, err := Load(folder)
	if err != nil {
		return err
	}
	defer model.Close()
	x, err := NewTensor([]float32{-1, 0, 1, 2}, 4, 1)
	if err != nil {
		return err
	}
	defer x.Close()
	y, err := NewTensor([]float32{-1, 1, 3, 5}, 4, 1)
	if err != nil {
		return err
	}
	defer y.Close()
	var first, last float32
	for step := 0; step < 200; step++ {
		values, err := model.Run(Feeds{"x": x, "y": y}, loss, false)
		if err != nil {
			return err
		}
		if last = values[0]; step == 0 {
			first = last
		}
	}
	fmt.Printf("learnt: %d\n", map[bool]int{true: 1}[last < first/100])
	if err := model.SaveInference(fitted, "x", prediction); err != nil {
		return err
	}
	saved, err := Load(fitted)
	if err != nil {
		return err
	}
	defer saved.Close()
	values, err := saved.Run(Feeds{"x": x}, prediction, true)
	if err == nil {
		fmt.Printf("at 2: %.4f\n", values[3])
	}
	return err
}

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: fit MODEL LOSS PREDICTION FITTED")
		os.Exit(2)
	}
	if err := fit(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
