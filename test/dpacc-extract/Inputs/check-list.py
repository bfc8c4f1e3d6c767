# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads the JSON list of a host file with one image and prints what is in it; the image's bytes are compared.

usage: check-list.py LIST HOST-FILE IMAGE
"""
import json
import sys

document = json.load(open(sys.argv[1]))
host = open(sys.argv[2], 'rb').read()
expected = open(sys.argv[3], 'rb').read()
assert document['file'] == sys.argv[2]
for app in document['apps']:
    print('app', app['name'])
    for image in app['images']:
        content = host[image['offset']:image['offset'] + image['size']]
        print(image['model'], image['model_id'], 'the image' if content == expected else 'other bytes')
        print('entry', hex(image['entry'] & ~0xfff))
        print('versions', image['flexio_dev_versions'], image['flexio_os_version'])
        print(image['entry_points'])
        for symbol in image['symbols']:
            if symbol['name'] == 'counter':
                print('counter', symbol)
        print('signature', image['signature'])
        print('attributes', image['process_attributes'])
