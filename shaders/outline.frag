// Lines on both sides of where aggregates border on each other or on free grains.
uniform usampler2D numbers;  // aggregateAndSize(); 0: no grain
uniform vec4 part;           // lowest and highest pixels of the picture
uniform int reach;           // pixels from the border to the end of a line
uniform float light;         // 1: bright lines, 0: dark ones
out vec4 colour;

uint numberAt(ivec2 pixel) { return texelFetch(numbers, clamp(pixel, ivec2(part.xy), ivec2(part.zw)), 0).r; }
uint aggregateOf(uint number) { return number & 0xffffffu; }

void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  uint number = numberAt(here);
  uint own = aggregateOf(number);
  if (own == 0u) discard;
  float others = 0.0;
  for (int ring = 1; ring <= reach; ++ring) {
    int aslant = (7 * ring + 5) / 10;
    for (int k = 0; k < 9; ++k) {
      ivec2 way = ivec2(k % 3, k / 3) - 1;
      uint other = aggregateOf(numberAt(here + (way.x * way.y == 0 ? ring : aslant) * way));
      others += other != 0u && other != own ? 1.0 : 0.0;
    }
  }
  // Beside a straight border three of eight are others in each ring, at the end of the line those of the last one.
  float strength = min(others / (3.0 * float(reach)), 1.0);
  // Grains of a few pixels would be nothing but line.
  strength *= smoothstep(1.0, 4.0, 0.25 * float(number >> 24) / float(reach));
  if (strength == 0.0) discard;
  colour = vec4(vec3(mix(0.04, 0.96, light)), 0.85 * strength);
}
