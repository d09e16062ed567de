/* SPDX-License-Identifier: GPL-2.0-only */
/* C++: virtual calls in known shares, templates, overloads, recursion, a lambda, an exception. */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

namespace shapes {

struct Shape {
	virtual ~Shape() = default;
	virtual uint64_t area(uint64_t n) const = 0;
};

struct Square : Shape {
	uint64_t area(uint64_t n) const override { return n * n; }
};

struct Circle : Shape {
	uint64_t area(uint64_t n) const override { return 355 * n * n / 113; }
};

struct Stairs : Shape {
	uint64_t area(uint64_t n) const override
	{
		uint64_t sum = 0;

		for (uint64_t i = 0; i < n % 4 + 2; i++)
			sum += i * n;
		return sum;
	}
};

template <typename T>
__attribute__((noinline)) T clamped(T value, T least, T most)
{
	return value < least ? least : value > most ? most : value;
}

} // namespace shapes

class Tree {
public:
	explicit Tree(unsigned depth)
	{
		if (depth) {
			left = std::make_unique<Tree>(depth - 1);
			right = std::make_unique<Tree>(depth - 1);
		}
	}
	__attribute__((noinline)) uint64_t nodes() const
	{
		return 1 + (left ? left->nodes() : 0) + (right ? right->nodes() : 0);
	}

private:
	std::unique_ptr<Tree> left, right;
};

static uint32_t seed = 3;

static uint32_t random32()
{
	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

__attribute__((noinline)) static uint64_t sum_areas(const std::vector<shapes::Shape *> &all, int turns)
{
	uint64_t sum = 0;

	for (int i = 0; i < turns; i++) {
		uint32_t n = random32();

		/* 1/8 squares, 2/8 circles, 5/8 stairs */
		sum += all[n % 8 == 0 ? 0 : n % 8 < 3 ? 1 : 2]->area(n >> 20);
		sum = shapes::clamped<uint64_t>(sum, 1, uint64_t(1) << 60);
	}
	return sum;
}

int main(int argc, char **argv)
{
	int turns = argc > 1 ? std::atoi(argv[1]) : 400000;
	shapes::Square square;
	shapes::Circle circle;
	shapes::Stairs stairs;
	Tree tree(8);
	uint64_t sum = sum_areas({ &square, &circle, &stairs }, turns);
	std::vector<uint32_t> numbers(2000);
	std::function<bool(uint32_t, uint32_t)> less = [](uint32_t a, uint32_t b) { return a % 1000 < b % 1000; };

	for (int i = 0; i < turns / 2000; i++)
		sum += tree.nodes();
	std::generate(numbers.begin(), numbers.end(), random32);
	std::sort(numbers.begin(), numbers.end(), less);
	try {
		if (argc < 100)
			throw std::runtime_error("a test");
	} catch (const std::exception &e) {
		sum += numbers[0];
	}
	std::printf("%llu\n", static_cast<unsigned long long>(sum));
	return 0;
}
