#include "app/study_dock/sweep_questions.h"

#include <QMessageBox>
#include <QPushButton>
#include <initializer_list>
#include <utility>

namespace scree {

namespace {

struct Choice {
  const char* text;
  QMessageBox::ButtonRole role;
  SweepAnswer answer;
};

SweepAnswer ask(const QString& text, const char* name, std::initializer_list<Choice> choices, QWidget* parent) {
  QMessageBox box(QMessageBox::Question, "Scree", text, QMessageBox::NoButton, parent);
  box.setObjectName(name);
  std::vector<std::pair<const QAbstractButton*, SweepAnswer>> buttons;
  for (const Choice& choice : choices) {
    buttons.emplace_back(box.addButton(choice.text, choice.role), choice.answer);
  }
  box.addButton(QMessageBox::Cancel);
  box.exec();
  for (const auto& [button, answer] : buttons) {
    if (box.clickedButton() == button) {
      return answer;
    }
  }
  return SweepAnswer::cancel;
}

}  // namespace

QString stopQuestion(std::size_t begun) {
  return begun == 1 ? QString(
                          "Stop the sweep and give up the run that has begun? Points that are done stay. Pause keeps "
                          "what it has computed.")
                    : QString(
                          "Stop the sweep and give up the %1 runs that have begun? Points that are done stay. Pause "
                          "keeps what they have computed.")
                          .arg(begun);
}

SweepAnswer askToStop(std::size_t begun, QWidget* parent) {
  return ask(stopQuestion(begun), "study_stopping",
             {{"Stop", QMessageBox::DestructiveRole, SweepAnswer::stop},
              {"Pause", QMessageBox::AcceptRole, SweepAnswer::pause}},
             parent);
}

QString closeQuestion(std::size_t sweeps) {
  return sweeps == 1 ? QString(
                           "A sweep of a study is running. It can go on without the window, and is shown again when "
                           "its study is opened.")
                     : QString(
                           "%1 sweeps of studies are running. They can go on without the window, and are shown again "
                           "when their studies are opened.")
                           .arg(sweeps);
}

SweepAnswer askOnClosing(std::size_t sweeps, QWidget* parent) {
  const bool isOne = sweeps == 1;
  return ask(closeQuestion(sweeps), "study_closing",
             {{isOne ? "Let it go on" : "Let them go on", QMessageBox::AcceptRole, SweepAnswer::goOn},
              {isOne ? "Pause it" : "Pause them", QMessageBox::AcceptRole, SweepAnswer::pause}},
             parent);
}

}  // namespace scree
