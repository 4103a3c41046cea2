// Heights of a bed on its belt. The light changes the colours little, so that they can be read by the legend; it is as
// strong on the level as in the legend.
#include "frame.glsl"
#include "lighting.glsl"
#include "cut.glsl"

in vec3 world;
in vec3 seen;
in vec3 outward;
in vec3 tint;
out vec4 colour;

void main() {
  if (isCut(world)) discard;
  vec3 normal = normalize(gl_FrontFacing ? outward : -outward);
  vec3 level = view[2].xyz;
  float light = 0.55 + 0.45 * (0.5 + 0.5 * dot(normal, level)) + 0.5 * (dot(normal, keyDirection) - dot(level, keyDirection));
  colour = vec4(tint * clamp(light, 0.45, 1.2), 1.0);
}
