// SPDX-License-Identifier: Apache-2.0
// DLPack: tensors in, tensors out, and who frees what. The structs are declared here as dlpack.h declares them, after
// Tukey's headers: both must go together.
#include <cstdint>

#include "support.hpp"
#include "tukey/core.hpp"

extern "C" {
typedef struct {
  std::uint32_t major;
  std::uint32_t minor;
} DLPackVersion;
typedef enum : std::int32_t { kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLMetal = 8 } DLDeviceType;
typedef struct {
  DLDeviceType device_type;
  std::int32_t device_id;
} DLDevice;
typedef struct {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
} DLDataType;
typedef struct {
  void* data;
  DLDevice device;
  std::int32_t ndim;
  DLDataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;
  std::uint64_t byte_offset;
} DLTensor;
typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensor* self);
} DLManagedTensor;
typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  std::uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;
}

namespace tukey::test {
namespace {

// A producer's tensor of floats 0, 1, 2, ... on the CPU; counts how often it is deleted.
struct Producer {
  std::vector<float> data = std::vector<float>(24);
  std::int64_t shape[9] = {2, 3, 4, 1, 1, 1, 1, 1, 1}, strides[9] = {12, 4, 1, 1, 1, 1, 1, 1, 1};
  int deleted = 0;
  DLManagedTensor legacy{};
  DLManagedTensorVersioned versioned{};
  Producer() {
    for (std::size_t i = 0; i < 24; ++i) data[i] = static_cast<float>(i);
    legacy.dl_tensor = {data.data(), {kDLCPU, 0}, 3, {2, 32, 1}, shape, nullptr, 0};
    legacy.manager_ctx = this;
    legacy.deleter = [](DLManagedTensor* t) { ++static_cast<Producer*>(t->manager_ctx)->deleted; };
    versioned.version = {1, 0};
    versioned.manager_ctx = this;
    versioned.deleter = [](DLManagedTensorVersioned* t) { ++static_cast<Producer*>(t->manager_ctx)->deleted; };
    versioned.flags = 0;
    versioned.dl_tensor = legacy.dl_tensor;
  }
};

TEST(Dlpack, ImportSharesMemoryAndDeletesOnce) {
  Producer p;
  {
    Array<float> view;
    {
      const Array<float> x = from_dlpack<float>(&p.legacy);
      EXPECT_EQ(x.shape(), (Shape{2, 3, 4}));
      EXPECT_EQ(x.strides(), (Shape{12, 4, 1}));
      EXPECT_EQ(x.device(), Device::cpu());
      EXPECT_EQ(x.to_vector(), p.data);
      view = x(1, 2);
    }
    EXPECT_EQ(p.deleted, 0);
    view.fill(-1);
    EXPECT_EQ(p.data[20], -1);
    p.data[21] = 7;
    EXPECT_EQ(view(1).item(), 7);
  }
  EXPECT_EQ(p.deleted, 1);
  { const auto x = from_dlpack<float>(&p.versioned); }
  EXPECT_EQ(p.deleted, 2);
  p.legacy.deleter = nullptr;
  { const auto x = from_dlpack<float>(&p.legacy); }
}

TEST(Dlpack, ImportTakesStridesAndOffsets) {
  Producer p;
  std::int64_t strides[] = {1, -4, 0};
  p.versioned.dl_tensor.strides = strides;
  p.versioned.dl_tensor.byte_offset = 8 * sizeof(float);
  const auto x = from_dlpack<float>(&p.versioned);
  EXPECT_EQ(x.strides(), (Shape{1, -4, 0}));
  EXPECT_EQ(x.to_vector(),
            (std::vector<float>{8, 8, 8, 8, 4, 4, 4, 4, 0, 0, 0, 0, 9, 9, 9, 9, 5, 5, 5, 5, 1, 1, 1, 1}));
  p.legacy.dl_tensor.ndim = 0;
  EXPECT_EQ(from_dlpack<float>(&p.legacy).item(), 0);
  p.legacy.dl_tensor.ndim = 1;
  p.shape[0] = 0;
  p.legacy.dl_tensor.data = nullptr;
  EXPECT_EQ(from_dlpack<float>(&p.legacy).shape(), Shape{0});
  EXPECT_EQ(p.deleted, 2);
  p.shape[0] = 2;
  p.legacy.dl_tensor.data = p.data.data();
  p.legacy.dl_tensor.device.device_type = kDLCUDAHost;
  EXPECT_EQ(from_dlpack<float>(&p.legacy).device(), Device::cpu());
}

TEST(Dlpack, ReadOnlyTensorsAreCopied) {
  Producer p;
  p.versioned.flags = 1 | 2;
  EXPECT_TRUE(dlpack_info(&p.versioned).read_only);
  EXPECT_TRUE(dlpack_info(&p.versioned).copied);
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(&p.versioned),
               "from_dlpack: the tensor is read-only; {.copy = true} copies it");
  EXPECT_EQ(p.deleted, 0);
  Array<float> x = from_dlpack<float>(&p.versioned, {.copy = true});
  EXPECT_EQ(p.deleted, 1);
  x.fill(3);
  EXPECT_EQ(p.data[1], 1);
}

TEST(Dlpack, InfoNamesTypesAndDevices) {
  Producer p;
  const DlpackInfo info = dlpack_info(&p.legacy);
  EXPECT_EQ(info.dtype, "float32");
  EXPECT_EQ(info.device, "cpu");
  EXPECT_EQ(info.shape, (Shape{2, 3, 4}));
  EXPECT_FALSE(info.read_only || info.copied);
  const std::pair<DLDataType, const char*> types[] = {
      {{6, 8, 1}, "bool"},       {{0, 8, 1}, "int8"},
      {{0, 64, 1}, "int64"},     {{1, 16, 1}, "uint16"},
      {{2, 16, 1}, "float16"},   {{4, 16, 1}, "bfloat16"},
      {{5, 32, 1}, "complex32"}, {{5, 128, 1}, "complex128"},
      {{2, 64, 1}, "float64"},   {{2, 8, 1}, "code 2, 8 bits, 1 lanes"}};
  for (const auto& [type, name] : types) {
    p.legacy.dl_tensor.dtype = type;
    EXPECT_EQ(dlpack_info(&p.legacy).dtype, name);
  }
  p.legacy.dl_tensor.device = {kDLCUDA, 3};
  EXPECT_EQ(dlpack_info(&p.legacy).device, "cuda:3");
}

TEST(Dlpack, Errors) {
  Producer p;
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(static_cast<DLManagedTensor*>(nullptr)),
               "from_dlpack: the tensor is null");
  EXPECT_ERROR(InvalidArgument, from_dlpack<double>(&p.legacy),
               "from_dlpack: expected a tensor of float64, got one of float32");
  p.legacy.dl_tensor.dtype.lanes = 4;
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(&p.legacy),
               "from_dlpack: expected a tensor of float32, got one of code 2, 32 bits, 4 lanes");
  p.legacy.dl_tensor.dtype.lanes = 1;
  p.legacy.dl_tensor.ndim = 9;
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(&p.legacy), "from_dlpack: expected at most 8 axes, got 9");
  p.legacy.dl_tensor.ndim = 3;
  p.legacy.dl_tensor.device.device_type = kDLMetal;
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(&p.legacy),
               "from_dlpack: expected a tensor on the CPU or a CUDA device, got one on DLPack device 8");
  p.legacy.dl_tensor.device = {kDLCUDA, 63};
  EXPECT_THROW(from_dlpack<float>(&p.legacy), InvalidArgument);
  p.legacy.dl_tensor.device = {kDLCPU, 0};
  p.legacy.dl_tensor.byte_offset = 2;
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(&p.legacy), "from_dlpack: the data are not aligned for float32");
  p.versioned.version.major = 2;
  EXPECT_ERROR(InvalidArgument, from_dlpack<float>(&p.versioned),
               "from_dlpack: expected a tensor of DLPack 1, got one of version 2.0");
  EXPECT_EQ(p.deleted, 0);  // all of them still are the caller's
  EXPECT_ERROR(InvalidArgument, to_dlpack(Array<packed_complex<std::int8_t>>(Shape{2})),
               "to_dlpack: DLPack has no type for complex_int8");
  EXPECT_ERROR(InvalidArgument, to_dlpack_legacy(Array<float>(Shape{2}), {.read_only = true}),
               "to_dlpack_legacy: only the versioned form can be read-only");
  if (default_device().is_cuda())
    EXPECT_ERROR(InvalidArgument, to_dlpack(Array<float>(Shape{2}), {.stream = 0}),
                 "to_dlpack: stream must be -1, 1, 2 or a cudaStream_t, got 0");
}

TEST(Dlpack, ExportKeepsTheMemory) {
  const std::size_t used = MemoryPool().used_bytes();
  DLManagedTensorVersioned* t = nullptr;
  DLManagedTensor* legacy = nullptr;
  {
    const auto x = noise_array<double>({5, 6});
    t = to_dlpack(x.transpose(), {.read_only = true});
    legacy = to_dlpack_legacy(x(1, Slice{{}, {}, -2}));
  }
  EXPECT_EQ(MemoryPool().used_bytes(), used + 240);
  EXPECT_EQ(t->version.major, 1u);
  EXPECT_EQ(t->flags, 1u);
  EXPECT_EQ(t->dl_tensor.device.device_type, default_device().is_cuda() ? kDLCUDA : kDLCPU);
  EXPECT_EQ(t->dl_tensor.ndim, 2);
  EXPECT_EQ(t->dl_tensor.shape[0], 6);
  EXPECT_EQ(t->dl_tensor.strides[0], 1);
  EXPECT_EQ(t->dl_tensor.strides[1], 6);
  EXPECT_EQ(t->dl_tensor.byte_offset, 0u);
  EXPECT_EQ(dlpack_info(t).dtype, "float64");
  EXPECT_EQ(legacy->dl_tensor.strides[0], -2);
  t->deleter(t);
  EXPECT_EQ(MemoryPool().used_bytes(), used + 240);
  legacy->deleter(legacy);
  EXPECT_EQ(MemoryPool().used_bytes(), used);
}

template <class T> void round_trip() {
  auto x = noise_array<float>({3, 7}).template astype<T>();
  Array<T> y = from_dlpack<T>(to_dlpack(x.transpose()));
  EXPECT_EQ(y.device(), x.device());
  EXPECT_TRUE(identical(y, x.transpose()));
  y.fill(T{});
  EXPECT_TRUE(identical(x, y.transpose()));
  EXPECT_TRUE(identical(from_dlpack<T>(to_dlpack_legacy(x)), x));
}
TEST(Dlpack, RoundTrips) {
#define TUKEY_TRIP(T) round_trip<T>();
  TUKEY_FOR_COMPUTED(TUKEY_TRIP)
  TUKEY_TRIP(half)
  TUKEY_TRIP(bfloat16) TUKEY_TRIP(packed_complex<half>)
#undef TUKEY_TRIP
      EXPECT_EQ(from_dlpack<float>(to_dlpack(Array<float>(Shape{0, 3}))).shape(), (Shape{0, 3}));
}

TEST(Dlpack, StreamsAreOrdered) {
  // A consumer on its own stream reads what ours writes late, and writes what ours reads afterwards.
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream ours, theirs;
  const auto handle = reinterpret_cast<std::intptr_t>(theirs.handle());
  for (int round = 0; round < 10; ++round) {
    Array<std::int32_t> x(Shape{1 << 20}), y;
    DLManagedTensorVersioned* t = nullptr;
    {
      const StreamScope scope(ours);
      for (int i = 0; i < 20; ++i) x.fill(i + round);
      t = to_dlpack(x, {.stream = handle});
    }
    {
      const StreamScope scope(theirs);
      // The consumer uses the bare pointer: no bookkeeping but the exchange.
      auto bare = Array<std::int32_t>::wrap(static_cast<std::int32_t*>(t->dl_tensor.data), {1 << 20}, {}, x.device());
      y = bare.copy();
      bare.fill(-5);
    }
    t->deleter(t);
    const StreamScope scope(ours);
    Array<std::int32_t> z = x.copy();
    x = {};
    Array<std::int32_t> again(Shape{1 << 20});
    again.fill(-1);
    const auto v = y.to_vector(), w = z.to_vector();
    EXPECT_EQ(std::count(v.begin(), v.end(), 19 + round), 1 << 20);
    EXPECT_EQ(std::count(w.begin(), w.end(), -5), 1 << 20);
  }
}

}  // namespace
}  // namespace tukey::test
