// SPDX-License-Identifier: Apache-2.0
// Covariances and correlation coefficients: NumPy's values, views, weights, edges, error messages.
#include "support.hpp"
#include "tukey/linalg.hpp"

namespace tukey::test {
namespace {

using C = std::complex<double>;

struct Covariance : testing::Test {
  template <class T> Array<T> read(const std::string& name) const {
    return golden("scan").read<T>(name, default_device());
  }
  Array<double> f = read<double>("cov_f"), g = read<double>("cov_g"), aw = read<double>("cov_aw");
  Array<std::int64_t> fw = read<std::int64_t>("cov_fw");
  Array<C> complex() const { return f.astype<C>() + f.flip(0).astype<C>() * C(0, 1); }
};

TEST_F(Covariance, MatchesNumPy) {
  EXPECT_TRUE(close(cov(f), read<double>("cov"), {8}));
  EXPECT_TRUE(close(cov(f.transpose().copy().transpose()), read<double>("cov"), {8}));
  EXPECT_TRUE(close(cov(f, {.bias = true}), read<double>("cov_bias"), {8}));
  EXPECT_TRUE(close(cov(f, {.bias = true, .ddof = 1}), read<double>("cov"), {8}));
  EXPECT_TRUE(close(cov(f, g), read<double>("cov_y"), {8}));
  EXPECT_TRUE(close(cov(f.transpose(), g.transpose(), {.rowvar = false}), read<double>("cov_y"), {8}));
  EXPECT_TRUE(close(cov(f.transpose()(ellipsis, Slice{0, 4}), {.rowvar = false}), read<double>("cov_columns"), {8}));
  EXPECT_TRUE(close(cov(f, {.ddof = 2, .fweights = fw, .aweights = aw}), read<double>("cov_weights"), {8}));
  EXPECT_TRUE(close(cov(f(0)), read<double>("cov_1d"), {8}));
  EXPECT_EQ(cov(f(0)).rank(), 0);
  EXPECT_TRUE(close(corrcoef(f, g), read<double>("corrcoef"), {8}));
  EXPECT_TRUE(close(cov(complex()), read<C>("cov_z"), {8}));
  EXPECT_TRUE(close(corrcoef(complex()), read<C>("corrcoef_z"), {8}));
  EXPECT_TRUE(close(cov(f.astype<float>()), read<double>("cov"), {8}));
}

TEST_F(Covariance, Edges) {
  EXPECT_EQ(corrcoef(f(0)).item(), 1);
  const Array<double> same = f(Slice{0, 1}).broadcast_to({2, 20});
  EXPECT_TRUE(close(corrcoef(same), std::vector<double>(4, 1), {4}));
  EXPECT_TRUE(std::isnan(corrcoef(ones<double>({2, 5})).to_vector()[1]));
  EXPECT_TRUE(std::isnan(cov(Array<double>::from({3})).item()));
  EXPECT_TRUE(close(cov(f, {.fweights = ones<std::int64_t>({20})}), cov(f), {8}));
}

TEST_F(Covariance, Errors) {
  EXPECT_ERROR(InvalidArgument, cov(f.expand_dims(0)), "cov: m must have one or two axes, got shape (1, 5, 20)");
  EXPECT_ERROR(InvalidArgument, cov(f, g(ellipsis, Slice{1, {}})),
               "cov: y must have 20 observations, as m has, got 19");
  EXPECT_ERROR(InvalidArgument, cov(f, {.aweights = aw(Slice{3, {}})}),
               "cov: aweights must have shape (20,), got (17,)");
}

}  // namespace
}  // namespace tukey::test
