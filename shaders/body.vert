#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
uniform mat4 model;

out vec3 local;
out vec3 world;
out vec3 seen;    // view space
out vec3 outward; // view space

void main() {
  local = position;
  world = (model * vec4(position, 1.0)).xyz;
  seen = (view * vec4(world, 1.0)).xyz;
  outward = mat3(view) * (mat3(model) * normal);
  gl_Position = clip * vec4(seen, 1.0);
}
