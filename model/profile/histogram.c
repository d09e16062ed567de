/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bins and modes of a histogram; see histogram.h.
 *
 * A mode is a peak of the smoothed density (blocks per cycle) that stands out. It is 1.5 times as
 * high as the valley towards each neighbour, by more than chance makes (4 standard deviations of
 * the counts), and holds at least 3 % of the blocks. It reaches down to a twentieth of its peak, or
 * to the valley; what lies in no mode is a tail. Density is smoothed over 1/12 of its cycles to
 * either side, so values below 12, where one cycle is a difference, are taken as they are.
 */
#include "config.h"
#include "model/profile/histogram.h"

#define EXACT 64	/* bins of one cycle */
#define PER_OCTAVE 8

#define VALLEY 1.5
#define DEVIATIONS 4.0
#define LEAST_PART 0.03
#define FOOT 0.05	/* of the peak */
#define SMOOTH 12
#define LEAST_OF_PEAK 17	/* the least count that is more than DEVIATIONS of itself: c > 4 sqrt(c) */

unsigned int histogram_bin_of(uint32_t cycles)
{
	unsigned int octave;

	if (cycles < EXACT)
		return cycles;
	if (cycles > HISTOGRAM_MAX)
		return HISTOGRAM_BINS - 1;
	octave = 31 - (unsigned int)__builtin_clz(cycles);	/* 6..15 */
	return EXACT + (octave - 6) * PER_OCTAVE + (cycles >> (octave - 3)) % PER_OCTAVE;
}

uint32_t histogram_low(unsigned int bin)
{
	unsigned int octave, part;

	if (bin < EXACT)
		return bin;
	if (bin >= HISTOGRAM_BINS)
		return HISTOGRAM_MAX + 1;
	octave = (bin - EXACT) / PER_OCTAVE;
	part = (bin - EXACT) % PER_OCTAVE;
	return (PER_OCTAVE + part) << (octave + 3);
}

static uint32_t width(unsigned int bin)
{
	return histogram_low(bin + 1) - histogram_low(bin);
}

/* A histogram with its empty bins, its density, and that smoothed. */
struct curve {
	double count[HISTOGRAM_BINS], smooth[HISTOGRAM_BINS];
	double all;
	unsigned int from, to;	/* all else is 0 */
};

/* A peak with the bins that are nearer to it than to another: up to the valleys. */
struct peak {
	unsigned int at, from, to;
};

static double density(const struct curve *curve, unsigned int bin)
{
	return curve->count[bin] / width(bin);
}

static unsigned int reach(unsigned int bin)
{
	return bin < EXACT ? bin / SMOOTH : 1;
}

/* Weights fall off evenly to either side. */
static double smooth_at(const struct curve *curve, unsigned int bin)
{
	unsigned int far = reach(bin);
	double sum = 0, weights = 0;

	for (unsigned int b = bin - far; b <= bin + far && b < HISTOGRAM_BINS; b++) {
		double weight = far + 1 - (b > bin ? b - bin : bin - b);

		sum += weight * density(curve, b);
		weights += weight;
	}
	return sum / weights;
}

static void make_curve(struct curve *curve, const struct histogram_bin *bins, uint32_t n)
{
	*curve = (struct curve){ 0 };
	for (uint32_t i = 0; i < n; i++) {
		curve->count[bins[i].bin] += bins[i].count;
		curve->all += bins[i].count;
	}
	curve->from = bins[0].bin - reach(bins[0].bin);
	curve->to = bins[n - 1].bin;
	while (curve->to + 1 < HISTOGRAM_BINS &&
	       curve->to + 1 - reach(curve->to + 1) <= bins[n - 1].bin)
		curve->to++;
	for (unsigned int bin = curve->from; bin <= curve->to; bin++)
		curve->smooth[bin] = smooth_at(curve, bin);
}

static double height(const struct curve *curve, const struct peak *peak)
{
	return curve->smooth[peak->at];
}

/* Every local maximum, with the bins up to the lowest one before the next. */
static unsigned int find_peaks(const struct curve *curve, struct peak *peaks)
{
	unsigned int n = 0, valley = curve->from;
	bool up = true;

	for (unsigned int bin = curve->from; bin <= curve->to; bin++) {
		double here = curve->smooth[bin];
		double next = bin + 1 < HISTOGRAM_BINS ? curve->smooth[bin + 1] : 0;

		if (up && here > 0 && next < here) {
			peaks[n++] = (struct peak){ .at = bin, .from = valley, .to = bin };
			up = false;
		} else if (!up && next > here) {
			valley = bin;
			up = true;
		}
		if (n && !up)
			peaks[n - 1].to = bin;
	}
	return n;
}

struct window {
	double count, cycles;
};

static struct window window_at(const struct curve *curve, unsigned int bin)
{
	struct window window = { 0 };
	unsigned int far = reach(bin);

	for (unsigned int b = bin - far; b <= bin + far && b < HISTOGRAM_BINS; b++) {
		window.count += curve->count[b];
		window.cycles += width(b);
	}
	return window;
}

/* Would counts as those in the valley often make as many as there are at the peak? */
static bool by_chance(const struct curve *curve, const struct peak *peak, unsigned int valley)
{
	struct window high = window_at(curve, peak->at), low = window_at(curve, valley);
	double scale = high.cycles / low.cycles;
	double excess = high.count - low.count * scale;
	double variance = high.count + (low.count + 1) * scale * scale;

	return excess <= 0 || excess * excess <= DEVIATIONS * DEVIATIONS * variance;
}

/* How many times as high as the valley between them the lower of two neighbours is; 0: by chance */
static double standing_out(const struct curve *curve, const struct peak *a, const struct peak *b)
{
	const struct peak *lower = height(curve, a) < height(curve, b) ? a : b;
	double valley = curve->smooth[b->from];

	if (by_chance(curve, lower, b->from))
		return 0;
	return valley > 0 ? height(curve, lower) / valley : 2 * VALLEY;
}

/* Joins the two neighbours that stand out least, until all stand out enough. */
static unsigned int join_peaks(const struct curve *curve, struct peak *peaks, unsigned int n)
{
	while (n > 1) {
		unsigned int weakest = 0;
		double least = VALLEY;

		for (unsigned int i = 0; i + 1 < n; i++) {
			double out = standing_out(curve, &peaks[i], &peaks[i + 1]);

			if (out < least) {
				least = out;
				weakest = i + 1;
			}
		}
		if (!weakest)
			break;
		if (height(curve, &peaks[weakest]) > height(curve, &peaks[weakest - 1]))
			peaks[weakest - 1].at = peaks[weakest].at;
		peaks[weakest - 1].to = peaks[weakest].to;
		n--;
		for (unsigned int i = weakest; i < n; i++)
			peaks[i] = peaks[i + 1];
	}
	return n;
}

static struct histogram_mode make_mode(const struct curve *curve, struct peak peak)
{
	double foot = FOOT * height(curve, &peak), most = 0, sum = 0;
	unsigned int from = peak.at, to = peak.at, top;

	while (from > peak.from && curve->smooth[from - 1] >= foot)
		from--;
	while (to < peak.to && curve->smooth[to + 1] >= foot)
		to++;
	/* Smoothing reaches one bin too far: what is there itself is not in the mode unless it counts. */
	while (from < to && density(curve, from) < foot)
		from++;
	while (to > from && density(curve, to) < foot)
		to--;
	top = from;
	for (unsigned int bin = from; bin <= to; bin++) {
		sum += curve->count[bin];
		if (density(curve, bin) > most) {
			most = density(curve, bin);
			top = bin;
		}
	}
	return (struct histogram_mode){ .from = histogram_low(from),
					.to = histogram_low(to + 1) - 1,
					.peak = histogram_low(top) + (width(top) - 1) / 2,
					.part = sum / curve->all };
}

/*
 * So few blocks have one mode, whatever their cycles: two peaks that stand out need LEAST_OF_PEAK
 * each. Most blocks of a profile are such ones, and need no curve.
 */
static struct histogram_mode mode_of_all(const struct histogram_bin *bins, uint32_t n)
{
	const struct histogram_bin *top = bins;

	for (uint32_t i = 1; i < n; i++)
		if ((double)bins[i].count / width(bins[i].bin) > (double)top->count / width(top->bin))
			top = &bins[i];
	return (struct histogram_mode){ .from = histogram_low(bins[0].bin),
					.to = histogram_low(bins[n - 1].bin + 1u) - 1,
					.peak = histogram_low(top->bin) + (width(top->bin) - 1) / 2,
					.part = 1 };
}

static uint64_t count_all(const struct histogram_bin *bins, uint32_t n)
{
	uint64_t all = 0;

	for (uint32_t i = 0; i < n; i++)
		all += bins[i].count;
	return all;
}

unsigned int histogram_modes(const struct histogram_bin *bins, uint32_t n,
			     struct histogram_mode *modes, unsigned int max)
{
	struct peak peaks[HISTOGRAM_BINS];
	uint64_t all = count_all(bins, n);
	unsigned int n_peaks, found = 0;
	struct curve curve;

	if (!all || !max)
		return 0;
	if (n == 1 || all < 2 * LEAST_OF_PEAK) {
		*modes = mode_of_all(bins, n);
		return 1;
	}
	make_curve(&curve, bins, n);
	n_peaks = join_peaks(&curve, peaks, find_peaks(&curve, peaks));
	for (unsigned int i = 0; i < n_peaks && found < max; i++) {
		modes[found] = make_mode(&curve, peaks[i]);
		found += modes[found].part >= LEAST_PART;
	}
	return found;
}
