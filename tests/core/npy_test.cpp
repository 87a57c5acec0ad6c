// SPDX-License-Identifier: Apache-2.0
// .npy and .npz: files that NumPy wrote (tests/golden/gen_npy.py), round trips, and every kind of damage.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "support.hpp"

namespace tukey {
namespace {

namespace fs = std::filesystem;
using test::golden;
using test::identical;
using test::repository_file;

// A folder of the test's own, removed at its end.
class Npy : public testing::Test {
 protected:
  Npy() {
    static int count = 0;
    folder_ = fs::temp_directory_path() / ("tukey-npy-" + std::to_string(::getpid()) + "-" + std::to_string(count++));
    fs::create_directories(folder_);
  }
  ~Npy() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

 private:
  fs::path folder_;
};

std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
std::string npy(const std::string& name) { return repository_file("tests/golden/npy/" + name); }

// An .npy file with this header text and these data.
std::string npy_bytes(const std::string& header, const std::string& data) {
  std::string s("\x93NUMPY\x01\x00", 8);
  s += static_cast<char>(header.size() & 255);
  s += static_cast<char>(header.size() >> 8);
  return s + header + data;
}

template <class T>
Array<T> of(const std::vector<T>& values, const Shape& shape) {
  return Array<T>::from(values.data(), shape, default_device());
}

// The values of gen_npy.py.
template <class T>
struct Sample {
  static Array<T> make() {
    std::vector<T> v(6);
    for (int i = 0; i < 6; ++i) {
      if constexpr (std::is_same_v<T, half>)
        v[i] = to_half(static_cast<float>(i - 3) / 4);
      else if constexpr (is_complex_v<T>)
        v[i] = T(static_cast<real_t<T>>(i - 3) / 4, static_cast<real_t<T>>(i) / 2);
      else if constexpr (std::is_floating_point_v<T>)
        v[i] = static_cast<T>(i - 3) / 4;
      else
        v[i] = static_cast<T>(std::is_unsigned_v<T> ? i * 37 : i * 37 - 100);
    }
    return of(v, {2, 3});
  }
};
template <>
struct Sample<bool> {
  static Array<bool> make() {
    return Array<bool>::from({false, true, false, true, false, true}, {2, 3});
  }
};

template <class T>
class NpyTyped : public Npy {};
using AllTypes = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                std::uint32_t, std::uint64_t, half, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(NpyTyped, AllTypes);

template <class T>
std::string short_name() {
  if (std::is_same_v<T, bool>) return "b1";
  const char kind = std::is_same_v<T, half> || std::is_floating_point_v<T> ? 'f'
                    : is_complex_v<T>                                    ? 'c'
                    : std::is_unsigned_v<T>                              ? 'u'
                                                                         : 'i';
  return kind + std::to_string(sizeof(T));
}

TYPED_TEST(NpyTyped, ReadsNumPysFilesInEveryOrder) {
  for (const char* order : {"_C_little", "_C_big", "_F_little", "_F_big"}) {
    const Array<TypeParam> x = golden("npy").read<TypeParam>(short_name<TypeParam>() + order);
    EXPECT_TRUE(identical(x, Sample<TypeParam>::make())) << order;
    EXPECT_TRUE(x.is_contiguous());
    EXPECT_EQ(x.device(), default_device());
  }
}

TYPED_TEST(NpyTyped, RoundTrips) {
  const Array<TypeParam> x = Sample<TypeParam>::make();
  for (const Array<TypeParam>& y : {x, x.transpose(), x(0, 0), x(Slice{0, 0}), x(Slice{}, Slice{{}, {}, -2})}) {
    save_npy(this->path("x.npy"), y);
    EXPECT_TRUE(identical(load_npy<TypeParam>(this->path("x.npy")), y.copy()));
    for (const bool compress : {false, true}) {
      NpzWriter writer(this->path("x.npz"), compress);
      writer.add("first", y);
      writer.add("second", x);
      writer.close();
      const NpzReader reader(this->path("x.npz"));
      EXPECT_EQ(reader.names(), (std::vector<std::string>{"first", "second"}));
      EXPECT_TRUE(identical(reader.read<TypeParam>("first"), y.copy()));
      EXPECT_TRUE(identical(reader.read<TypeParam>("second"), x));
      EXPECT_EQ(reader.dtype("first").substr(1), short_name<TypeParam>());
    }
  }
}

TEST_F(Npy, SaveWritesWhatNumPyWrites) {
  save_npy(path("x.npy"), Sample<double>::make());
  EXPECT_EQ(file_bytes(path("x.npy")), file_bytes(npy("v1.npy")));
  save_npy(path("x.npy"), Array<double>({0, 3}));
  EXPECT_EQ(file_bytes(path("x.npy")), file_bytes(npy("empty.npy")));
}

TEST_F(Npy, Formats) {
  for (const char* name : {"v1.npy", "v2.npy", "v3.npy", "fortran_big.npy"})
    EXPECT_TRUE(identical(load_npy<double>(npy(name)), Sample<double>::make())) << name;
  EXPECT_TRUE(identical(load_npy<double>(npy("scalar.npy")), of<double>({2.5}, {})));
  EXPECT_EQ(load_npy<double>(npy("empty.npy")).shape(), (Shape{0, 3}));
  const auto a = load_npy<std::int32_t>(npy("fortran_4d.npy")).to_vector();
  ASSERT_EQ(a.size(), 120u);
  for (int i = 0; i < 120; ++i) EXPECT_EQ(a[i], i);
}

TEST_F(Npy, HeaderMayBeWrittenDifferently) {
  const std::string data = file_bytes(npy("v1.npy")).substr(128);
  for (const char* header : {"{\"shape\": (2, 3), 'descr': \"=f8\", 'fortran_order': False}",
                             "{'shape':(2L,3L,),'descr':'<f8','fortran_order':False,}   \n"})
    EXPECT_TRUE(identical(load_npy<double>(write("x.npy", npy_bytes(header, data))), Sample<double>::make())) << header;
}

TEST_F(Npy, BytesAfterTheArrayAreIgnored) {
  EXPECT_TRUE(identical(load_npy<double>(write("x.npy", file_bytes(npy("v1.npy")) + "more")), Sample<double>::make()));
}

TEST_F(Npy, BoolBytesOtherThanOneAreTrue) {
  const auto x = load_npy<bool>(
      write("x.npy", npy_bytes("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", std::string("\x02\x00\xff", 3))));
  EXPECT_TRUE(identical(x, Array<bool>::from({true, false, true})));
}

TEST_F(Npy, Zip) {
  for (const char* name : {"stored.npz", "deflated.npz"}) {
    const NpzReader reader(npy(name));
    EXPECT_EQ(reader.names(), (std::vector<std::string>{"x", "n"}));
    EXPECT_TRUE(reader.contains("x"));
    EXPECT_FALSE(reader.contains("y"));
    EXPECT_EQ(reader.dtype("n"), "<i8");
    EXPECT_TRUE(identical(reader.read<double>("x"), Sample<double>::make()));
    EXPECT_TRUE(identical(reader.read<std::int64_t>("n"), of<std::int64_t>({0, 1, 2, 3, 4}, {5})));
  }
  EXPECT_TRUE(identical(NpzReader(npy("streamed.npz")).read<double>("x"), Sample<double>::make()));
  EXPECT_EQ(golden("npy").dtype("c8_F_big"), ">c8");
}

// A zip64 archive as its specification describes it: sizes, offset and the directory's place only in 64-bit fields.
TEST_F(Npy, Zip64) {
  const std::string content = file_bytes(npy("v1.npy"));
  std::string z;
  auto put = [&](std::uint64_t v, int bytes) {
    for (int i = 0; i < bytes; ++i) z += static_cast<char>(v >> (8 * i) & 255);
  };
  std::uint32_t crc = 0xffffffffu;
  for (const unsigned char c : content) {
    crc ^= c;
    for (int k = 0; k < 8; ++k) crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
  }
  crc = ~crc;
  const std::string ones(4, '\xff');
  put(0x04034b50, 4), put(45, 2), put(0, 2), put(0, 2), put(0, 4), put(crc, 4), z += ones + ones, put(5, 2), put(20, 2);
  z += "x.npy";
  put(1, 2), put(16, 2), put(content.size(), 8), put(content.size(), 8);
  z += content;
  const std::size_t directory = z.size();
  put(0x02014b50, 4), put(45, 2), put(45, 2), put(0, 2), put(0, 2), put(0, 4), put(crc, 4), z += ones + ones;
  put(5, 2), put(28, 2), put(0, 2), put(0, 2), put(0, 2), put(0, 4), z += ones + "x.npy";
  put(1, 2), put(24, 2), put(content.size(), 8), put(content.size(), 8), put(0, 8);
  const std::size_t end = z.size();
  put(0x06064b50, 4), put(44, 8), put(45, 2), put(45, 2), put(0, 4), put(0, 4), put(1, 8), put(1, 8);
  put(end - directory, 8), put(directory, 8);
  put(0x07064b50, 4), put(0, 4), put(end, 8), put(1, 4);
  put(0x06054b50, 4), put(0, 4), put(0xffff, 2), put(0xffff, 2), z += ones + ones, put(0, 2);
  const NpzReader reader(write("x.npz", z));
  EXPECT_EQ(reader.names(), std::vector<std::string>{"x"});
  EXPECT_TRUE(identical(reader.read<double>("x"), Sample<double>::make()));
}

TEST_F(Npy, ManyEntriesAndLargeData) {
  const auto big = test::noise_array<float>({300, 1000});
  {
    NpzWriter writer(path("x.npz"));
    writer.add("big", big);
    for (int i = 0; i < 300; ++i) writer.add("n" + std::to_string(i), of<std::int32_t>({i}, {}));
  }  // closed by the destructor
  const NpzReader reader(path("x.npz"));
  ASSERT_EQ(reader.names().size(), 301u);
  EXPECT_TRUE(identical(reader.read<float>("big"), big));
  EXPECT_EQ(reader.read<std::int32_t>("n299").item(), 299);
}

// Messages -----------------------------------------------------------------------------------------------------
TEST_F(Npy, AnotherElementTypeNamesBoth) {
  const std::string v1 = npy("v1.npy");
  EXPECT_ERROR(IoError, load_npy<float>(v1),
               ("load_npy: " + v1 + ": element type is float64 ('<f8'), expected float32 ('<f4')").c_str());
  const std::string text = npy("text.npy");
  EXPECT_ERROR(IoError, load_npy<double>(text),
               ("load_npy: " + text + ": element type is '<U3', expected float64 ('<f8')").c_str());
  const std::string structured = npy("structured.npy");
  EXPECT_ERROR(IoError, load_npy<double>(structured),
               ("load_npy: " + structured +
                ": element type is '[('a', '<f8'), ('b', '<i4', (2,))]', expected float64 ('<f8')").c_str());
  const std::string stored = npy("stored.npz");
  EXPECT_ERROR(IoError, NpzReader(stored).read<std::complex<float>>("n"),
               ("NpzReader: " + stored + ": entry \"n\": element type is int64 ('<i8'), expected complex64 ('<c8')").c_str());
}

TEST_F(Npy, WrongFiles) {
  const std::string missing = path("missing.npy"), nine = npy("nine_axes.npy"), bzip2 = npy("bzip2.npz");
  EXPECT_ERROR(IoError, load_npy<double>(missing), ("load_npy: " + missing + ": cannot open: No such file or directory").c_str());
  EXPECT_ERROR(IoError, NpzReader{missing}, ("NpzReader: " + missing + ": cannot open: No such file or directory").c_str());
  EXPECT_THROW(load_npy<double>(path("")), IoError);  // a folder
  EXPECT_THROW(NpzReader{path("")}, IoError);
  EXPECT_ERROR(IoError, load_npy<double>(nine), ("load_npy: " + nine + ": more than 8 axes").c_str());
  EXPECT_ERROR(IoError, NpzReader(bzip2).read<double>("x"),
               ("NpzReader: " + bzip2 + ": entry \"x\": compression method 12 is not supported").c_str());
  const std::string stored = npy("stored.npz");
  EXPECT_ERROR(IoError, NpzReader(stored).read<double>("y"), ("NpzReader: " + stored + ": no entry \"y\"; it holds: x, n").c_str());
  EXPECT_ERROR(IoError, load_npy<double>(stored), ("load_npy: " + stored + ": not an .npy file").c_str());
  EXPECT_ERROR(IoError, NpzReader{nine},
               ("NpzReader: " + nine + ": not an .npz file, or truncated: no end of a zip archive").c_str());
}

TEST_F(Npy, CannotWrite) {
  const auto x = Sample<float>::make();
  const std::string nowhere = path("no/such/folder");
  EXPECT_ERROR(IoError, save_npy(nowhere, x), ("save_npy: " + nowhere + ": cannot create: No such file or directory").c_str());
  EXPECT_ERROR(IoError, NpzWriter{nowhere}, ("NpzWriter: " + nowhere + ": cannot create: No such file or directory").c_str());
  if (fs::exists("/dev/full")) {
    EXPECT_ERROR(IoError, save_npy("/dev/full", x), "save_npy: /dev/full: cannot write: No space left on device");
  }
  NpzWriter writer(path("x.npz"));
  writer.add("x", x);
  EXPECT_ERROR(InvalidArgument, writer.add("x", x), "NpzWriter: \"x\" was added before");
  EXPECT_ERROR(InvalidArgument, writer.add("", x), "NpzWriter: the name must have 1 to 60000 bytes, got 0");
  writer.close();
  writer.close();
  EXPECT_ERROR(InvalidArgument, writer.add("y", x), ("NpzWriter: " + path("x.npz") + " is closed").c_str());
}

TEST_F(Npy, MalformedHeaders) {
  const struct {
    const char *header, *message;
  } cases[] = {
      {"", "malformed header: '{' expected"},
      {"{'descr': '<f8', 'fortran_order': False, ", "malformed header: a quoted name expected"},
      {"{'descr': '<f8', 'fortran_order': False}", "malformed header: no 'shape'"},
      {"{'descr': '<f8', 'descr': '<f8'}", "malformed header: repeated key 'descr'"},
      {"{'descr': '<f8', 'order': 1}", "malformed header: unknown key 'order'"},
      {"{'descr': '<f8", "malformed header: a quote is not closed"},
      {"{'descr': [('a', '<f8'), ", "malformed header: a bracket is not closed"},
      {"{'descr': 8}", "malformed header: an element type expected"},
      {"{'descr' '<f8'}", "malformed header: ':' expected"},
      {"{'fortran_order': Maybe}", "malformed header: True or False expected"},
      {"{'shape': 3}", "malformed header: '(' expected"},
      {"{'shape': (-3,)}", "malformed header: a shape holds non-negative integers only"},
      {"{'shape': (3", "malformed header: ',' or ')' expected"},
      {"{'shape': (99999999999999999999,)}", "malformed header: an extent is too large"},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x", "malformed header: text after the dictionary"},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (1,) 'x'}", "malformed header: ',' or '}' expected"},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (0, 4611686018427387904, 4)}",
       "malformed header: shape (0, 4611686018427387904, 4) is too large"},
      {"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}",
       "truncated: shape (1000000000000,) needs 8000000000000 bytes, 8 are left"},
      {"{'descr': '', 'fortran_order': False, 'shape': (1,)}", "element type is '', expected float64 ('<f8')"},
  };
  for (const auto& c : cases) {
    const std::string file = write("x.npy", npy_bytes(c.header, "12345678"));
    EXPECT_ERROR(IoError, load_npy<double>(file), ("load_npy: " + file + ": " + c.message).c_str());
  }
  std::string future = file_bytes(npy("v1.npy"));
  future[6] = 4;
  const std::string file = write("x.npy", future);
  EXPECT_ERROR(IoError, load_npy<double>(file), ("load_npy: " + file + ": unknown .npy format 4.0").c_str());
}

TEST_F(Npy, WrongChecksum) {
  std::string bytes = file_bytes(npy("stored.npz"));
  bytes[bytes.find("NUMPY") + 130] ^= 1;  // in the data of x
  const std::string file = write("x.npz", bytes);
  EXPECT_ERROR(IoError, NpzReader(file).read<double>("x"),
               ("NpzReader: " + file + ": entry \"x\": damaged: wrong checksum (CRC-32)").c_str());
  EXPECT_EQ(NpzReader(file).read<std::int64_t>("n").size(), 5);
}

// Damage at every byte: the right data or IoError that names the file, nothing else. -----------------------------
void expect_data_or_error(const std::string& file, const std::function<Array<double>()>& read, bool may_differ,
                          std::size_t at) {
  try {
    const Array<double> x = read();
    if (may_differ) return;
    EXPECT_TRUE(identical(x, Sample<double>::make().to(Device::cpu()))) << "byte " << at;
  } catch (const IoError& error) {
    EXPECT_NE(std::string(error.what()).find(file), std::string::npos) << error.what();
  } catch (const std::exception& error) {
    ADD_FAILURE() << "byte " << at << ": " << error.what();
  }
}

TEST_F(Npy, TruncatedAtEveryByte) {
  for (const char* name : {"v1.npy", "v2.npy", "fortran_big.npy"}) {
    const std::string bytes = file_bytes(npy(name));
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      const std::string file = write("x.npy", bytes.substr(0, n));
      EXPECT_THROW(load_npy<double>(file, Device::cpu()), IoError) << name << " cut to " << n << " bytes";
    }
  }
  for (const char* name : {"stored.npz", "deflated.npz", "streamed.npz"}) {
    const std::string bytes = file_bytes(npy(name));
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      const std::string file = write("x.npz", bytes.substr(0, n));
      EXPECT_THROW(NpzReader{file}, IoError) << name << " cut to " << n << " bytes";
    }
  }
}

TEST_F(Npy, EveryByteChanged) {
  for (const char* name : {"v1.npy", "v2.npy", "stored.npz", "deflated.npz", "streamed.npz"}) {
    const std::string bytes = file_bytes(npy(name));
    const bool zip = name[0] != 'v';
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      for (const int change : {1, 0x80, 0xff}) {
        std::string damaged = bytes;
        damaged[i] = static_cast<char>(damaged[i] ^ change);
        const std::string file = write("x", damaged);
        // Without a checksum (.npy) changed numbers cannot be told from others.
        expect_data_or_error(
            file,
            [&] { return zip ? NpzReader(file).read<double>("x", Device::cpu()) : load_npy<double>(file, Device::cpu()); },
            !zip, i);
      }
    }
  }
}

}  // namespace
}  // namespace tukey
