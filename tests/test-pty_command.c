/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * "tdtop -- command" on a pseudo-terminal: who receives Ctrl-C, how both end, and the state of the
 * terminal after that. Uses this machine's own kernel with software events
 * (tests/machines/software); skipped where counting is not permitted.
 */
#include "config.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fixtures/fixture_pty.h"
#include "tests/fixtures/machine.h"
#include "tests/fixtures/test_main.h"

#define CTRL_C "\003"
#define CTRL_Z "\032"
#define AN_INTERVAL "\"seq\":"
#define ARGUMENTS 8

/* On each interrupt the command prints how many there were; a typed line ends it. */
#define PATIENT "trap 'n=$((n+1)); echo \"interrupt $n\"' INT; echo begun; " \
		"until read line; do :; done; exit $((40 + n))"

static char out[64];	/* output of the screen's command: a fifo */
static int out_fd;

static void run_batch(const char *script)
{
	char *argv[ARGUMENTS] = { getenv("TDTOP"), (char *)"--json", (char *)"-d", (char *)"0.1",
				  (char *)"--", (char *)"/bin/sh", (char *)"-c" };
	char *whole[ARGUMENTS + 1];

	memcpy(whole, argv, sizeof(argv));
	whole[ARGUMENTS - 1] = (char *)script;
	whole[ARGUMENTS] = NULL;
	assert_int_equal(pty_begin(whole), 0);
}

/* Types a key once the command has begun and an interval ended. */
static void run_batch_and_type(const char *script, const char *key)
{
	run_batch(script);
	pty_expect("begun");
	pty_expect(AN_INTERVAL);
	pty_type(key);
}

TEST(ctrl_c_ends_the_command_and_its_status_is_tdtops)
{
	run_batch_and_type("echo begun; read line", CTRL_C);
	pty_expect("COMMAND");	/* of the summary */
	pty_expect(" sh");
	pty_expect("<exit 130>");
	pty_check_restored();
}

TEST(a_command_gets_ctrl_c_once_and_is_counted_as_long_as_it_wants)
{
	run_batch_and_type(PATIENT, CTRL_C);
	pty_expect("interrupt 1");
	for (int i = 0; i < 15; i++)	/* longer than tdtop waits for it */
		pty_expect(AN_INTERVAL);
	pty_type("\n");
	pty_expect("<exit 41>");
	pty_check_restored();
}

TEST(a_second_ctrl_c_ends_tdtop_beside_a_command_that_goes_on)
{
	run_batch_and_type(PATIENT, CTRL_C);
	pty_expect("interrupt 1");
	/* Signals are not queued: a second SIGINT before tdtop takes the first, in ppoll, is none. */
	for (int i = 0; i < 3; i++)
		pty_expect(AN_INTERVAL);
	pty_type(CTRL_C);
	/*
	 * In either order: tdtop waits a second for the command, which may get no CPU for that long.
	 */
	pty_expect_both("interrupt 2", "<exit 130>");
	assert_false(pty_saw("interrupt 3"));
	pty_check_restored();
}

TEST(ctrl_z_stops_both_and_fg_brings_both_back)
{
	run_batch_and_type(PATIENT, CTRL_Z);
	pty_expect("<stopped>");
	pty_expect(AN_INTERVAL);
	pty_type("\n");
	pty_expect("<exit 40>");
	pty_check_restored();
}

/* The output of the command comes through a fifo. */
static void expect_of_command(const char *text)
{
	struct pollfd fd = { .fd = out_fd, .events = POLLIN };
	char line[32] = "";

	if (poll(&fd, 1, PTY_SAFETY_MS) != 1)
		fail_msg("the command never said \"%s\"", text);
	assert_true(read(out_fd, line, strlen(text)) > 0);
	assert_string_equal(line, text);
}

static void begin_screen(void)
{
	char script[256];
	char *argv[] = { getenv("TDTOP"), (char *)"-d", (char *)"0.1", (char *)"--",
			 (char *)"/bin/sh", (char *)"-c", script, NULL };

	(void)snprintf(script, sizeof(script), "exec >%s; trap 'echo int; exit 5' INT; trap 'echo term; exit 6' TERM; "
		       "echo begun; sleep 1000 & wait", out);
	assert_int_equal(pty_begin(argv), 0);
	expect_of_command("begun\n");
	pty_expect("COMMAND");
}

TEST(ctrl_c_on_the_screen_goes_to_the_command)
{
	begin_screen();
	pty_type(CTRL_C);
	expect_of_command("int\n");
	pty_expect_end("<exit 5>");
}

TEST(q_on_the_screen_terminates_the_command)
{
	begin_screen();
	pty_type("q");
	expect_of_command("term\n");
	pty_expect_end("<exit 0>");
}

TEST(after_a_command_has_ended_q_returns_its_status)
{
	char *argv[] = { getenv("TDTOP"), (char *)"-d", (char *)"0.1", (char *)"--",
			 (char *)"/bin/sh", (char *)"-c", (char *)"exit 3", NULL };

	assert_int_equal(pty_begin(argv), 0);
	pty_expect_both("sh exited with status 3", "WHOLE RUN");	/* one frame may have both */
	pty_type("q");
	pty_expect_end("<exit 3>");
}

SETUP_MAY_FAIL
{
	(void)snprintf(out, sizeof(out), "/tmp/tdtop-test-command-%d", (int)getpid());
	(void)unlink(out);
	if (mkfifo(out, 0600))
		return -1;
	out_fd = open(out, O_RDWR | O_CLOEXEC);
	return out_fd < 0 ? -1 : 0;
}

TEARDOWN_MAY_FAIL
{
	pty_end();
	(void)close(out_fd);
	return unlink(out);
}

/* Is counting permitted here at all? */
static bool may_count(void)
{
	char *argv[] = { getenv("TDTOP"), (char *)"--json", (char *)"--", (char *)"true", NULL };
	pid_t child = fork();
	int status = 0;

	if (child == 0) {
		int null = open("/dev/null", O_WRONLY);

		(void)dup2(null, STDOUT_FILENO);
		(void)dup2(null, STDERR_FILENO);
		execv(argv[0], argv);
		_exit(127);
	}
	return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) &&
	       WEXITSTATUS(status) == 0;
}

static bool cannot_run(void)
{
	(void)setenv("TERM", "xterm", 1);
	(void)setenv("TDTOP_PMU_ROOT", fixture("machines", "software"), 1);
	if (getenv("TDTOP") && may_count())
		return false;
	print_message("TDTOP does not name the program, or nothing may be counted here: skipped\n");
	return true;
}

const struct around_tests around_tests = {
	.cannot_run = cannot_run,
};
