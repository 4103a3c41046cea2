#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/io/output_file.h"
#include "engine/io/recording_file.h"
#include "tests/cli/process.h"
#include "tests/io/test_folder.h"

namespace scree {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Grains rain through friction and bounces into an open box, a few fall beside it into a sink.
constexpr std::string_view kScene = R"(
scree: 1
name: Rain
description: Grains fall into a box. For tests.
duration: 0.5 s
time_step: 2 ms
seed: 7
solver: {sweeps: 30}
materials:
  glass: {density: 2500}
default_pair: {restitution: 0.3, friction: 0.5, rolling_resistance: 0.1, stiffness: 10000}
bodies:
  box:
    position: [0, 0, 0.05]
    shapes:
      - container: {size: [0.1, 0.1, 0.1], open: ["+z"], material: glass}
  paddle:
    position: [0, 0, 0.02]
    shapes:
      - box: {size: [0.02, 0.02, 0.01], material: glass}
    motion:
      - rotate: {point: [0, 0, 0], axis: [0, 0, 1], speed: 3}
particles:
  - sphere: {diameter: 10 mm, position: [0.3, 0, 0.15], material: glass}
emitters:
  rain:
    position: [0, 0, 0.2]
    size: [0.08, 0.08, 0.02]
    diameter: 10 mm
    material: glass
    rate: 200
sinks:
  drain:
    position: [0.3, 0, 0]
    size: [0.1, 0.1, 0.1]
)";

class Ndem : public testing::Test {
 protected:
  Ndem() : scene(folder / "rain.yaml") { writeFileAtomically(scene, kScene); }

  std::string path(const std::string& name) const { return (folder / name).string(); }
  Json json(const std::string& name) const { return Json::parse(readFile(folder / name)); }
  static std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  TestFolder folder;
  std::string scene;
};

TEST_F(Ndem, ReportOfAShortRun) {
  const ProcessResult run =
      runNdem({"run", scene, "--until", "200 ms", "--set", "solver.sweeps=20", "--report", path("out/r.json")});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");  // quiet when standard error is no terminal
  EXPECT_NE(run.out.find("Rain"), std::string::npos);
  EXPECT_NE(run.out.find("r.json"), std::string::npos);
  const Json report = json("out/r.json");
  EXPECT_EQ(report["scene"]["name"], "Rain");
  EXPECT_EQ(report["scene"]["seed"], 7);
  EXPECT_EQ(report["overrides"][0], (Json{{"key", "solver.sweeps"}, {"value", "20"}}));
  EXPECT_EQ(report["parameters"]["sweeps"], 20);
  EXPECT_EQ(report["run"]["steps"], 100);
  EXPECT_NEAR(report["run"]["end_time_s"].get<double>(), 0.2, 1e-9);  // round-off of 100 sums
  EXPECT_EQ(report["counts"]["particles"], 40);                       // 1 + 200/s for 0.2 s, minus the one in the sink
  EXPECT_EQ(report["counts"]["sinks"][0]["particles"], 1);
  EXPECT_EQ(report["troubles"]["count"], 0);
  EXPECT_EQ(report["exit"]["code"], 0);
  EXPECT_GT(report["stages_s"]["solve"].get<double>(), 0.0);
}

TEST_F(Ndem, SameRunSameHashWithAnyThreadsAndLocale) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--report", path("a")}).code, 0);
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--report", path("b"), "--threads", "3"},
                    {.environment = {"LC_ALL=de_DE.UTF-8"}})
                .code,
            0);
  EXPECT_EQ(json("a")["state_hash"], json("b")["state_hash"]);
  EXPECT_EQ(json("b")["parameters"]["threads"], 3);
}

TEST_F(Ndem, ResumedRunEqualsTheUninterruptedOneBitForBit) {
  const std::vector<std::string> outputs = {"--csv", path("csv"), "--vtk", path("vtk"), "--every", "0.02"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", scene});
    const ProcessResult result = runNdem(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
  };
  run({"--until", "0.4", "--report", path("whole.json"), "--checkpoint", path("whole.state"), "--csv", path("whole"),
       "--vtk", path("whole"), "--every", "0.02"});
  run({"--until", "0.25", "--checkpoint", path("half.state"), "--csv", path("parts"), "--vtk", path("parts"), "--every",
       "0.02"});
  run({"--until", "0.4", "--resume", path("half.state"), "--report", path("rest.json"), "--checkpoint",
       path("rest.state"), "--csv", path("parts"), "--vtk", path("parts"), "--every", "0.02"});
  EXPECT_EQ(json("whole.json")["state_hash"], json("rest.json")["state_hash"]);
  EXPECT_EQ(json("rest.json")["resumed_from"], path("half.state"));
  EXPECT_EQ(json("rest.json")["run"]["steps"], 75);
  EXPECT_EQ(readFile(folder / "whole.state"), readFile(folder / "rest.state"));
  // Tables and collections go on where the first part ended.
  for (const char* name : {"timeseries.csv", "departures.csv", "particles.pvd", "bodies.pvd", "particles_000020.vtp"}) {
    EXPECT_EQ(readFile(folder / "whole" / name), readFile(folder / "parts" / name)) << name;
  }
}

TEST_F(Ndem, ResumeTakesSolverSettingsAndRefusesOthers) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.02", "--set", "solver.sweeps=50", "--checkpoint", path("c")}).code, 0);
  const auto resumed = [&](const std::string& setting) {
    return runNdem({"run", scene, "--until", "0.04", "--resume", path("c"), "--report", path("r"), "--set", setting});
  };
  EXPECT_EQ(resumed("solver.warm_start=off").code, 0);
  EXPECT_EQ(json("r")["parameters"]["sweeps"], 50);  // of the checkpoint, not of the scene's file
  EXPECT_EQ(json("r")["parameters"]["warm_start"], "off");
  EXPECT_EQ(resumed("solver.sweeps=30").code, 0);  // the file's own value counts when it is set
  EXPECT_EQ(json("r")["parameters"]["sweeps"], 30);
  const ProcessResult refused = resumed("emitters.rain.rate=1");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.err.find("emitters.rain.rate"), std::string::npos);
}

TEST_F(Ndem, RecordedRunReplaysEqualWithAnyThreads) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.2", "--record", path("r.scree"), "--report", path("r.json")}).code, 0);
  for (const char* threads : {"1", "3"}) {
    const ProcessResult replay = runNdem({"replay", path("r.scree"), "--threads", threads});
    EXPECT_EQ(replay.code, 0) << replay.err;
    EXPECT_NE(replay.out.find("equal: 100 steps to 0.2 s, 10 states compared"), std::string::npos) << replay.out;
  }
  // Its last mark is the state that the report tells.
  const Recording recording = readRecording(folder / "r.scree").recording;
  EXPECT_EQ(fmt::format("{:016x}", recording.marks.back().hash), json("r.json")["state_hash"].get<std::string>());
  const ProcessResult again = runNdem({"run", scene, "--until", "0.2", "--record", path("r.scree")});
  EXPECT_EQ(again.code, 4);
  EXPECT_NE(again.err.find("r.scree"), std::string::npos) << again.err;
  EXPECT_EQ(readRecording(folder / "r.scree").damage, "");
}

TEST_F(Ndem, ReplayNamesTheFirstStepThatDiffers) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--record", path("r.scree"), "--mark-every", "5"}).code, 0);
  Recording recording = readRecording(folder / "r.scree").recording;
  ASSERT_EQ(recording.marks.size(), 10U);
  recording.marks[6].hash ^= 1;
  writeRecording(recording, folder / "hash.scree");
  const ProcessResult hash = runNdem({"replay", path("hash.scree")});
  EXPECT_EQ(hash.code, 7);
  EXPECT_NE(hash.out.find("differs: after step 35"), std::string::npos) << hash.out;
  EXPECT_NE(hash.out.find("after step 30"), std::string::npos) << hash.out;
  // A command that nobody gave.
  recording.marks[6].hash ^= 1;
  recording.commands.push_back({21, 0.042, SetDriveSpeed{1, 0, 3.1}, {}});
  writeRecording(recording, folder / "command.scree");
  const ProcessResult command = runNdem({"replay", path("command.scree")});
  EXPECT_EQ(command.code, 7);
  EXPECT_NE(command.out.find("differs: after step 25"), std::string::npos) << command.out;
}

TEST_F(Ndem, DamagedRecordingsReplayWhatIsLeft) {
  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--record", path("r.scree")}).code, 0);
  const std::string content = readFile(folder / "r.scree");
  writeFileAtomically(folder / "cut.scree", std::string_view(content).substr(0, content.size() - 200));
  const ProcessResult cut = runNdem({"replay", path("cut.scree")});
  EXPECT_EQ(cut.code, 0);
  EXPECT_NE(cut.err.find("cut off"), std::string::npos) << cut.err;
  EXPECT_NE(cut.out.find("equal"), std::string::npos);
  EXPECT_EQ(runNdem({"replay", scene}).code, 5);
  EXPECT_EQ(runNdem({"replay", path("absent")}).code, 5);
  EXPECT_EQ(runNdem({"replay", path("r.scree"), "--threads", "0"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--mark-every", "5"}).code, 1) << "of what?";
}

TEST_F(Ndem, InterruptedRecordingIsWhole) {
  const ProcessResult run = runNdem(
      {"run", scene, "--until", "100000 s", "--record", path("r.scree"), "--vtk", path("vtk"), "--every", "0.01"},
      {.interruptWhenExists = path("vtk/particles_000003.vtp")});
  EXPECT_EQ(run.code, 130) << run.err;
  EXPECT_EQ(readRecording(folder / "r.scree").damage, "");
  EXPECT_EQ(runNdem({"replay", path("r.scree")}).code, 0);
}

TEST_F(Ndem, TablesAndFramesAreAsManyAsAskedFor) {
  const ProcessResult run =
      runNdem({"run", scene, "--until", "0.1", "--csv", path("csv"), "--vtk", path("vtk"), "--every", "20 ms"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(lines(readFile(folder / "csv/timeseries.csv")), 1 + 5U);
  const std::string header = readFile(folder / "csv/timeseries.csv").substr(0, 40);
  EXPECT_TRUE(header.starts_with("time_s,step,particles,contacts")) << header;
  std::size_t particleFrames = 0;
  std::size_t bodyFrames = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder / "vtk")) {
    const std::string name = entry.path().filename().string();
    particleFrames += name.starts_with("particles_") ? 1 : 0;
    bodyFrames += name.starts_with("bodies_") ? 1 : 0;
  }
  EXPECT_EQ(particleFrames, 6U);  // the start and five
  EXPECT_EQ(bodyFrames, 6U);

  ASSERT_EQ(runNdem({"run", scene, "--until", "0.1", "--csv", path("all")}).code, 0);
  EXPECT_EQ(lines(readFile(folder / "all/timeseries.csv")), 1 + 50U);
}

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
  EXPECT_NE(refusal({"box", "--size", "1,2"}).find("is not a length"), std::string::npos);
  EXPECT_NE(
      refusal({"hopper", "--diameter", "0.1", "--height", "0.2", "--outlet", "0.2"}).find("make 'outlet' smaller"),
      std::string::npos);
  EXPECT_NE(refusal({"drum", "--diameter", "1", "--length", "1", "--bump-height", "1cm"}).find("'bump_width'"),
            std::string::npos);
  EXPECT_NE(refusal({"outlet", "--diameter", "1", "--length", "1", "--beta", "2"}).find("make the gaps narrower"),
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
TEST_F(Ndem, H5pyReadsWhatTheReadmeSays) {
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

TEST_F(Ndem, WrongCommandLinesEndWithOne) {
  EXPECT_EQ(runNdem({}).code, 1);
  EXPECT_EQ(runNdem({"run"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--no-such-option"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--set", "nonsense"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--until", "5 kg"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--until", "-1"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--vtk", path("vtk")}).code, 1);  // without --every
  EXPECT_EQ(runNdem({"run", scene, "--threads", "0"}).code, 1);
  EXPECT_EQ(runNdem({"run", scene, "--threads", "100000"}).code, 1);
  const ProcessResult help = runNdem({"--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_NE(help.out.find("Exit codes"), std::string::npos);
}

TEST_F(Ndem, BadScenesEndWithTwoAndAllErrors) {
  std::string broken(kScene);
  broken.replace(broken.find("restitution"), 11, "restitushun");
  broken.replace(broken.find("diameter: 10 mm"), 15, "diameter: 10 kg");
  writeFileAtomically(path("broken.yaml"), broken);
  for (const char* command : {"run", "check"}) {
    const ProcessResult result = runNdem({command, path("broken.yaml")});
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.err.find("broken.yaml:11:"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("restitushun"), std::string::npos);
    EXPECT_NE(result.err.find("'kg' is not a unit of a length"), std::string::npos);
  }
  const ProcessResult absent = runNdem({"run", "no_such_scene"});
  EXPECT_EQ(absent.code, 2);
  EXPECT_NE(absent.err.find("no_such_scene"), std::string::npos);
  EXPECT_EQ(runNdem({"check", scene, "--set", "solver.sweeps=many"}).code, 2);
}

TEST_F(Ndem, BadCheckpointEndsWithFive) {
  const ProcessResult absent = runNdem({"run", scene, "--resume", path("absent")});
  EXPECT_EQ(absent.code, 5);
  EXPECT_NE(absent.err.find(path("absent")), std::string::npos);
  EXPECT_EQ(runNdem({"run", scene, "--resume", scene}).code, 5);
}

TEST_F(Ndem, ParticlesTakenOutEndWithThreeAndAreNamed) {
  const ProcessResult run =
      runNdem({"run", scene, "--until", "0.3", "--set", "bounds={lower: [-1, -1, -1], upper: [0.5, 1, 1]}", "--set",
               "particles.0.sphere.velocity=[3, 0, 0]", "--report", path("r")});
  EXPECT_EQ(run.code, 3);
  EXPECT_NE(run.err.find("particle 0"), std::string::npos) << run.err;
  EXPECT_EQ(json("r")["troubles"]["count"], 1);
  EXPECT_EQ(json("r")["troubles"]["list"][0]["particle"], 0);
}

TEST_F(Ndem, InterruptFinishesTheStepAndWritesWhatWasAskedFor) {
  const ProcessResult run = runNdem({"run", scene, "--until", "100000 s", "--report", path("r"), "--checkpoint",
                                     path("c"), "--csv", path("csv"), "--vtk", path("vtk"), "--every", "0.01"},
                                    {.interruptWhenExists = path("vtk/particles_000003.vtp")});
  EXPECT_EQ(run.code, 130) << run.err;
  const Json report = json("r");
  EXPECT_EQ(report["exit"]["reason"], "interrupted");
  EXPECT_EQ(report["exit"]["code"], 130);
  EXPECT_NE(run.err.find("interrupted"), std::string::npos);
  // The checkpoint is whole: its run goes on.
  const std::string end = std::to_string(report["run"]["end_time_s"].get<double>() + 0.01);
  EXPECT_EQ(runNdem({"run", scene, "--until", end, "--resume", path("c")}).code, 0);
  const std::string series = readFile(folder / "csv/timeseries.csv");
  EXPECT_EQ(series.back(), '\n');
}

TEST_F(Ndem, FullDiskIsSaidOnceAndTheRestIsWritten) {
  const ProcessResult run = runNdem(
      {"run", scene, "--until", "0.1", "--checkpoint", "/dev/full", "--report", path("r"), "--csv", path("csv")});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "cannot write /dev/full: No space left on device\n");
  EXPECT_EQ(json("r")["exit"]["code"], 4);
  EXPECT_EQ(json("r")["exit"]["failed_outputs"].size(), 1U);
  EXPECT_EQ(lines(readFile(folder / "csv/timeseries.csv")), 51U);
}

TEST_F(Ndem, TablesOnAFullDiskAreGivenUpAndTheRestIsWritten) {
  fs::create_directory(folder / "csv");
  fs::create_symlink("/dev/full", folder / "csv/timeseries.csv");
  const ProcessResult run = runNdem({"run", scene, "--until", "0.1", "--report", path("r"), "--csv", path("csv")});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(lines(run.err), 1U) << run.err;
  EXPECT_NE(run.err.find("timeseries.csv: No space left on device"), std::string::npos);
  EXPECT_EQ(json("r")["run"]["steps"], 50);
}

TEST_F(Ndem, FramesOnAFullDiskAreGivenUpAndTheListedOnesAreWhole) {
  fs::create_directory(folder / "vtk");
  fs::create_symlink("/dev/full", folder / "vtk/particles_000002.vtp");
  const ProcessResult run =
      runNdem({"run", scene, "--until", "0.1", "--vtk", path("vtk"), "--every", "0.02", "--checkpoint", path("c")});
  EXPECT_EQ(run.code, 4);
  EXPECT_EQ(run.err, "cannot write " + path("vtk/particles_000002.vtp") + ": No space left on device\n");
  const std::string collection = readFile(folder / "vtk/particles.pvd");
  EXPECT_NE(collection.find("particles_000001.vtp"), std::string::npos);
  EXPECT_EQ(collection.find("particles_000002.vtp"), std::string::npos);
  EXPECT_FALSE(fs::is_symlink(folder / "vtk/particles_000002.vtp"));
  EXPECT_TRUE(fs::exists(folder / "c"));
}

TEST_F(Ndem, FolderThatCannotBeMadeIsSaidBeforeTheRun) {
  const ProcessResult run = runNdem({"run", scene, "--until", "100000 s", "--report", scene + "/r.json"});
  EXPECT_EQ(run.code, 4);  // nothing asked for can be written: no run of hours for nothing
  EXPECT_NE(run.err.find("r.json"), std::string::npos);
}

TEST_F(Ndem, FullStandardOutputIsNoticed) {
  EXPECT_EQ(std::system((std::string(NDEM_PATH) + " schema > /dev/full 2> /dev/null").c_str()) >> 8, 4);
}

TEST_F(Ndem, ClosedStreamsEndNoRunAndSpoilNoFile) {
  const std::string command = std::string(NDEM_PATH) + " run " + scene + " --until 0.05 --report " + path("r") +
                              " --csv " + path("csv") + " >&- 2>&-";
  EXPECT_EQ(std::system(command.c_str()), 0);
  EXPECT_EQ(json("r")["run"]["steps"], 25);
  EXPECT_EQ(lines(readFile(folder / "csv/timeseries.csv")), 1 + 25U);
}

TEST_F(Ndem, ProgressIsShownOnATerminalOnly) {
  const ProcessResult run = runNdem({"run", scene, "--until", "3"}, {.terminal = true, .environment = {"TERM=xterm"}});
  EXPECT_EQ(run.code, 0);
  for (const char* part : {" / 3 s", "left", "x real time", "particles", "\x1b[K"}) {
    EXPECT_NE(run.err.find(part), std::string::npos) << part;
  }
  const ProcessResult dumb =
      runNdem({"run", scene, "--until", "0.1"}, {.terminal = true, .environment = {"TERM=dumb"}});
  EXPECT_EQ(dumb.err, "");
}

TEST_F(Ndem, CheckSummarisesAndAdvises) {
  const ProcessResult check = runNdem({"check", scene});
  EXPECT_EQ(check.code, 0) << check.err;
  for (const char* part : {"Rain", "rain", "paddle", "drain", "glass", "time step", "sweeps"}) {
    EXPECT_NE(check.out.find(part), std::string::npos) << part << "\n" << check.out;
  }
}

TEST(NdemScenes, ListsTheShippedScenesAndRunsOneByName) {
  const ProcessResult scenes = runNdem({"scenes"});
  EXPECT_EQ(scenes.code, 0) << scenes.err;
  EXPECT_NE(scenes.out.find("Rotating drum: "), std::string::npos) << scenes.out;
  EXPECT_EQ(runNdem({"run", "drum", "--until", "5 ms"}).code, 0);
}

TEST(NdemSchema, PrintsPageAndJson) {
  const ProcessResult page = runNdem({"schema"});
  EXPECT_EQ(page.code, 0);
  EXPECT_NE(page.out.find("time_step"), std::string::npos);
  const ProcessResult schema = runNdem({"schema", "--json"});
  EXPECT_EQ(schema.code, 0);
  EXPECT_TRUE(Json::parse(schema.out).is_object());
}

}  // namespace
}  // namespace scree
