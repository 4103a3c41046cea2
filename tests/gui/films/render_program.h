#pragma once

#include <gtest/gtest.h>

#include <QFile>
#include <QImage>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <string>

#include "tests/gui/support/gui_fixture.h"

namespace scree::testing {

/// Runs programs as on a server: no display, no session.
class RenderProgram : public ::testing::Test {
 protected:
  QString path(const QString& name) { return folder_.path() + "/" + name; }
  void start(const char* program, const QStringList& arguments) {
    QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    for (const char* gone : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XAUTHORITY"}) {
      own.remove(gone);
    }
    process_.setProcessEnvironment(own);
    process_.setProcessChannelMode(QProcess::MergedChannels);
    process_.setWorkingDirectory(folder_.path());
    process_.start(program, arguments);
  }
  int run(const char* program, const QStringList& arguments) {
    start(program, arguments);
    EXPECT_TRUE(process_.waitForFinished(120000));
    text_ = process_.readAll();
    return process_.exitStatus() == QProcess::NormalExit ? process_.exitCode() : -1;
  }
  void write(const QString& name, const std::string& text) {
    QFile file(path(name));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray::fromStdString(text));
  }
  /// A recording of a second of a small box.
  QString recording() {
    write("box.yaml", boxScene(2, 10));
    EXPECT_EQ(run(NDEM_PROGRAM, {"run", "box.yaml", "--until", "1 s", "--record", "box.scree"}), 0)
        << text_.toStdString();
    return "box.scree";
  }

  QTemporaryDir folder_;
  QProcess process_;
  QByteArray text_;
};

}  // namespace scree::testing
