in vec2 place;
flat in float ring;
uniform float strength;
out vec4 colour;

void main() {
  float off = abs(length(place) - ring);
  float bright = clamp(2.0 - off, 0.0, 1.0);
  float dark = clamp(3.5 - off, 0.0, 1.0);
  colour = vec4(mix(vec3(0.06), vec3(1.0, 0.82, 0.25), bright), strength * max(bright, 0.6 * dark));
}
