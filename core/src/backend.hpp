// SPDX-License-Identifier: Apache-2.0
// core's passage to the CUDA runtime: defined in cuda/runtime.cpp, called only behind `if constexpr (has_cuda)`.
#pragma once

#include <cstddef>
#include <string>

#include "tukey/device.hpp"

struct CUstream_st;
struct CUevent_st;
struct CUgraphExec_st;

namespace tukey::cuda {

// 0 without a driver or a GPU; why_unavailable() then says which.
int device_count();
std::string why_unavailable();
DeviceInfo device_info(int device);
CudaVersions versions();

int current_device();
void set_device(int device);
void synchronize_device(int device);

CUstream_st* create_stream(int device);
void destroy_stream(CUstream_st* stream) noexcept;
// InvalidArgument where the stream is being captured.
void synchronize_stream(CUstream_st* stream);
bool is_capturing(CUstream_st* stream) noexcept;

CUevent_st* create_event(bool timing);
void destroy_event(CUevent_st* event) noexcept;
void record(CUevent_st* event, CUstream_st* stream);
void wait(CUstream_st* stream, CUevent_st* event);
bool is_done(CUevent_st* event);
void synchronize_event(CUevent_st* event);
double elapsed_ms(CUevent_st* start, CUevent_st* end);
// As is_done, but without harm to a capture in progress in any thread; true where the driver is gone.
bool is_done_quietly(CUevent_st* event) noexcept;

void begin_capture(CUstream_st* stream);
// Ends the capture and makes the graph ready to launch; `nodes` gets their number.
CUgraphExec_st* end_capture(CUstream_st* stream, std::size_t& nodes);
// Ends a capture whose result nobody wants, in whatever state it is.
void abandon_capture(CUstream_st* stream) noexcept;
// False when the device has no memory left for the graph's arrays.
bool launch_graph(CUgraphExec_st* graph, CUstream_st* stream);
void destroy_graph(CUgraphExec_st* graph) noexcept;

// Null when the device has no memory left.
void* pool_allocate(int device, std::size_t bytes, CUstream_st* stream);
void pool_free(void* memory, CUstream_st* stream) noexcept;
std::size_t pool_reserved(int device);
void pool_trim(int device);
std::size_t free_bytes(int device);

// Page-locked memory; null when the system has none left.
void* host_allocate(std::size_t bytes);
void host_free(void* memory) noexcept;

// Either side on the host or any device. Page-locked host memory is read or written when the stream gets there.
void copy(void* to, const void* from, std::size_t bytes, CUstream_st* stream);
// From the host, whose memory may be reused on return; inside a capture too.
void upload(void* to, const void* from, std::size_t bytes, CUstream_st* stream);

}  // namespace tukey::cuda
