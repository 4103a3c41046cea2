// Files that ndem makes for other programs.
#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "engine/io/recording_file.h"
#include "tests/cli/ndem_fixture.h"
#include "tests/cli/process.h"

namespace scree {
namespace {

/// What `ndem make` is told for each kind of mesh, and how many triangles it then has.
struct Made {
  std::vector<std::string> arguments;
  std::size_t triangles;
};

TEST_F(Ndem, MakesEveryKindOfMesh) {
  const std::vector<Made> kinds = {
      {{"hopper", "--diameter", "0.4", "--height", "20 cm", "--outlet", "80mm", "--angle", "60 deg", "--sides", "20"},
       2 * 2 * 20},
      {{"drum", "--diameter", "0.4", "--length", "200 mm", "--sides", "30", "--lifters", "6", "--lifter-height", "2 cm",
        "--closed-low", "false"},
       2 * 30 + 30 + 2 * 6},
      {{"drum", "--diameter", "0.4", "--length", "0.2", "--sides", "3", "--bump-height", "8 mm", "--bump-width",
        "40 mm", "--bump-density", "300", "--bump-seed", "2"},
       2 * 63 * 10 + 2 * 63},
      {{"rotor", "--diameter", "130mm", "--height", "50mm", "--shaft", "20mm", "--blades", "5", "--blade-height",
        "40mm", "--pitch", "30 deg"},
       2 * 24 + 2 * 24 + 2 * 5},
      {{"outlet", "--alpha", "0.2 deg", "--beta", "48mm", "--diameter", "0.75", "--length", "0.75", "--gaps", "3",
        "--spiral", "15 deg", "--rim", "25 mm", "--sides", "30"},
       2 * 2 * 30 + 2 * 3 * 10 * 9},
      {{"outlet", "--first-width", "40mm", "--last-width", "100mm", "--diameter", "1", "--length", "1", "--sides",
        "30"},
       2 * 3 * 10 * 10},  // no rims
      {{"outlet", "--widths", "40mm,20mm,0.1", "--widths-at", "0,0.5,1", "--diameter", "1", "--length", "1", "--sides",
        "30", "--bump-height", "2 cm", "--bump-lowest", "1cm", "--bump-width", "0.2", "--bump-density", "10"},
       2 * 3 * 10 * 10},
      {{"box", "--size", "1,0.5,20cm", "--cuts", "3", "--open", "true"}, 2 * 5 * 9}};
  for (const Made& made : kinds) {
    std::vector<std::string> arguments = made.arguments;
    arguments.insert(arguments.begin(), "make");
    arguments.push_back(path("part.stl"));
    const ProcessResult result = runNdem(arguments);
    ASSERT_EQ(result.code, 0) << made.arguments[0] << result.err;
    EXPECT_NE(result.out.find(fmt::format("{} triangles", made.triangles)), std::string::npos) << result.out;
    // Binary STL: a header of 80 bytes, the count, and 50 bytes a triangle.
    const std::string stl = readFile(folder / "part.stl");
    ASSERT_EQ(stl.size(), 84 + 50 * made.triangles) << made.arguments[0];
    // A scene takes the file, and finds nothing wrong in it.
    std::string text(kScene);
    const std::string paddle = "box: {size: [0.02, 0.02, 0.01], material: glass}";
    text.replace(text.find(paddle), paddle.size(), "mesh: {file: part.stl, position: [3, 0, 0], material: glass}");
    writeFileAtomically(path("part.yaml"), text);
    const ProcessResult check = runNdem({"check", path("part.yaml")});
    EXPECT_EQ(check.code, 0) << made.arguments[0] << check.err;
    EXPECT_EQ(check.out.find("taken out"), std::string::npos) << check.out;
  }
}

TEST_F(Ndem, RefusesMeshesThatCannotBeMade) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "make");
    arguments.push_back(path("part.stl"));
    const ProcessResult result = runNdem(arguments);
    EXPECT_EQ(result.code, 1);
    EXPECT_FALSE(fs::exists(folder / "part.stl"));
    return result.err;
  };
  const ProcessResult ending = runNdem({"make", "box", "--size", "1,1,1", path("part.png")});
  EXPECT_EQ(ending.code, 1);
  EXPECT_NE(ending.err.find("part.png' does not end with .stl"), std::string::npos) << ending.err;
  EXPECT_NE(refusal({"box", "--size", "1,2"}).find("'1,2' is not three lengths"), std::string::npos);
  EXPECT_NE(refusal({"box", "--size", "1,,2"}).find("'' is not a length"), std::string::npos);
  EXPECT_NE(
      refusal({"hopper", "--diameter", "0.1", "--height", "0.2", "--outlet", "0.2"}).find("make 'outlet' smaller"),
      std::string::npos);
  EXPECT_NE(refusal({"drum", "--diameter", "1", "--length", "1", "--bump-height", "1cm"}).find("'bump_width'"),
            std::string::npos);
  EXPECT_NE(refusal({"outlet", "--diameter", "1", "--length", "1", "--beta", "2"}).find("make the gaps narrower"),
            std::string::npos);
  EXPECT_NE(refusal({"outlet", "--diameter", "1", "--length", "1", "--widths", "1cm,x"}).find("--widths"),
            std::string::npos);
  EXPECT_NE(refusal({"outlet", "--diameter", "1", "--length", "1", "--widths-file", "none.csv"})
                .find("there is no such file"),
            std::string::npos);
  EXPECT_NE(refusal({"rotor", "--diameter", "1", "--height", "1", "--shaft", "0.1", "--blade-height", "5 kg"})
                .find("'kg' is not a unit"),
            std::string::npos);
}

#ifdef SCREE_PYTHON
// Reads frames as the format says and without our code: numbers of points and cells, lengths of arrays, what refers to
// what, and that the contacts' forces carry the weight.
constexpr std::string_view kReadFrames = R"py(
import base64, glob, os, struct, sys
import xml.etree.ElementTree as tree
FORMAT = {'Float32': 'f', 'Float64': 'd', 'Int64': 'q', 'UInt8': 'B', 'UInt16': 'H', 'UInt32': 'I'}
def arrays(piece):
    found = {}
    for array in piece.iter('DataArray'):
        data = base64.b64decode(array.text.strip())
        (length,) = struct.unpack('<Q', data[:8])
        assert len(data) == 8 + length, array.get('Name')
        kind = FORMAT[array.get('type')]
        values = struct.unpack('<%d%s' % (length // struct.calcsize(kind), kind), data[8:])
        n = int(array.get('NumberOfComponents', 1))
        found[array.get('Name')] = values if n == 1 else list(zip(*[iter(values)] * n))
    return found
def frame(file):
    root = tree.parse(file).getroot()
    assert root.get('type') == 'PolyData' and root.get('byte_order') == 'LittleEndian'
    assert root.get('header_type') == 'UInt64'
    (piece,) = root.iter('Piece')
    return piece, arrays(piece)
folder = sys.argv[1]
for name in ('particles', 'bodies', 'contacts'):
    times = [float(d.get('timestep')) for d in tree.parse(folder + '/' + name + '.pvd').iter('DataSet')]
    files = [d.get('file') for d in tree.parse(folder + '/' + name + '.pvd').iter('DataSet')]
    assert times == sorted(times) and len(times) == 6, times
    assert all(os.path.exists(folder + '/' + f) for f in files)
    last = folder + '/' + files[-1]
    piece, a = frame(last)
    count = int(piece.get('NumberOfPoints'))
    assert len(a['position']) == count > 0
    if name == 'particles':
        grains = dict(zip(a['id'], zip(a['position'], a['radius'], a['mass'])))
        assert len(grains) == count == int(piece.get('NumberOfVerts'))
        assert list(a['connectivity']) == list(range(count))
        assert all(abs(2 * r - d) < 1e-9 for r, d in zip(a['radius'], a['diameter']))
    if name == 'bodies':
        cells = int(piece.get('NumberOfPolys'))
        assert len(a['connectivity']) == 3 * cells == a['offsets'][-1] and max(a['connectivity']) < count
        assert set(a['body']) == {0, 1}
        walls = [p for p in a['position']]
    if name == 'contacts':
        cells = int(piece.get('NumberOfLines'))
        assert len(a['force']) == cells > 0 and len(a['connectivity']) == 2 * cells
        lift = 0.0
        for i in range(cells):
            assert a['force'][i] > 0
            p, q = a['position'][2 * i], a['position'][2 * i + 1]
            assert max(abs(u - v) for u, v in zip(p, grains[a['a'][i]][0])) == 0
            length = sum((v - u) ** 2 for u, v in zip(p, q)) ** 0.5
            assert all(abs((v - u) / length - n) < 1e-3 for u, v, n in zip(p, q, a['normal'][i])), i
            if a['b'][i] >= 0:
                assert a['body'][i] == -1
                assert max(abs(u - v) for u, v in zip(q, grains[a['b'][i]][0])) == 0
            else:
                assert a['body'][i] in (0, 1)
                lift -= a['force'][i] * a['normal'][i][2]  # what acts between grains cancels out
print(lift, 9.81 * sum(g[2] for g in grains.values()))
)py";

TEST_F(Ndem, FramesAreReadByAnIndependentReader) {
  // Four grains come to rest in the box: what the contacts' forces lift is their weight.
  std::string text(kScene);
  text.replace(text.find("  - sphere: {diameter: 10 mm, position: [0.3, 0, 0.15], material: glass}\n"),
               text.find("sinks:") - text.find("  - sphere:"),
               "  - sphere: {diameter: 10 mm, position: [0.03, 0.03, 0.006], material: glass}\n"
               "  - sphere: {diameter: 10 mm, position: [0.03, -0.03, 0.006], material: glass}\n"
               "  - sphere: {diameter: 10 mm, position: [-0.03, 0.03, 0.006], material: glass}\n"
               "  - sphere: {diameter: 10 mm, position: [0.031, 0.0305, 0.017], material: glass}\n");
  text.replace(text.find("speed: 3"), 8, "speed: 0");
  writeFileAtomically(path("rest.yaml"), text);
  const ProcessResult run = runNdem({"run", path("rest.yaml"), "--until", "2", "--vtk", path("vtk"), "--every", "0.4"});
  ASSERT_EQ(run.code, 0) << run.err;
  writeFileAtomically(folder / "read.py", kReadFrames);
  const std::string command =
      std::string(SCREE_PYTHON) + " " + path("read.py") + " " + path("vtk") + " > " + path("weights");
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::istringstream weights(readFile(folder / "weights"));
  double lifted = 0.0;
  double weight = 0.0;
  weights >> lifted >> weight;
  ASSERT_GT(weight, 0.0);
  EXPECT_NEAR(lifted, weight, 0.02 * weight);
}
#endif

TEST_F(Ndem, GoesOnFromAnHdf5FileBitForBit) {
  const std::vector<std::string> whole = {"run", scene, "--until", "0.2", "--report", path("whole.json")};
  ASSERT_EQ(runNdem(whole).code, 0);
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--hdf5", path("half.h5")}).code, 0);
  const ProcessResult rest =
      runNdem({"run", scene, "--until", "0.2", "--resume", path("half.h5"), "--report", path("rest.json")});
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(json("whole.json")["state_hash"], json("rest.json")["state_hash"]);
  const std::string content = readFile(folder / "half.h5");
  writeFileAtomically(folder / "cut.h5", std::string_view(content).substr(0, content.size() / 2));
  const ProcessResult cut = runNdem({"run", scene, "--until", "0.2", "--resume", path("cut.h5")});
  EXPECT_EQ(cut.code, 5);
  EXPECT_NE(cut.err.find("damaged"), std::string::npos) << cut.err;
  const ProcessResult full = runNdem({"run", scene, "--until", "0.1", "--hdf5", "/dev/full"});
  EXPECT_EQ(full.code, 4) << full.err;
}

#ifdef SCREE_PYTHON
TEST_F(Ndem, H5pyReadsWhatTheManualSays) {
  std::string python;
  for (const char* candidate : {SCREE_PYTHON, "/usr/bin/python3"}) {
    if (python.empty() && std::system(fmt::format("{} -c 'import h5py' 2>/dev/null", candidate).c_str()) == 0) {
      python = candidate;
    }
  }
  if (python.empty()) {
    GTEST_SKIP() << "needs h5py (package python3-h5py)";
  }
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.5", "--hdf5", path("end.h5")}).code, 0);
  writeFileAtomically(folder / "read.py", R"py(
import h5py, sys
f = h5py.File(sys.argv[1])
assert f.attrs['format'] in ('scree', b'scree') and f.attrs['format_version'] == 1
assert abs(f.attrs['time'] - 0.5) < 1e-9 and f.attrs['step'] == 250
p = f['particles']
n = len(p['id'])
assert n > 90 and p['position'].shape == (n, 3) and p['orientation'].shape == (n, 4)
assert abs(p['mass'][0] - 2500 * 3.14159265 / 6 * (2 * p['radius'][0]) ** 3) < 1e-9
assert p['mass'].attrs['unit'] in ('kg', b'kg')
c = f['contacts']
assert len(c['force']) == len(c['a']) > 0 and c['point'].shape == (len(c['a']), 3)
assert (c['force'][:] > 0).all() and set(c['a'][:]) <= set(p['id'][:])
assert all((b >= 0) != (body >= 0) for b, body in zip(c['b'], c['body']))
bodies = [name.decode().rstrip('\0') for name in f['bodies/name']]
assert bodies == ['box', 'paddle'], bodies
assert f['bodies/position'].shape == (2, 3)
t = f['surfaces/triangles'][:]
assert t.shape[1] == 3 and t.max() + 1 == len(f['surfaces/points']) and len(f['surfaces/body']) == len(t)
assert len(f['joints/name']) == 0 and len(f['state']) > 1000
f.visititems(lambda name, item: None if hasattr(item, 'keys') else item.attrs['meaning'])
)py");
  EXPECT_EQ(std::system(fmt::format("{} {} {}", python, path("read.py"), path("end.h5")).c_str()), 0);
}
#endif

}  // namespace
}  // namespace scree
