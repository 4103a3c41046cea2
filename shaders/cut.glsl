// Whether a point of the world is clipped away (app/render/geometry/clip_region.h).
bool isCut(vec3 point) {
  if (cutUpper.w == 0.0) return false;
  vec3 place = (cutFrame * vec4(point, 1.0)).xyz;
  bool inside = all(greaterThanEqual(place, cutLower.xyz)) && all(lessThanEqual(place, cutUpper.xyz));
  return inside != (cutUpper.w > 0.0);
}
