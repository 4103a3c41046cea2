#include "frame.glsl"
#include "cut.glsl"
noperspective in float across;
noperspective in float along;
flat in float strength;
in vec3 world;
uniform float cuttable;  // 1: the clip region cuts it
uniform vec2 style;
uniform vec4 tint;
out vec4 colour;

void main() {
  if (cuttable > 0.0 && isCut(world)) discard;
  float alpha = tint.a * strength * clamp(style.x + 0.5 - abs(across), 0.0, 1.0);
  if (style.y > 0.0) {
    float place = fract(along / (2.0 * style.y));
    alpha *= place < 0.5 ? 1.0 : 0.0;
  }
  colour = vec4(tint.rgb, alpha);
}
