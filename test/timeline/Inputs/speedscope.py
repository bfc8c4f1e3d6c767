#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a file in speedscope in headless Chromium, as its command does, and prints the texts that it shows.

usage: speedscope.py PACKAGE FILE SCREENSHOT      PACKAGE: folder of the npm package
"""
import base64
import html.parser
import json
import os
import shutil
import subprocess
import sys
import tempfile

CHROMIUM = shutil.which('chromium-headless-shell') or shutil.which('chromium')


class Texts(html.parser.HTMLParser):
    def handle_data(self, data):
        if data.strip():
            print('shows:', data.strip())


def main():
    package, name, screenshot = sys.argv[1:]
    with open(name, 'rb') as file:
        contents = base64.b64encode(file.read()).decode()
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, 'profile.js')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(f'speedscope.loadFileFromBase64({json.dumps(os.path.basename(name))}, "{contents}")')
        page = f'file://{package}/dist/release/index.html#localProfilePath={script}'
        command = [CHROMIUM, '--headless', '--no-sandbox', '--disable-gpu', '--window-size=1400,800', '--virtual-time-budget=30000',
                   '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
                   '--allow-file-access-from-files', '--user-data-dir=' + os.path.join(folder, 'profile')]
        subprocess.run([*command, '--screenshot=' + os.path.abspath(screenshot), page], capture_output=True, timeout=120, check=True)
        done = subprocess.run([*command, '--dump-dom', page], capture_output=True, text=True, timeout=120, check=True)
    texts = Texts()
    texts.feed(done.stdout)


if __name__ == '__main__':
    main()
