in vec2 place;
uniform float light;  // 0: between dark panels, 1: between light ones
out vec4 colour;

void main() {
  float height = 0.5 + 0.5 * place.y;
  vec3 low = mix(vec3(0.400, 0.410, 0.425), vec3(0.800, 0.812, 0.828), light);
  vec3 high = mix(vec3(0.590, 0.605, 0.625), vec3(0.935, 0.943, 0.953), light);
  // Noise of half a grey level hides the bands of so flat a gradient.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  colour = vec4(mix(low, high, height) + (noise - 0.5) / 255.0, 1.0);
}
