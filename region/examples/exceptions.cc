// SPDX-License-Identifier: 0BSD
// Regions in templates, and exceptions that leave them: c++ -O2 exceptions.cc && ./a.out & tdtop
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

#include <tdtop_region.h>

// All kinds of keys are one region: it is the name that counts.
template <class Key> class Index {
	std::map<Key, int> entries;

public:
	void insert(const Key &key)
	{
		TDTOP_REGION("insert") {
			entries[key]++;
		}
	}

	int count(const Key &key) const
	{
		TDTOP_REGION("find") {
			const auto found = entries.find(key);

			if (found == entries.end())
				throw std::out_of_range("no such key");
			return found->second;
		}
		return 0; // not reached; a compiler may not see it
	}
};

int main(int argc, char **argv)
{
	const int n = argc > 1 ? std::atoi(argv[1]) : 10000000;
	Index<std::string> words;
	Index<int> numbers;
	int found = 0, missing = 0;

	for (int i = 0; i < n; i++) {
		words.insert(std::to_string(i % 10007));
		numbers.insert(i % 10007);
		try {
			found += numbers.count(i % 20014) > 0;
			found += words.count(std::to_string(i % 20014)) > 0;
		} catch (const std::out_of_range &) {
			missing++;
		}
	}
	std::printf("%d found, %d missing\n", found, missing);
}
