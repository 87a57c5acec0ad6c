// SPDX-License-Identifier: Apache-2.0
// Fused expressions: their graphs, and the translation of a graph into programs.
#include "tukey/fuse.hpp"

#include <cmath>
#include <unordered_map>
#include <utility>

#include "element.hpp"
#include "fuse_program.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey::detail {

// An operation, an array or a scalar. Never changed once made.
struct ExprNode {
  enum class Kind { operation, array, scalar };
  Kind kind = Kind::operation;
  FuseOp op = FuseOp::load;
  bool complex = false;      // the value
  bool any_complex = false;  // the value or one that it is computed of
  int type = 0;              // code of the real type that is computed with
  int need = 0;              // places of the stack, without shared values
  int depth = 0;
  bool has_device = false;
  Device device;
  Shape shape;
  ExprPtr parts[3];
  // An array.
  std::shared_ptr<Storage> storage;
  const void* data = nullptr;
  Shape strides;
  int stored = 0;  // code of the element type
  // A scalar.
  double re = 0, im = 0;
  long integer = 0;

  bool is_operation() const { return kind == Kind::operation; }
  int count() const { return parts[2] ? 3 : parts[1] ? 2 : parts[0] ? 1 : 0; }
};

namespace {

constexpr int longest_chain = 1000;
template <class T> constexpr int code_of = type_code<kernel_t<T>>;

int largest(int a, int b) { return a > b ? a : b; }
// Of an operand that is fetched as it is needed: nothing, or one place where it comes first.
int need_first(const ExprPtr& x) { return x->is_operation() ? x->need : 1; }
int need_of(const ExprNode& n) {
  if (n.count() == 1) return need_first(n.parts[0]);
  const int a = need_first(n.parts[0]), b = n.parts[1]->need;
  if (n.count() == 2) {
    if (!n.parts[0]->is_operation() && n.parts[1]->is_operation()) return b;
    return a == b ? a + 1 : largest(a, b);
  }
  return largest(a, largest(1 + need_first(n.parts[1]), 2 + n.parts[2]->need));
}

// The program of a graph, where it fits.
class Writer {
 public:
  Writer(const ExprNode& root, int result) {
    program.types[0] = result;
    ok_ = count(root);
    if (!ok_) return;
    int shared = 0;
    for (int i = 0; i < nodes_; ++i) shared += uses_[i] > 1;
    kept_ = shared < fuse_slots - 1 ? shared : fuse_slots - 1;
    program.slotted = arrays < fuse_slots - kept_ ? arrays : fuse_slots - kept_;
    next_slot_ = program.slotted;
    program.arrays = arrays;
    if (root.is_operation())
      operation(root);
    else
      emit({FuseOp::load, from_none, 0, 0, true, false, false}, &root);
  }
  bool fits() const { return ok_; }

  fuse_program program{};
  const ExprNode* array[fuse_arrays];
  int arrays = 0;

 private:
  // Counts how often each operation is used, and collects the arrays and scalars.
  bool count(const ExprNode& n) {
    if (n.kind == ExprNode::Kind::array) return place_of_array(n) >= 0;
    if (n.kind == ExprNode::Kind::scalar) return place_of_scalar(n) >= 0;
    for (int i = 0; i < nodes_; ++i)
      if (node_[i] == &n) return ++uses_[i], true;
    if (nodes_ == fuse_instructions) return false;
    node_[nodes_] = &n, uses_[nodes_] = 1, slot_[nodes_] = -1, ++nodes_;
    for (int k = 0; k < n.count(); ++k)
      if (!count(*n.parts[k])) return false;
    return true;
  }
  int place_of_array(const ExprNode& n) {
    for (int i = 0; i < arrays; ++i) {
      const ExprNode& a = *array[i];
      if (a.data == n.data && a.stored == n.stored && a.shape == n.shape && a.strides == n.strides) return i;
    }
    if (arrays == fuse_arrays) return -1;
    array[arrays] = &n;
    return arrays++;
  }
  int place_of_scalar(const ExprNode& n) {
    fuse_program& p = program;
    // NaN is never found, which does no harm but for the place it takes.
    for (int i = 0; i < p.constants; ++i)
      if (same_bits(p.re[i], n.re) && same_bits(p.im[i], n.im) && p.integer[i] == n.integer) return i;
    if (p.constants == fuse_constants) return -1;
    p.re[p.constants] = n.re, p.im[p.constants] = n.im, p.integer[p.constants] = n.integer;
    return p.constants++;
  }
  static bool same_bits(double a, double b) { return a == b && (a != 0 || std::signbit(a) == std::signbit(b)); }
  int known(const ExprNode& n) const {
    for (int i = 0; i < nodes_; ++i)
      if (node_[i] == &n) return i;
    return -1;
  }
  // An operand that needs no computation any more.
  bool is_ready(const ExprNode& n) const { return !n.is_operation() || slot_[known(n)] >= 0; }

  void emit(fuse_instruction i, const ExprNode* operand) {
    if (program.instructions == fuse_instructions) ok_ = false;
    if (!ok_) return;
    if (operand) {
      if (operand->is_operation()) {
        i.source = from_slot, i.index = static_cast<unsigned char>(slot_[known(*operand)]);
      } else if (operand->kind == ExprNode::Kind::array) {
        i.index = static_cast<unsigned char>(place_of_array(*operand));
        i.source = i.index < program.slotted ? from_slot : from_array;
      } else {
        i.source = from_constant, i.index = static_cast<unsigned char>(place_of_scalar(*operand));
      }
    }
    if (i.push && ++height_ > fuse_stack) ok_ = false;
    if (i.source == from_stack) --height_;
    program.code[program.instructions++] = i;
  }
  // Puts the value of x on the stack.
  void push(const ExprNode& x) {
    if (is_ready(x))
      emit({FuseOp::load, from_none, 0, 0, true, false, false}, &x);
    else
      operation(x);
  }
  void operation(const ExprNode& n) {
    if (!ok_) return;
    const ExprNode &a = *n.parts[0], *b = n.parts[1].get(), *c = n.parts[2].get();
    bool real = n.op != FuseOp::make_complex;
    for (int k = 0; k < n.count(); ++k) real = real && !n.parts[k]->complex;
    const fuse_instruction stacked{n.op, from_stack, 0, 0, false, false, real};
    const fuse_instruction fetched{n.op, from_none, 0, 0, false, false, real};
    if (!b) {
      fuse_instruction i = fetched;
      i.push = is_ready(a);
      if (!i.push) operation(a);
      emit(i, i.push ? &a : nullptr);
    } else if (!c) {
      fuse_instruction i = stacked;
      const ExprNode* operand = nullptr;
      const bool left_first = is_ready(*b) || (!is_ready(a) && a.need >= b->need);
      const ExprNode &first = left_first ? a : *b, &second = left_first ? *b : a;
      push(first);
      if (!ok_) return;
      if (is_ready(second))  // perhaps only now
        i = fetched, operand = &second;
      else
        operation(second);
      i.swap = !left_first;
      emit(i, operand);
    } else {
      push(a);
      push(*b);
      if (!ok_) return;
      if (is_ready(*c)) {
        emit(fetched, c);
      } else {
        operation(*c);
        emit(stacked, nullptr);
      }
      --height_;  // the condition
    }
    if (!ok_) return;
    const int at = known(n);
    if (uses_[at] > 1 && kept_ > 0) {
      --kept_;
      slot_[at] = next_slot_++;
      program.code[program.instructions - 1].save = static_cast<unsigned char>(slot_[at] + 1);
    }
  }

  bool ok_ = true;
  const ExprNode* node_[fuse_instructions];
  int uses_[fuse_instructions], slot_[fuse_instructions], nodes_ = 0;
  int kept_ = 0, next_slot_ = 0, height_ = 0;
};

int machine_of(const ExprNode& n) {
  if (!n.any_complex) return n.type;
  return n.type == code_of<float> ? code_of<std::complex<float>> : code_of<std::complex<double>>;
}
std::size_t bytes_of(int type) {
  switch (type) {
#define TUKEY_SIZE(number, type) \
  case number:                   \
    return sizeof(type);
    TUKEY_INTEGER_CODES(TUKEY_SIZE)
    TUKEY_OTHER_CODES(TUKEY_SIZE)
#undef TUKEY_SIZE
    default:
      return 0;
  }
}

// Where a result goes.
struct Target {
  const std::shared_ptr<Storage>& storage;
  void* data;
  const Shape &shape, &strides;
  int type;
};

void run_cpu(int machine, const fuse_loop& l, const fuse_program& p) {
  switch (machine) {
#define TUKEY_RUN(T) \
  case code_of<T>:   \
    return cpu::fuse<kernel_t<T>>(l, p);
    TUKEY_FOR_FLOATING(TUKEY_RUN)
    TUKEY_RUN(std::int32_t)
    TUKEY_RUN(std::int64_t)
#undef TUKEY_RUN
    default:
      return;
  }
}
void run_cuda(CUstream_st* stream, int machine, const fuse_loop& l, const fuse_program& p) {
  if constexpr (has_cuda) {
    switch (machine) {
#define TUKEY_RUN(T) \
  case code_of<T>:   \
    return cuda::fuse<kernel_t<T>>(stream, l, p);
      TUKEY_FOR_FLOATING(TUKEY_RUN)
      TUKEY_RUN(std::int32_t)
      TUKEY_RUN(std::int64_t)
#undef TUKEY_RUN
      default:
        return;
    }
  }
}

void run(Writer& writer, const ExprNode& root, const Target& out) {
  fuse_loop l{};
  l.rank = out.shape.rank();
  for (int d = 0; d < l.rank; ++d) l.shape[d] = out.shape[d], l.strides[0][d] = out.strides[d];
  if (l.size() == 0) return;
  fuse_program& p = writer.program;
  for (int k = 0; k < writer.arrays; ++k) {
    const ExprNode& x = *writer.array[k];
    const int skip = l.rank - x.shape.rank();
    for (int d = 0; d < x.shape.rank(); ++d)
      if (x.shape[d] == l.shape[d + skip]) l.strides[1 + k][d + skip] = x.strides[d];
    p.types[1 + k] = x.stored;
    p.data[1 + k] = x.data;
  }
  p.data[0] = out.data;
  collapse(l);
  auto use = [&] {
    for (int k = 0; k < writer.arrays; ++k)
      if (writer.array[k]->storage) writer.array[k]->storage->use(false);
    if (out.storage) out.storage->use(true);
  };
  if constexpr (has_cuda) {
    if (root.device.is_cuda()) {
      GpuCall call(root.device);
      use();
      return run_cuda(call.stream(), machine_of(root), l, p);
    }
  }
  use();
  run_cpu(machine_of(root), l, p);
}

void compute(ExprPtr root, const Target& out);

// The values of x as an array node.
ExprPtr materialize(const ExprPtr& x) {
  auto n = std::make_shared<ExprNode>();
  n->kind = ExprNode::Kind::array;
  n->complex = n->any_complex = x->complex;
  n->type = x->type, n->device = x->device, n->has_device = true;
  n->shape = x->shape, n->strides = row_major_strides(x->shape);
  n->stored = !x->complex                 ? x->type
              : x->type == code_of<float> ? code_of<std::complex<float>>
                                          : code_of<std::complex<double>>;
  n->storage = Storage::allocate(static_cast<std::size_t>(x->shape.size()) * bytes_of(n->stored), x->device);
  n->data = n->storage->data();
  compute(x, {n->storage, n->storage->data(), n->shape, n->strides, n->stored});
  return n;
}
// x with `from` replaced by `to` all over; shared parts stay shared.
ExprPtr replaced(const ExprPtr& x, const ExprNode* from, const ExprPtr& to,
                 std::unordered_map<const ExprNode*, ExprPtr>& done) {
  if (x.get() == from) return to;
  if (!x->is_operation() || x->depth <= from->depth) return x;
  const auto found = done.find(x.get());
  if (found != done.end()) return found->second;
  ExprPtr parts[3];
  bool changed = false;
  for (int k = 0; k < x->count(); ++k) {
    parts[k] = replaced(x->parts[k], from, to, done);
    changed = changed || parts[k] != x->parts[k];
  }
  ExprPtr y = x;
  if (changed) y = expr_node(x->op, "evaluate", x->complex, parts[0], parts[1], parts[2]);
  done.emplace(x.get(), y);
  return y;
}
void compute(ExprPtr root, const Target& out) {
  for (;;) {
    Writer writer(*root, out.type);
    if (writer.fits()) return run(writer, *root, out);
    // The deepest part that fits becomes an array.
    ExprPtr x = root;
    do {
      const ExprPtr* deepest = &x->parts[0];
      for (int k = 1; k < x->count(); ++k)
        if (x->parts[k]->depth > (*deepest)->depth) deepest = &x->parts[k];
      x = ExprPtr(*deepest);
    } while (!Writer(*x, out.type).fits());
    std::unordered_map<const ExprNode*, ExprPtr> done;
    root = replaced(root, x.get(), materialize(x), done);
  }
}

const ExprNode& checked(const ExprPtr& x) {
  require(x->has_device, "lazy", "at least one operand must be an array");
  return *x;
}

}  // namespace

template <class T, class S> ExprPtr expr_array(const Array<S>& x) {
  auto n = std::make_shared<ExprNode>();
  n->kind = ExprNode::Kind::array;
  n->complex = n->any_complex = is_complex_v<T>;
  n->type = code_of<real_t<T>>;
  n->device = x.device(), n->has_device = true;
  n->shape = x.shape();
  n->storage = x.storage();
  n->data = x.origin(), n->strides = x.strides(), n->stored = code_of<S>;
  return n;
}
template <class T> ExprPtr expr_scalar(T value) {
  auto n = std::make_shared<ExprNode>();
  n->kind = ExprNode::Kind::scalar;
  n->complex = n->any_complex = is_complex_v<T>;
  n->type = code_of<real_t<T>>;
  if constexpr (is_complex_v<T>)
    n->re = value.real(), n->im = value.imag();
  else if constexpr (std::is_integral_v<T>)
    n->integer = static_cast<long>(value);
  else
    n->re = value;
  return n;
}
ExprPtr expr_node(FuseOp op, const char* name, bool complex_result, const ExprPtr& a, const ExprPtr& b,
                  const ExprPtr& c) {
  auto n = std::make_shared<ExprNode>();
  n->op = op;
  n->complex = n->any_complex = complex_result;
  n->type = a->type;
  for (const ExprPtr* x : {&a, &b, &c}) {
    if (!*x) break;
    const ExprNode& part = **x;
    n->parts[n->count()] = *x;
    n->any_complex = n->any_complex || part.any_complex;
    n->depth = largest(n->depth, part.depth + 1);
    if (!part.has_device) continue;
    if (n->has_device && part.device != n->device)
      invalid(name, "operands are on ", n->device.str(), " and ", part.device.str());
    n->shape = n->has_device && n->shape != part.shape ? broadcast_shapes(n->shape, part.shape, name) : part.shape;
    n->device = part.device, n->has_device = true;
  }
  require(n->depth <= longest_chain, "lazy", "more than ", longest_chain,
          " operations hang on one another; evaluate a part of the expression first");
  n->need = need_of(*n);
  return n;
}
const Shape& expr_shape(const ExprPtr& x) { return x->shape; }

template <class R> Array<R> expr_evaluate(const ExprPtr& x) {
  const Array<R> out(checked(x).shape, x->device);
  compute(x, {out.storage(), out.origin(), out.shape(), out.strides(), code_of<R>});
  return out;
}
template <class R> void expr_evaluate_into(const Array<R>& out, const ExprPtr& x) {
  const ExprNode& n = checked(x);
  require(out.shape() == n.shape, "evaluate_into", "out must have shape ", n.shape.str(), ", got ", out.shape().str());
  if (out.device() != n.device)
    invalid("evaluate_into", "out is on ", out.device().str(), ", the operands are on ", n.device.str());
  compute(x, {out.storage(), out.origin(), out.shape(), out.strides(), code_of<R>});
}

#define TUKEY_ARRAY(T, S) template TUKEY_EXPORT ExprPtr expr_array<T, S>(const Array<S>&);
#define TUKEY_SMALL(T)                                                                                                \
  TUKEY_ARRAY(T, bool)                                                                                                \
  TUKEY_ARRAY(T, std::int8_t) TUKEY_ARRAY(T, std::uint8_t) TUKEY_ARRAY(T, std::int16_t) TUKEY_ARRAY(T, std::uint16_t) \
      TUKEY_ARRAY(T, std::int32_t)
TUKEY_SMALL(float)
TUKEY_SMALL(double)
TUKEY_SMALL(std::int32_t)
TUKEY_SMALL(std::int64_t)
TUKEY_ARRAY(std::int64_t, std::int64_t)
TUKEY_ARRAY(float, half)
TUKEY_ARRAY(float, float)
TUKEY_ARRAY(float, double)
TUKEY_ARRAY(double, float)
TUKEY_ARRAY(double, double)
TUKEY_ARRAY(std::complex<float>, std::complex<float>)
TUKEY_ARRAY(std::complex<float>, packed_complex<std::int8_t>)
TUKEY_ARRAY(std::complex<float>, packed_complex<std::int16_t>)
TUKEY_ARRAY(std::complex<double>, std::complex<double>)
#undef TUKEY_SMALL
#undef TUKEY_ARRAY
#define TUKEY_INSTANTIATE(T)                                    \
  template TUKEY_EXPORT ExprPtr expr_scalar(T);                 \
  template TUKEY_EXPORT Array<T> expr_evaluate(const ExprPtr&); \
  template TUKEY_EXPORT void expr_evaluate_into(const Array<T>&, const ExprPtr&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
TUKEY_INSTANTIATE(std::int32_t)
TUKEY_INSTANTIATE(std::int64_t)
#undef TUKEY_INSTANTIATE
template TUKEY_EXPORT Array<bool> expr_evaluate(const ExprPtr&);
template TUKEY_EXPORT void expr_evaluate_into(const Array<bool>&, const ExprPtr&);

}  // namespace tukey::detail
