#include "plain_c.h"

#include <math.h>
#include <string.h>

#include <polhode/c/polhode.h>

int plain_c_run(const char* name, char hash[17]) {
  int status = -2;
  size_t count = 0;
  const char* text = polhode_builtin_text(name);
  polhode_scene scene = text == NULL ? 0 : polhode_scene_load(text, strlen(text), name);
  polhode_simulation run = polhode_simulation_create(scene, 0);
  while (polhode_simulation_advance(run, INFINITY, 100) > 0) {
    const double* state = polhode_simulation_state(run, &count);
    if (state == NULL || count == 0) break;
  }
  if (polhode_simulation_hash(run) != NULL) {
    memcpy(hash, polhode_simulation_hash(run), 17);
    status = polhode_simulation_status(run);
  }
  polhode_simulation_free(run);
  polhode_scene_free(scene);
  return status;
}
