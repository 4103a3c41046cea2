#include "frame.glsl"
noperspective in float across;
noperspective in float along;
flat in float strength;
uniform vec2 style;
uniform vec4 tint;
out vec4 colour;

void main() {
  float alpha = tint.a * strength * clamp(style.x + 0.5 - abs(across), 0.0, 1.0);
  if (style.y > 0.0) {
    float place = fract(along / (2.0 * style.y));
    alpha *= place < 0.5 ? 1.0 : 0.0;
  }
  colour = vec4(tint.rgb, alpha);
}
