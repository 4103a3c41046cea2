#include "frame.glsl"
uniform vec3 corners[4];  // at (0, 0), (1, 0), (0, 1), (1, 1) of the picture

out vec2 at;

void main() {
  at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  gl_Position = clip * view * vec4(corners[gl_VertexID], 1.0);
}
