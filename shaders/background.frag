in vec2 place;
out vec4 colour;

void main() {
  float height = 0.5 + 0.5 * place.y;
  vec3 low = vec3(0.235, 0.243, 0.255);
  vec3 high = vec3(0.520, 0.535, 0.555);
  // Noise of half a grey level hides the bands of so flat a gradient.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  colour = vec4(mix(low, high, height) + (noise - 0.5) / 255.0, 1.0);
}
