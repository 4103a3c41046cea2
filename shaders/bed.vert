#include "frame.glsl"
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 height;  // displayed colour of the height

out vec3 world;
out vec3 seen;     // view space
out vec3 outward;  // view space
out vec3 tint;

void main() {
  world = position;
  seen = (view * vec4(position, 1.0)).xyz;
  outward = mat3(view) * normal;
  tint = height;
  gl_Position = clip * vec4(seen, 1.0);
}
