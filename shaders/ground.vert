#include "frame.glsl"
uniform mat4 model;
uniform vec3 part;  // centre of the shown part in the plane, half its width [m]

out vec3 local;
out vec3 world;
out vec3 seen;

void main() {
  vec2 corner = vec2((gl_VertexID & 1) != 0 ? 1.0 : -1.0, (gl_VertexID & 2) != 0 ? 1.0 : -1.0);
  local = vec3(part.xy + corner * part.z, 0.0);
  world = (model * vec4(local, 1.0)).xyz;
  seen = (view * vec4(world, 1.0)).xyz;
  gl_Position = clip * vec4(seen, 1.0);
}
