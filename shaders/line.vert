// A straight line of even width in pixels, as a quad.
#include "frame.glsl"
layout(location = 0) in vec4 fromStrength;
layout(location = 1) in vec3 to;
uniform mat4 model;
uniform vec2 style;  // half width, length of a dash, in pixels (0: no dashes)

noperspective out float across;  // pixels from the middle
noperspective out float along;   // pixels from the start
flat out float strength;
out vec3 world;

void main() {
  vec3 start = (model * vec4(fromStrength.xyz, 1.0)).xyz;
  vec3 end_ = (model * vec4(to, 1.0)).xyz;
  vec4 a = clip * (view * vec4(start, 1.0));
  vec4 b = clip * (view * vec4(end_, 1.0));
  strength = fromStrength.w;
  // The part before the near plane has no place in the picture.
  float near = 0.5 * options.y;
  if (a.w < near && b.w < near) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    across = 0.0;
    along = 0.0;
    world = start;
    return;
  }
  if (a.w < near) {
    float part = (near - a.w) / (b.w - a.w);
    a = mix(a, b, part);
    start = mix(start, end_, part);
  }
  if (b.w < near) {
    float part = (near - b.w) / (a.w - b.w);
    b = mix(b, a, part);
    end_ = mix(end_, start, part);
  }
  vec2 pixelA = 0.5 * viewport.xy * a.xy / a.w;
  vec2 pixelB = 0.5 * viewport.xy * b.xy / b.w;
  vec2 step_ = pixelB - pixelA;
  float length_ = max(length(step_), 1e-6);
  vec2 side = vec2(-step_.y, step_.x) / length_;
  bool end = (gl_VertexID & 1) != 0;
  float out_ = style.x + 1.0;
  across = (gl_VertexID & 2) != 0 ? out_ : -out_;
  along = end ? length_ : 0.0;
  vec4 p = end ? b : a;
  world = end ? end_ : start;
  gl_Position = vec4(p.xy + across * side * 2.0 * viewport.zw * p.w, p.z, p.w);
}
