flat in uint number;
out uint found;

void main() {
  vec2 place = 2.0 * gl_PointCoord - 1.0;
  if (dot(place, place) > 1.0) discard;
  found = number;
}
