#include "app/film/option_pages.h"

#include <algorithm>

#include "app/console/exit_codes.h"
#include "app/film/options.h"

namespace scree {

namespace {

constexpr qsizetype kTextColumn = 28;
constexpr qsizetype kLineLength = 110;
constexpr const char* kPurpose =
    "Opens a scene and runs it live. SCENE is a file (a scene, a recording or a session) or "
    "the name of a shipped scene; the default is drum.";

/// Text in lines of at most kLineLength characters, all but the first indented by `indent`.
QString wrapped(const QString& text, qsizetype indent) {
  QString lines;
  qsizetype length = indent;
  for (const QString& word : text.split(' ')) {
    if (length > indent && length + 1 + word.size() > kLineLength) {
      lines += "\n" + QString(indent, ' ');
      length = indent;
    } else if (length > indent) {
      lines += ' ';
      ++length;
    }
    lines += word;
    length += word.size();
  }
  return lines;
}

bool takesFile(const OptionText& option) { return option.value == "FILE"; }

/// First clause of an option's help: what shells show beside its name.
QString summaryOf(const OptionText& option) {
  const QString& help = option.help;
  qsizetype end = help.size();
  for (const char* stop : {". ", "; ", ": ", " ("}) {
    const qsizetype found = help.indexOf(stop);
    end = found > 0 ? std::min(end, found) : end;
  }
  // A list of choices says more than the first of them.
  return option.choices.contains(help.left(end).section(',', 0, 0)) ? option.choices.join(", ") : help.left(end);
}

/// Text between single quotes of a shell.
QString quoted(QString text) { return "'" + text.replace("'", "'\\''") + "'"; }

QString bashScript(const QStringList& scenes) {
  QString cases;
  QStringList all;
  for (const OptionText& option : optionTexts()) {
    all += option.names;
    if (option.value.isEmpty()) {
      continue;
    }
    QString answer;  // nothing is offered for numbers and texts
    if (takesFile(option)) {
      answer = "COMPREPLY=($(compgen -f -- \"$current\")); ";
    } else if (!option.choices.isEmpty()) {
      answer = "COMPREPLY=($(compgen -W " + quoted(option.choices.join(' ')) + " -- \"$current\")); ";
    }
    cases += "    " + option.names.join('|') + ") " + answer + "return ;;\n";
  }
  return "# bash completion for scree\n"
         "_scree() {\n"
         "  local current=$2 previous=$3 IFS=$' \\n'\n"
         "  COMPREPLY=()\n"
         "  case $previous in\n" +
         cases +
         "  esac\n"
         "  if [[ $current == -* ]]; then\n"
         "    COMPREPLY=($(compgen -W " +
         quoted(all.join(' ')) +
         " -- \"$current\"))\n"
         "  else\n"
         "    COMPREPLY=($(compgen -W " +
         quoted(scenes.join(' ')) +
         " -- \"$current\"; compgen -f -- \"$current\"))\n"
         "  fi\n"
         "}\n"
         "complete -o filenames -F _scree scree\n";
}

QString zshScript(const QStringList& scenes) {
  QString script = "#compdef scree\n\n_arguments \\\n";
  for (const OptionText& option : optionTexts()) {
    QString value;
    if (takesFile(option)) {
      value = ":file:_files";
    } else if (!option.value.isEmpty()) {
      value = ":" + option.value + ":" + (option.choices.isEmpty() ? QString() : "(" + option.choices.join(' ') + ")");
    }
    QString summary = summaryOf(option);
    summary.replace('[', "\\[").replace(']', "\\]");
    for (const QString& name : option.names) {
      script += "  " + quoted(name + "[" + summary + "]" + value) + " \\\n";
    }
  }
  return script + "  " +
         quoted("1:scene:{_alternative \"scenes:scene:(" + scenes.join(' ') + ")\" \"files:file:_files\"}") + "\n";
}

QString fishScript(const QStringList& scenes) {
  QString script = "# fish completion for scree\n";
  for (const OptionText& option : optionTexts()) {
    script += "complete -c scree";
    for (const QString& name : option.names) {
      script += name.startsWith("--") ? " -l " + name.mid(2) : " -s " + name.mid(1);
    }
    if (takesFile(option)) {
      script += " -r -F";
    } else if (!option.value.isEmpty()) {
      script += " -x";
    }
    if (!option.choices.isEmpty()) {
      script += " -a " + quoted(option.choices.join(' '));
    }
    QString summary = summaryOf(option);
    script += " -d '" + summary.replace("'", "\\'") + "'\n";
  }
  return script + "complete -c scree -a " + quoted(scenes.join(' ')) + " -d Scene\n";
}

/// Text as roff takes it: no control line, hyphens that can be searched for.
QString roff(QString text) {
  text.replace('\\', "\\e").replace('-', "\\-");
  return text.startsWith('.') || text.startsWith('\'') ? "\\&" + text : text;
}

}  // namespace

QString helpText() {
  QString text = "Usage: scree [options] [SCENE]\n\n" + wrapped(kPurpose, 0) + "\n\n";
  for (const OptionText& option : optionTexts()) {
    const QString names = "  " + option.names.join(", ") + (option.value.isEmpty() ? "" : " " + option.value);
    text += names.leftJustified(kTextColumn) + wrapped(option.help, kTextColumn) + "\n";
  }
  return text + "\nTimes take a unit, such as '5 s' or '50 ms'.\n\n" + QString::fromStdString(exitCodesText());
}

QString manPage(const QString& version) {
  QString page = ".TH SCREE 1 \"\" \"Scree " + version +
                 "\" \"User commands\"\n"
                 ".SH NAME\n"
                 "scree \\- live view of granular material\n"
                 ".SH SYNOPSIS\n"
                 ".B scree\n"
                 "[\\fIOPTIONS\\fR] [\\fISCENE\\fR]\n"
                 ".SH DESCRIPTION\n" +
                 roff(kPurpose) +
                 "\n"
                 ".SH OPTIONS\n";
  for (const OptionText& option : optionTexts()) {
    page += ".TP\n\\fB" + roff(option.names.join(", ")) + "\\fR" +
            (option.value.isEmpty() ? "" : " \\fI" + roff(option.value) + "\\fR") + "\n" + roff(option.help) + "\n";
  }
  page += ".SH \"EXIT STATUS\"\n.nf\n";
  for (const QString& line : QString::fromStdString(exitCodesText()).trimmed().split('\n').mid(1)) {
    page += roff(line) + "\n";
  }
  return page + ".fi\n.SH \"SEE ALSO\"\n.BR ndem (1)\n";
}

QStringList completionShells() { return {"bash", "zsh", "fish"}; }

QString completionScript(const QString& shell, const QStringList& scenes) {
  return shell == "bash" ? bashScript(scenes) : shell == "zsh" ? zshScript(scenes) : fishScript(scenes);
}

}  // namespace scree
