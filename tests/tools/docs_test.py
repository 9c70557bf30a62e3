"""Code shown in the documentation is code that is compiled and run: blocks marked "same as" equal their file."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"<!-- same as (\S+) -->\n```\w*\n(.*?)^```$", re.S | re.M)
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
FENCE = re.compile(r"^```.*?^```$", re.S | re.M)


def pages():
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def anchors(page):
    """What GitHub calls the headings of a page: lower case, no punctuation, hyphens for spaces."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*?)\s*$", text, re.M)}


class Docs(unittest.TestCase):
    def test_blocks_equal_the_files_they_name(self):
        blocks = [(page, *block) for page in pages() for block in BLOCK.findall(page.read_text(encoding="utf-8"))]
        self.assertTrue(blocks)
        for page, name, text in blocks:
            self.assertEqual(text, (ROOT / name).read_text(encoding="utf-8"), f"{page.relative_to(ROOT)} shows another {name}")

    def test_links_inside_the_project_lead_somewhere(self):
        for page in pages():
            for target, anchor in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
                if re.match(r"[a-z]+:", target):
                    continue
                there = (page.parent / target) if target else page
                self.assertTrue(there.exists(), f"{page.relative_to(ROOT)} links {target}")
                if anchor:
                    self.assertIn(anchor, anchors(there), f"{page.relative_to(ROOT)} links {target}#{anchor}")

    def test_every_page_is_reached_from_the_first(self):
        reached, left = set(), [ROOT / "README.md"]
        while left:
            page = left.pop()
            if page in reached:
                continue
            reached.add(page)
            targets = [(page.parent / target).resolve() for target, _ in LINK.findall(page.read_text(encoding="utf-8")) if target]
            left += [target for target in targets if target.suffix == ".md" and target.exists()]
        self.assertEqual([page.relative_to(ROOT).as_posix() for page in pages() if page not in reached], [])


if __name__ == "__main__":
    unittest.main()
