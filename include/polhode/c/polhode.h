#pragma once
/* The engine for every language that can call C: scenes in, numbers out. Used by the npm package and by programs in C.
 *
 * Scenes and simulations are handles. No call crashes whatever it is given, as long as pointers are what they are said
 * to be: a handle that is none, a text that is too long or a number out of range makes it return 0, NULL, NaN or a
 * negative number, and polhode_last_error() says why.
 *
 * Texts are UTF-8 and end in a zero. A text or a list of numbers that a call returns belongs to the handle it was asked
 * of, and stays as it is until the next call with that handle. Nothing here opens a file or starts a thread; handles
 * may not be used by two threads at once.
 *
 * Proof    tests/unit/c/c_test.cpp, tests/unit/c/plain_c_test.c */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef uint32_t polhode_scene;      /* 0 is none */
typedef uint32_t polhode_simulation; /* 0 is none */

enum {
  POLHODE_C_VERSION = 1,          /* grows when a call changes or goes */
  POLHODE_MOST_TEXT = 1 << 20,    /* bytes of a scene */
  POLHODE_MOST_HANDLES = 64,      /* of each kind at a time */
  POLHODE_MOST_NUMBERS = 5000000  /* in the states, the poses or a channel of all samples of a simulation */
};

/* What polhode_simulation_status() says. */
enum {
  POLHODE_NO_SIMULATION = -1,
  POLHODE_RUNNING = 0,
  POLHODE_FINISHED = 1,   /* it came to the end of the scene */
  POLHODE_STOPPED = 2,    /* an event ended it */
  POLHODE_ENDED_EARLY = 3 /* it could not go on; what was computed is kept, and the summary says why */
};

int32_t polhode_c_version(void);
/* What was wrong with the last call that failed, or "". */
const char* polhode_last_error(void);

/* Memory for what is handed in, for callers that have none of their own there; NULL if there is none left. */
void* polhode_allocate(size_t bytes);
void polhode_release(void* memory);

/* Scenes that live in the engine, as JSON: [{ "name", "title" }]. */
const char* polhode_builtin_scenes(void);
/* The text of one of them; NULL if none is called so. */
const char* polhode_builtin_text(const char* name);

/* Reads `bytes` bytes of TOML and builds what they describe. `name` is what findings and results call it. A text with
 * mistakes is a scene, too: one that has findings and does not run. 0 only if a limit was met. */
polhode_scene polhode_scene_load(const char* text, size_t bytes, const char* name);
void polhode_scene_free(polhode_scene scene);
/* 1 if it can run, 0 if not. */
int32_t polhode_scene_ok(polhode_scene scene);
/* All that is wrong with it, warnings too, as JSON: [{ "severity", "line", "column", "path", "message", "hint" }].
 * Lines and columns count from 1, columns in bytes; 0 is not known. */
const char* polhode_scene_findings(polhode_scene scene);
/* Sets one number or text of the scene, "body.handle.mass=0.3": the path and TOML value of `polhode run --set`. What was
 * set before stays, unless it is the same path. Returns 1, or 0 where that is no scene that can run; then the scene is
 * left as it was, and the error says what was found. Simulations that exist are not touched. */
int32_t polhode_scene_set(polhode_scene scene, const char* assignment);
/* What it holds, as JSON: { "name", "title", "watch", "end", "sample", "solver", "state", "places", "channels" }.
 * "state" is how many numbers a state has; "places" are the names of what has a pose: bodies, links, frames and the
 * points of systems; "channels" are { "name", "unit", "frame", "components" }. */
const char* polhode_scene_info(polhode_scene scene);
/* The object that `polhode certify --json` prints; runs the scene several times. */
const char* polhode_scene_certify(polhode_scene scene);

/* A run of the scene as it is now, at its start. A sample is kept every `sample` seconds, or as often as the scene says
 * if that is 0; the motion does not depend on it. Copies of bodies beyond those that the scene records are left out. */
polhode_simulation polhode_simulation_create(polhode_scene scene, double sample);
void polhode_simulation_free(polhode_simulation simulation);
/* Takes one step: 1, or 0 if the run has ended. */
int32_t polhode_simulation_step(polhode_simulation simulation);
/* Steps until every sample up to time t [s] is there, the run has ended, or `most` steps were taken; says how many. */
int32_t polhode_simulation_advance(polhode_simulation simulation, double t, int32_t most);
int32_t polhode_simulation_status(polhode_simulation simulation);
/* Where it is: the end of the last step [s]. */
double polhode_simulation_time(polhode_simulation simulation);
/* 16 hexadecimal digits that stand for every bit of all steps so far. */
const char* polhode_simulation_hash(polhode_simulation simulation);
/* The state at that time. `count`, here and below, receives how many numbers there are; it may be NULL. */
const double* polhode_simulation_state(polhode_simulation simulation, size_t* count);

/* Of all samples so far: their times [s] … */
const double* polhode_simulation_times(polhode_simulation simulation, size_t* count);
/* … the states … */
const double* polhode_simulation_states(polhode_simulation simulation, size_t* count);
/* … the pose of each place, seven numbers: x, y, z [m] in the world, and the quaternion w, x, y, z from the place's axes
 * to the world's … */
const double* polhode_simulation_poses(polhode_simulation simulation, size_t* count);
/* … and the values of a channel, by its number in the list of the scene, each component in turn; SI units. */
const double* polhode_simulation_channel(polhode_simulation simulation, int32_t channel, size_t* count);

/* What was met so far, as JSON: { "events": [{ "name", "t", "direction" }] }. */
const char* polhode_simulation_events(polhode_simulation simulation);
/* The object that `polhode run --json` prints, of the run so far. */
const char* polhode_simulation_summary(polhode_simulation simulation);
/* What a report page shows of the run so far (src/apps/web/README.md), at most `frames` samples of it. */
const char* polhode_simulation_report(polhode_simulation simulation, int32_t frames);

#ifdef __cplusplus
}
#endif
