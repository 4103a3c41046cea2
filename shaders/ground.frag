// A part of an infinite plane with a soft edge: fine and coarse grid lines, and the shadow of what lies on it.
#include "frame.glsl"
#include "sight.glsl"
#include "lighting.glsl"
#include "density.glsl"

in vec3 local;
in vec3 world;
in vec3 seen;
uniform mat4 model;
uniform vec3 part;
uniform float light;  // as in background.frag
uniform vec4 grid;  // distance of fine lines, opacity of the plane, how far a belt went along x and y [m]
out vec4 colour;

// Opacity of lines a pixel wide at whole values of `place`; fades where they come too close.
float lines(vec2 place) {
  vec2 width = fwidth(place);
  vec2 near = abs(fract(place - 0.5) - 0.5) / max(width, vec2(1e-9));
  vec2 line = (1.0 - smoothstep(0.3, 1.1, near)) * (1.0 - smoothstep(0.12, 0.4, width));
  return max(line.x, line.y);
}

void main() {
  float far = length(local.xy - part.xy) / part.z;
  float fade = 1.0 - smoothstep(0.25, 0.95, far);
  vec3 normal = normalize(mat3(view) * model[2].xyz);
  vec3 toEye = eyeFrom(seen);
  bool above = dot(normal, toEye) > 0.0;
  vec2 place = (local.xy - grid.zw) / grid.x;
  float line = max(0.35 * lines(place), 0.8 * lines(0.2 * place));
  vec3 up = model[2].xyz;
  float cell = densityOrigin.w;
  float shadow = min(1.0, 1.7 * filled(world + 0.8 * cell * up));
  vec3 plain = mix(vec3(0.565, 0.575, 0.590), vec3(0.885, 0.893, 0.905), light);
  vec3 lined = mix(vec3(0.300, 0.310, 0.325), vec3(0.640, 0.655, 0.675), light);
  vec3 base = mix(plain, lined, line) * (1.0 - 0.40 * shadow);
  float alpha = (above ? grid.y : 0.2 * grid.y) * fade;
  alpha = max(alpha, fade * (above ? 0.5 : 0.25) * line);
  colour = vec4(base, alpha);
}
