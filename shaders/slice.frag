// A field on a plane. Colours are multiplied by their alpha, so that those beside places without a value stay clean.
in vec2 at;
uniform sampler2D picture;
uniform float opacity;

out vec4 colour;

void main() {
  vec4 texel = texture(picture, at);
  if (texel.a < 0.01) discard;
  colour = vec4(texel.rgb / texel.a, smoothstep(0.2, 0.8, texel.a) * opacity);
}
