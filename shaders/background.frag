in vec2 place;
out vec4 colour;

void main() {
  float height = 0.5 + 0.5 * place.y;
  vec3 low = vec3(0.400, 0.410, 0.425);
  vec3 high = vec3(0.590, 0.605, 0.625);
  // Noise of half a grey level hides the bands of so flat a gradient.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  colour = vec4(mix(low, high, height) + (noise - 0.5) / 255.0, 1.0);
}
