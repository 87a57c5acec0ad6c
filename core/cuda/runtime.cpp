// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime's calls that core needs.
#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <sstream>
#include <unordered_map>
#include <utility>
#include <vector>

#include "backend.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/error.hpp"

namespace tukey::detail {

namespace {
const char* broken_capture_rule(cudaError_t error) {
  switch (error) {
    case cudaErrorStreamCaptureUnsupported:
      return "nothing in the body waits for the GPU, reads its memory on the host or allocates outside the pool (plans "
             "and handles are made by a call before the capture)";
    case cudaErrorStreamCaptureInvalidated:
      return "after a failed call the body must end";
    case cudaErrorStreamCaptureUnjoined:
      return "work of a second stream is waited for by the first before the end";
    case cudaErrorStreamCaptureIsolation:
      return "the body does not wait for events of work outside it";
    case cudaErrorStreamCaptureImplicit:
      return "the body does not use CUDA's legacy default stream";
    case cudaErrorCapturedEvent:
      return "an event recorded in the body is not used outside it";
    case cudaErrorStreamCaptureWrongThread:
      return "a capture begins and ends in one thread";
    case cudaErrorStreamCaptureMerge:
    case cudaErrorStreamCaptureUnmatched:
      return "one capture has one origin";
    default:
      return nullptr;
  }
}
}  // namespace

void throw_cuda_error(int code, const char* call, const char* file, int line) {
  const auto error = static_cast<cudaError_t>(code);
  cudaGetLastError();  // so that the next check does not report this one again
  std::ostringstream text;
  const std::string path = file;
  text << call << " failed: " << cudaGetErrorName(error) << ": " << cudaGetErrorString(error) << " ("
       << path.substr(path.find_last_of('/') + 1) << ":" << line << ")";
  if (const char* rule = broken_capture_rule(error)) text << "; the rule of captures that was broken: " << rule;
  throw CudaError(text.str());
}
void throw_library_error(int status, const char* call, const char* file, int line) {
  std::ostringstream text;
  const std::string path = file;
  text << call << " failed: status " << status << " (" << path.substr(path.find_last_of('/') + 1) << ":" << line << ")";
  throw CudaError(text.str());
}

}  // namespace tukey::detail

namespace tukey::cuda {

namespace {
constexpr int max_devices = 64;

std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

struct Availability {
  int count = 0;
  std::string reason;
  Availability() {
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaSuccess && count > 0) return;
    count = 0;
    cudaGetLastError();
    const CudaVersions v = versions();
    if (error == cudaErrorInsufficientDriver && v.driver > 0)
      reason = "the driver supports CUDA " + version_text(v.driver) + ", older than the CUDA runtime " +
               version_text(v.runtime);
    else if (v.driver == 0)
      reason = "no CUDA driver is installed (the library was built with CUDA " + version_text(v.runtime) + ")";
    else if (error == cudaSuccess || error == cudaErrorNoDevice)
      reason = "this machine has no CUDA device";
    else
      reason = std::string("cudaGetDeviceCount failed: ") + cudaGetErrorString(error);
  }
};
const Availability& availability() {
  static const Availability a;
  return a;
}

class DeviceGuard {
 public:
  explicit DeviceGuard(int device) : previous_(current_device()) {
    if (previous_ != device) set_device(device);
    changed_ = previous_ != device;
  }
  ~DeviceGuard() {
    if (changed_) cudaSetDevice(previous_);
  }

 private:
  int previous_;
  bool changed_;
};

// Calls that a capture of any thread forbids, though they do not touch what it captures.
class Relaxed {
 public:
  Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode_); }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

// An own pool per device, so that neither the application's use of the default pool nor ours disturbs the other.
cudaMemPool_t pool_of(int device) {
  static std::mutex mutex;
  static cudaMemPool_t pools[max_devices] = {};
  std::lock_guard<std::mutex> guard(mutex);
  cudaMemPool_t& pool = pools[device];
  if (!pool) {
    cudaMemPoolProps props{};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypeNone;
    props.location.type = cudaMemLocationTypeDevice;
    props.location.id = device;
    TUKEY_CUDA_CHECK(cudaMemPoolCreate(&pool, &props));
    std::uint64_t keep_all = UINT64_MAX;
    TUKEY_CUDA_CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all));
  }
  return pool;
}

// Small blocks that were freed in the order of one of our streams, for the next allocation in that order: a malloc and
// a free by the driver cost as much as a launch. Not for foreign streams, which may end without our knowing, and
// nothing is taken during a capture, whose memory belongs to the graph.
class SmallBlocks {
 public:
  static constexpr std::size_t largest = std::size_t(1) << 20;
  // Powers of two from 512, which the driver rounds to anyway.
  static int size_class(std::size_t bytes) {
    int c = 9;
    while ((std::size_t(1) << c) < bytes) ++c;
    return c;
  }
  void add_stream(CUstream_st* stream) {
    std::lock_guard<std::mutex> guard(mutex_);
    free_[stream];
  }
  void remove_stream(CUstream_st* stream) noexcept {
    std::lock_guard<std::mutex> guard(mutex_);
    auto it = free_.find(stream);
    if (it == free_.end()) return;
    give_back(*it);
    free_.erase(it);
  }
  // Null where there is none. `managed`: the stream is one of ours, so that a block for it is worth a note().
  void* take(int c, CUstream_st* stream, bool& managed) {
    std::lock_guard<std::mutex> guard(mutex_);
    auto it = free_.find(stream);
    managed = it != free_.end();
    if (!managed) return nullptr;
    auto& blocks = it->second.blocks[c];
    if (blocks.empty()) return nullptr;
    void* memory = blocks.back();
    live_.emplace(memory, c);
    blocks.pop_back();
    it->second.bytes -= std::size_t(1) << c;
    return memory;
  }
  void note(void* memory, int c) {
    std::lock_guard<std::mutex> guard(mutex_);
    live_.emplace(memory, c);
  }
  // False: not one of these, or no room; the driver frees it.
  bool put(void* memory, CUstream_st* stream) {
    std::lock_guard<std::mutex> guard(mutex_);
    auto live = live_.find(memory);
    if (live == live_.end()) return false;
    const int c = live->second;
    live_.erase(live);
    auto it = free_.find(stream);
    if (it == free_.end() || it->second.bytes + (std::size_t(1) << c) > most) return false;
    it->second.blocks[c].push_back(memory);
    it->second.bytes += std::size_t(1) << c;
    return true;
  }
  void trim() noexcept {
    std::lock_guard<std::mutex> guard(mutex_);
    for (auto& list : free_)
      if (!is_capturing(list.first)) give_back(list);  // a graph cannot free what is not its own
  }

 private:
  static constexpr std::size_t most = std::size_t(64) << 20;  // a stream
  struct Lists {
    std::vector<void*> blocks[21];  // by size class
    std::size_t bytes = 0;
  };
  static void give_back(std::pair<CUstream_st* const, Lists>& list) noexcept {
    for (auto& blocks : list.second.blocks) {
      for (void* memory : blocks) cudaFreeAsync(memory, list.first);
      blocks.clear();
    }
    list.second.bytes = 0;
  }
  std::mutex mutex_;
  std::unordered_map<CUstream_st*, Lists> free_;
  std::unordered_map<void*, int> live_;  // blocks in use that may come back
};
// Never destroyed: arrays in static storage may be freed after any static object of ours.
SmallBlocks& small_blocks() {
  static SmallBlocks& blocks = *new SmallBlocks;
  return blocks;
}
}  // namespace

int device_count() { return availability().count; }
std::string why_unavailable() { return availability().reason; }

CudaVersions versions() {
  CudaVersions v;
  if (cudaDriverGetVersion(&v.driver) != cudaSuccess) v.driver = 0;
  if (cudaRuntimeGetVersion(&v.runtime) != cudaSuccess) v.runtime = 0;
  cudaGetLastError();
  return v;
}

DeviceInfo device_info(int device) {
  DeviceGuard guard(device);
  cudaDeviceProp p;
  TUKEY_CUDA_CHECK(cudaGetDeviceProperties(&p, device));
  DeviceInfo info;
  info.name = p.name;
  info.compute_capability = p.major * 10 + p.minor;
  info.multiprocessors = p.multiProcessorCount;
  info.l2_bytes = static_cast<std::size_t>(p.l2CacheSize);
  TUKEY_CUDA_CHECK(cudaMemGetInfo(&info.free_bytes, &info.total_bytes));
  return info;
}

int current_device() {
  int device = 0;
  TUKEY_CUDA_CHECK(cudaGetDevice(&device));
  return device;
}
void set_device(int device) { TUKEY_CUDA_CHECK(cudaSetDevice(device)); }
void synchronize_device(int device) {
  DeviceGuard guard(device);
  TUKEY_CUDA_CHECK(cudaDeviceSynchronize());
}

CUstream_st* create_stream(int device) {
  DeviceGuard guard(device);
  cudaStream_t stream = nullptr;
  TUKEY_CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  small_blocks().add_stream(stream);
  return stream;
}
void destroy_stream(CUstream_st* stream) noexcept {
  small_blocks().remove_stream(stream);
  cudaStreamDestroy(stream);
}
void synchronize_stream(CUstream_st* stream) {
  if (is_capturing(stream))
    throw InvalidArgument(
        "capture: a call waits for the GPU (an item, a host copy, a shape that depends on data), which a CUDA graph "
        "cannot do");
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
}
bool is_capturing(CUstream_st* stream) noexcept {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &status) == cudaSuccess) return status != cudaStreamCaptureStatusNone;
  cudaGetLastError();
  return false;
}

CUevent_st* create_event(bool timing) {
  cudaEvent_t event = nullptr;
  TUKEY_CUDA_CHECK(cudaEventCreateWithFlags(&event, timing ? cudaEventDefault : cudaEventDisableTiming));
  return event;
}
void destroy_event(CUevent_st* event) noexcept { cudaEventDestroy(event); }
void record(CUevent_st* event, CUstream_st* stream) { TUKEY_CUDA_CHECK(cudaEventRecord(event, stream)); }
void wait(CUstream_st* stream, CUevent_st* event) { TUKEY_CUDA_CHECK(cudaStreamWaitEvent(stream, event, 0)); }
bool is_done(CUevent_st* event) {
  const cudaError_t status = cudaEventQuery(event);
  if (status == cudaErrorNotReady) {
    cudaGetLastError();
    return false;
  }
  TUKEY_CUDA_CHECK(status);
  return true;
}
bool is_done_quietly(CUevent_st* event) noexcept {
  const Relaxed relaxed;
  const cudaError_t status = cudaEventQuery(event);
  if (status != cudaSuccess) cudaGetLastError();
  return status != cudaErrorNotReady;
}
void synchronize_event(CUevent_st* event) { TUKEY_CUDA_CHECK(cudaEventSynchronize(event)); }
double elapsed_ms(CUevent_st* start, CUevent_st* end) {
  float ms = 0;
  TUKEY_CUDA_CHECK(cudaEventElapsedTime(&ms, start, end));
  return ms;
}

void* pool_allocate(int device, std::size_t bytes, CUstream_st* stream) {
  const bool small = bytes <= SmallBlocks::largest && !is_capturing(stream);
  const int c = SmallBlocks::size_class(small ? bytes : 0);
  bool managed = false;
  if (small) {
    if (void* memory = small_blocks().take(c, stream, managed)) return memory;
    if (managed) bytes = std::size_t(1) << c;
  }
  void* memory = nullptr;
  const cudaError_t error = cudaMallocFromPoolAsync(&memory, bytes, pool_of(device), stream);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  TUKEY_CUDA_CHECK(error);
  if (managed) small_blocks().note(memory, c);
  return memory;
}
void pool_free(void* memory, CUstream_st* stream) noexcept {
  try {
    if (small_blocks().put(memory, stream)) return;
  } catch (const std::bad_alloc&) {  // no room in the list
  }
  if (cudaFreeAsync(memory, stream) != cudaSuccess) cudaGetLastError();  // an abandoned capture, or the driver is gone
}
std::size_t pool_reserved(int device) {
  std::uint64_t bytes = 0;
  TUKEY_CUDA_CHECK(cudaMemPoolGetAttribute(pool_of(device), cudaMemPoolAttrReservedMemCurrent, &bytes));
  std::uint64_t graphs = 0;
  TUKEY_CUDA_CHECK(cudaDeviceGetGraphMemAttribute(device, cudaGraphMemAttrReservedMemCurrent, &graphs));
  return bytes + graphs;
}
void pool_trim(int device) {
  small_blocks().trim();
  synchronize_device(device);  // frees that are only enqueued do not count yet
  TUKEY_CUDA_CHECK(cudaMemPoolTrimTo(pool_of(device), 0));
  TUKEY_CUDA_CHECK(cudaDeviceGraphMemTrim(device));
}
std::size_t free_bytes(int device) {
  DeviceGuard guard(device);
  std::size_t free = 0, total = 0;
  TUKEY_CUDA_CHECK(cudaMemGetInfo(&free, &total));
  return free;
}

void begin_capture(CUstream_st* stream) {
  TUKEY_CUDA_CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
}
void abandon_capture(CUstream_st* stream) noexcept {
  cudaGraph_t graph = nullptr;
  cudaStreamEndCapture(stream, &graph);
  if (graph) cudaGraphDestroy(graph);
  cudaGetLastError();
}
CUgraphExec_st* end_capture(CUstream_st* stream, std::size_t& nodes) {
  cudaGraph_t graph = nullptr;
  const cudaError_t ended = cudaStreamEndCapture(stream, &graph);
  if (ended != cudaSuccess && graph) cudaGraphDestroy(graph);
  TUKEY_CUDA_CHECK(ended);
  cudaGraphExec_t ready = nullptr;
  cudaError_t error = cudaGraphGetNodes(graph, nullptr, &nodes);
  // Arrays that outlive the capture have no node that frees them: the next launch does.
  if (error == cudaSuccess)
    error = cudaGraphInstantiateWithFlags(&ready, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch);
  cudaGraphDestroy(graph);
  TUKEY_CUDA_CHECK(error);
  return ready;
}
bool launch_graph(CUgraphExec_st* graph, CUstream_st* stream) {
  const cudaError_t error = cudaGraphLaunch(graph, stream);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return false;
  }
  TUKEY_CUDA_CHECK(error);
  return true;
}
void destroy_graph(CUgraphExec_st* graph) noexcept {
  if (cudaGraphExecDestroy(graph) != cudaSuccess) cudaGetLastError();
}

void* host_allocate(std::size_t bytes) {
  const Relaxed relaxed;
  void* memory = nullptr;
  const cudaError_t error = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable);
  if (error == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    return nullptr;
  }
  TUKEY_CUDA_CHECK(error);
  return memory;
}
void host_free(void* memory) noexcept {
  const Relaxed relaxed;
  if (cudaFreeHost(memory) != cudaSuccess) cudaGetLastError();
}

void copy(void* to, const void* from, std::size_t bytes, CUstream_st* stream) {
  if (bytes) TUKEY_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream));
}

void upload(void* to, const void* from, std::size_t bytes, CUstream_st* stream) {
  if (bytes == 0) return;
  if (!is_capturing(stream)) {
    copy(to, from, bytes, stream);
    // The driver has read ordinary memory by now, but not page-locked memory.
    cudaPointerAttributes attributes{};
    if (cudaPointerGetAttributes(&attributes, from) != cudaSuccess)
      cudaGetLastError();
    else if (attributes.type == cudaMemoryTypeHost)
      TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
    return;
  }
  // A graph reads the host memory at every launch: it gets its own copy, freed with the graph.
  cudaStreamCaptureStatus status;
  cudaGraph_t graph = nullptr;
#if CUDART_VERSION >= 13000
  TUKEY_CUDA_CHECK(cudaStreamGetCaptureInfo(stream, &status, nullptr, &graph));
#else
  TUKEY_CUDA_CHECK(cudaStreamGetCaptureInfo_v2(stream, &status, nullptr, &graph));
#endif
  void* kept = std::malloc(bytes);
  if (!kept) throw OutOfMemory("OutOfMemory: no host memory for a captured copy", bytes, 0, 0, 0);
  std::memcpy(kept, from, bytes);
  cudaUserObject_t object = nullptr;
  const cudaError_t error = cudaUserObjectCreate(&object, kept, std::free, 1, cudaUserObjectNoDestructorSync);
  if (error != cudaSuccess) std::free(kept);
  TUKEY_CUDA_CHECK(error);
  TUKEY_CUDA_CHECK(cudaGraphRetainUserObject(graph, object, 1, cudaGraphUserObjectMove));
  copy(to, kept, bytes, stream);
}

}  // namespace tukey::cuda
