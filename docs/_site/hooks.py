"""What MkDocs does not do by itself: pages for files outside docs/, and a site that runs no inline script."""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

sys.path.insert(0, str(Path(__file__).parent))  # MkDocs imports this file by its path
from diagrams import diagram

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md", "README.md": "index.md"}
LOGO = "web/public/hook.svg"
LANGUAGES = {".toml": "toml", ".py": "python", ".pxd": "cython", ".conf": "nginx", ".service": "ini"}
LINK = re.compile(r"(?<=\]\()([^)\s#]+)")
DIAGRAM = re.compile(r"<!-- diagram: (\w+) -->")
INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
UNUSED = ("404.html", "sitemap.xml*", "assets/**/*.map", "assets/javascripts/lunr/**/*.js", "assets/images/favicon.png")
COMPRESSED = (".css", ".html", ".js", ".json", ".svg")


# --- pages for files outside docs/ ---------------------------------------------------------------


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the logo, CONTRIBUTING and CHANGELOG, and a page for every other file of the project that a page links to."""
    files.append(File.generated(config, "assets/hook.svg", content=(ROOT / LOGO).read_bytes()))
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        files.append(File.generated(config, PAGES[name], content=(ROOT / name).read_text(encoding="utf-8")))
    for path in sorted(set(linked(files))):
        files.append(File.generated(config, source_page(path), content=as_page(path)))
    return files


def linked(files: Files) -> Iterator[str]:
    """The files that pages link to although they are no pages, and all files of folders that are linked to."""
    for file in files.documentation_pages():
        for link in LINK.findall(file.content_string):
            path = in_project(link, file.src_uri)
            if path and path not in PAGES and not path.startswith("docs/"):
                yield path
                yield from inside(path)


def inside(path: str) -> Iterator[str]:
    """The files of a folder that somebody may want to read."""
    for file in sorted((ROOT / path).rglob("*")) if (ROOT / path).is_dir() else ():
        if file.suffix in LANGUAGES:
            yield file.relative_to(ROOT).as_posix()


def in_project(link: str, page: str) -> str | None:
    """The path in the project to which a link on a page leads; None for an address."""
    if ":" in link:
        return None
    folder = "" if page in PAGES.values() and page != "index.md" else posixpath.join("docs", posixpath.dirname(page))
    return posixpath.normpath(posixpath.join(folder, link))


def source_page(path: str) -> str:
    """The page that shows a file."""
    return f"sources/{path}.md"


def as_page(path: str) -> str:
    """A file of the project as a page, or a folder as a list of its files; the search leaves it out."""
    head = f"---\nsearch:\n  exclude: true\n---\n\n# {path}\n\n"
    if (ROOT / path).is_dir():
        return head + "\n".join(f"- [`{file}`]({posixpath.relpath('/' + file, '/')})" for file in inside(path))
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"{head}````{LANGUAGES.get(Path(path).suffix, 'text')}\n{text}````\n"


def on_page_markdown(markdown: str, *, page: object, **_: object) -> str:
    """Draw the diagrams, and let links to files outside docs/ lead to their pages."""
    uri: str = page.file.src_uri  # type: ignore[attr-defined]
    here = posixpath.dirname(uri)

    def target(match: re.Match[str]) -> str:
        path = in_project(match[1], uri) if not uri.startswith("sources/") else match[1]
        if path is None:
            return match[1]
        own = PAGES.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else source_page(path))
        return posixpath.relpath(own, here or ".")

    return DIAGRAM.sub(lambda match: diagram(match[1]), LINK.sub(target, markdown))


# --- a site for a strict Content-Security-Policy ---------------------------------------------------


def on_post_build(config: MkDocsConfig) -> None:
    """Leave out what this site does not need, move inline scripts into files, and compress."""
    site = Path(config.site_dir)
    for pattern in UNUSED:
        for file in site.glob(pattern):
            file.unlink()
    for page in site.rglob("*.html"):
        page.write_text(without_inline_scripts(page, site), encoding="utf-8")
    for file in site.rglob("*"):
        if file.suffix in COMPRESSED:
            file.with_name(f"{file.name}.gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))


def without_inline_scripts(page: Path, site: Path) -> str:
    """A page whose inline scripts are files, named by what is in them."""
    up = "../" * (len(page.relative_to(site).parts) - 1)

    def as_file(match: re.Match[str]) -> str:
        name = f"assets/javascripts/inline.{hashlib.sha256(match[1].encode()).hexdigest()[:8]}.js"
        (site / name).write_text(match[1], encoding="utf-8")
        return f'<script src="{up}{name}"></script>'

    return INLINE.sub(as_file, page.read_text(encoding="utf-8"))
