#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what shells and man know about commands, from the commands' own --help: completions for bash, zsh and fish, and
manual pages. Completions also have the options of the LLVM command to which a command passes them.

usage: command-files.py FOLDER LLVM COMMAND...
FOLDER: the SDK's share folder; LLVM: the folder of LLVM's commands; COMMAND: the path of an executable
"""
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass


@dataclass
class Option:
    name: str  # with its dashes
    value: str  # '' or '=<file>' or ' <file>'
    text: str


@dataclass
class Command:
    name: str
    overview: str
    usage: str
    options: list
    passed: list  # options of the command behind it


def read_options(text):
    options = []
    for line in text[text.find('USAGE:'):].splitlines():
        match = re.match(r'  (-[-\w]+)([= ]<[^>]*>(?:[\[,]\S*)?|=\S*)?(?: +(.*))?$', line)
        if match:
            options.append(Option(match[1], match[2] or '', (match[3] or '').strip().removeprefix('- ')))
        elif options and re.match(r' {8,}\S', line):
            options[-1].text = (options[-1].text + ' ' + line.strip()).strip()
    return options


def passed_options(usage, llvm, own):
    match = re.search(r'options.* of (llvm-\w+)', usage)
    if not match:
        return []
    text = subprocess.run([llvm / match[1], '--help'], capture_output=True, text=True, check=True).stdout
    names = {option.name for option in own}
    return [option for option in read_options(text) if option.name not in names]


def read_help(path, llvm):
    text = subprocess.run([path, '--help'], capture_output=True, text=True, check=True).stdout
    overview = ' '.join(re.search(r'OVERVIEW: (.*?)\n\n', text, re.S)[1].split())
    usage = re.search(r'USAGE: (.*?)\n\n', text, re.S)[1]
    options = read_options(text)
    return Command(pathlib.Path(path).name, overview, usage, options, passed_options(usage, llvm, options))


def words(command):
    return [option.name + ('=' if option.value.startswith('=') else '') for option in command.options + command.passed]


def bash(command):
    function = '_' + re.sub(r'\W', '_', command.name)
    return f"""# Made by scripts/command-files.py from {command.name} --help.
{function}() {{
  COMPREPLY=()
  [[ ${{COMP_WORDS[COMP_CWORD]}} == -* ]] || return 0
  mapfile -t COMPREPLY < <(compgen -W '{' '.join(words(command))}' -- "${{COMP_WORDS[COMP_CWORD]}}")
  [[ ${{COMPREPLY[0]-}} != *= ]] || compopt -o nospace
}}
complete -o default -F {function} {command.name}
"""


def zsh(command):
    def escaped(text):
        return re.sub(r"([\[\]:\\])", r'\\\1', text).replace("'", "'\\''")

    lines = [f"  '{option.name}{'=-' if option.value.startswith('=') else ''}[{escaped(option.text)}]"
             f"{':value:_files' if option.value else ''}'" for option in command.options + command.passed]
    body = ' \\\n'.join(lines + ["  '*:file:_files'"])
    return f'#compdef {command.name}\n# Made by scripts/command-files.py from {command.name} --help.\n_arguments \\\n{body}\n'


def fish(command):
    lines = [f'# Made by scripts/command-files.py from {command.name} --help.']
    for option in command.options + command.passed:
        name = option.name.lstrip('-')
        kind = '-s' if len(name) == 1 else '-l' if option.name.startswith('--') else '-o'
        text = option.text.replace('\\', '\\\\').replace("'", "\\'")
        lines.append(f"complete -c {command.name} {kind} {name}{' -r' if option.value else ''} -d '{text}'")
    return '\n'.join(lines) + '\n'


def manual(command):
    def escaped(text):
        return re.sub(r"^([.'])", r'\\&\1', text.replace('\\', r'\e').replace('-', r'\-'), flags=re.M)

    _, _, what = command.overview.partition(': ')
    text = [f'.TH {command.name.upper()} 1', '.SH NAME', f'{escaped(command.name)} \\- {escaped(what)}', '.SH SYNOPSIS', '.nf']
    text += [escaped(line.strip()) for line in command.usage.splitlines()] + ['.fi']
    if command.options:
        text.append('.SH OPTIONS')
    for option in command.options:
        text += ['.TP', f'.B {escaped(option.name + option.value)}', escaped(option.text)]
    return '\n'.join(text) + '\n'


def main():
    share = pathlib.Path(sys.argv[1])
    files = {'bash-completion/completions/{}': bash, 'zsh/site-functions/_{}': zsh,
             'fish/vendor_completions.d/{}.fish': fish, 'man/man1/{}.1': manual}
    for path in sys.argv[3:]:
        command = read_help(path, pathlib.Path(sys.argv[2]))
        for name, make in files.items():
            file = share / name.format(command.name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(make(command))


if __name__ == '__main__':
    main()
