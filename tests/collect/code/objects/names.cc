// SPDX-License-Identifier: GPL-2.0-only
// C++ names for the tests; see make.sh.
namespace space {
template <typename T> struct Box {
	T value;
	__attribute__((noinline)) T get(int x) const;
};
template <typename T> T Box<T>::get(int x) const { return value + x; }
template struct Box<long>;
}
