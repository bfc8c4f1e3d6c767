# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The code that the benchmarks share: figures are appended run by run and compared with the last run
# (for some figures higher is better, for others lower), and the chart is well-formed and to scale.
# Nothing is written without --record.
# RUN: python3 %s %src %t
import argparse
import contextlib
import io
import os
import pathlib
import shutil
import sys
import unittest
import unittest.mock
import xml.etree.ElementTree

source, folder = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, os.path.join(source, 'bench'))
import chart  # noqa: E402
import record  # noqa: E402


def more(value):
    return record.Figure(value, 'MIPS', True)


def less(value):
    return record.Figure(value, 'ms', False)


class Comparison(unittest.TestCase):
    def verdict(self, last, now):
        (change,) = record.compare({'figure': last}, {'figure': now})
        return change.verdict

    def test_direction_is_the_figures(self):
        self.assertEqual(self.verdict(more(100), more(150)), 'better')
        self.assertEqual(self.verdict(more(100), more(50)), 'worse')
        self.assertEqual(self.verdict(less(100), less(150)), 'worse')
        self.assertEqual(self.verdict(less(100), less(50)), 'better')

    def test_noise_is_no_change_in_both_directions(self):
        for now in (91, 100, 109.9):
            self.assertEqual(self.verdict(more(100), more(now)), 'same')
        self.assertEqual(self.verdict(more(100), more(111)), 'better')
        self.assertEqual(self.verdict(more(100), more(90)), 'worse')

    def test_figures_come_and_go(self):
        changes = record.compare({'old': more(1), 'both': more(2)}, {'both': more(2), 'fresh': more(3)})
        self.assertEqual([(c.name, c.verdict) for c in changes], [('both', 'same'), ('fresh', 'new'), ('old', 'removed')])

    def test_units_must_agree(self):
        self.assertEqual(self.verdict(more(100), record.Figure(100, 'GIPS', True)), 'not comparable')
        self.assertEqual(self.verdict(more(0), more(100)), 'not comparable')


class Record(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(folder, ignore_errors=True)
        self.path = folder / 'results' / 'sample.json'

    def finish(self, figures, *options):
        parser = argparse.ArgumentParser()
        record.add_options(parser, 'sample')
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.added = record.finish(parser.parse_args(['--results', str(self.path), *options]), figures, 7)
        return output.getvalue()

    def test_nothing_is_written_unless_asked(self):
        self.assertIn('no earlier record', self.finish({'speed': more(1)}))
        self.assertIsNone(self.added)
        self.assertFalse(self.path.exists())

    def test_records_follow_each_other_and_the_last_counts(self):
        self.finish({'speed': more(10)}, '--record')
        self.finish({'speed': more(20)}, '--record')
        output = self.finish({'speed': more(30)})
        records = record.load(str(self.path))
        self.assertEqual([r['figures']['speed'] for r in records], [more(10), more(20)])
        self.assertEqual({r['rounds'] for r in records}, {7})
        self.assertEqual(records[0]['machine'], record.machine())
        self.assertRegex(records[0]['date'], r'^\d{4}-\d\d-\d\d$')
        self.assertTrue(records[0]['commit'])
        self.assertRegex(output, r'speed +20\.00 +30\.00 MIPS +\+50\.0% +better')
        self.assertEqual(list(self.path.parent.iterdir()), [self.path])

    def test_commit_is_unknown_without_git(self):
        with unittest.mock.patch.dict(os.environ, PATH=str(folder)):
            self.finish({'speed': more(10)}, '--record')
        self.assertEqual(self.added['commit'], 'unknown')

    def test_another_machine_is_reported(self):
        self.finish({'speed': more(10)}, '--record')
        self.assertNotIn('another machine', self.finish({'speed': more(10)}))
        self.path.write_text(self.path.read_text().replace(record.machine(), 'abacus, 1 cores'))
        self.assertIn('another machine', self.finish({'speed': more(10)}))


class Chart(unittest.TestCase):
    def test_bars_are_to_scale(self):
        picture = chart.bars('a < b', 'note', {'one': [1.0, 4.0], 'two': [2.0, 0.0]}, ['x & y', 'z'])
        root = xml.etree.ElementTree.fromstring(picture)
        space = '{http://www.w3.org/2000/svg}'
        heights = [float(r.get('height')) for r in root.iter(space + 'rect') if r.find(space + 'title') is not None]
        self.assertEqual(len(heights), 4)
        for height, value in zip(heights, (1, 4, 2, 0)):
            self.assertAlmostEqual(height, heights[1] * value / 4, delta=0.1)
        words = [t.text for t in root.iter(space + 'text')]
        for word in ('a < b', 'note', 'one', 'two', 'x & y', 'z'):
            self.assertIn(word, words)

    def test_drawn_with_its_record(self):
        path = folder / 'images' / 'sample.svg'
        with contextlib.redirect_stdout(io.StringIO()):
            chart.draw(path, 'title', {'rounds': 7, 'machine': 'abacus', 'date': '2026-01-02', 'commit': 'abc'}, {'one': [1.0]}, ['x'])
        words = [t.text for t in xml.etree.ElementTree.parse(path).iter('{http://www.w3.org/2000/svg}text')]
        self.assertIn('medians of 7 rounds, abacus, 2026-01-02, commit abc', words)

    def test_values_must_fit_the_series(self):
        with self.assertRaises(ValueError):
            chart.bars('', '', {'one': [1.0]}, ['x', 'y'])

    def test_axis_has_few_round_lines(self):
        for highest, step in ((22, 5), (9.9, 1), (1, 0.1), (41, 10), (1000, 100)):
            self.assertAlmostEqual(chart.step_of(highest), step)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
