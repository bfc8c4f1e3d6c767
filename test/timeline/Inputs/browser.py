#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a page in headless Chromium, and prints its errors, what it has requested, and the data attributes of its body.

usage: browser.py PAGE [SCRIPT [SCREENSHOT]]      SCRIPT: a file that runs in the page when it is ready
"""
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile

CHROMIUM = shutil.which('chromium-headless-shell') or shutil.which('chromium')


class Body(html.parser.HTMLParser):
    data = {}

    def handle_starttag(self, tag, attributes):
        if tag == 'body':
            self.data = {name: value for name, value in attributes if name.startswith('data-')}


def open_page(url, folder, screenshot):
    log = os.path.join(folder, 'net-log.json')
    command = [CHROMIUM, '--headless', '--no-sandbox', '--disable-gpu', '--window-size=1400,800', '--enable-logging=stderr',
               '--virtual-time-budget=60000', '--allow-file-access-from-files', '--user-data-dir=' + os.path.join(folder, 'profile'),
               '--log-net-log=' + log, '--timeout=100000']
    done = subprocess.run([*command, '--dump-dom', url], capture_output=True, text=True, timeout=240, check=True)
    if screenshot:
        subprocess.run([*command, '--screenshot=' + os.path.abspath(screenshot), url], capture_output=True, timeout=240, check=True)
    with open(log, encoding='utf-8', errors='replace') as file:
        requests = set(re.findall(r'"url":"((?:https?|wss?|ftp):[^"]*)"', file.read()))
    return done, requests


def main():
    page, script, screenshot = (sys.argv[1:] + ['', ''])[:3]
    path, _, address = page.partition('#')
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, 'page.html')
        shutil.copyfile(path, copy)
        if script:
            with open(script, encoding='utf-8') as source, open(copy, 'a', encoding='utf-8') as file:
                file.write(f"<script>document.addEventListener('DOMContentLoaded', () => {{ {source.read()} }});</script>")
        done, requests = open_page(f'file://{copy}#{address}', folder, screenshot)
    for line in re.findall(r'CONSOLE.*', done.stderr):
        print('console:', line)
    for url in sorted(requests):
        print('request:', url)
    body = Body()
    body.feed(done.stdout)
    for name, value in sorted(body.data.items()):
        print(f'{name}: {value}')


if __name__ == '__main__':
    main()
