import { version } from "../../../version.ts"
import { readingPage } from "../pages/reading-page.ts"
import { type Kapitel, listKapitel } from "./kapitel.ts"

type Heading = { level: number; anchor: string; title: string }

/** @returns the page that leads to every chapter */
export const contentsPage = (): string =>
  page(
    "Handbuch",
    `<h1>Handbuch</h1>
<dl class="kapitel">
${listKapitel()
  .map(
    ({ name, title, about }) =>
      `<dt><a href="/hilfe/${name}">${Bun.escapeHTML(title)}</a></dt>\n<dd>${inline(about)}</dd>`,
  )
  .join("\n")}
</dl>`,
  )

/** @returns the page of one chapter, with its table of contents */
export function kapitelPage(kapitel: Kapitel): string {
  const headings: Heading[] = []
  const text = Bun.markdown
    .html(kapitel.text, { noHtmlBlocks: true, noHtmlSpans: true })
    .replaceAll(/<h([23])>(.*?)<\/h\1>/g, (_, level: string, title: string) => {
      const anchor = anchorOf(title)
      headings.push({ level: Number(level), anchor, title })
      return `<h${level} id="${anchor}"><a href="#${anchor}">${title}</a></h${level}>`
    })
    .replaceAll("<table>", '<div class="table"><table>')
    .replaceAll("</table>", "</table></div>")
  const [title = "", body = ""] = text.split(/(?<=<\/h1>)/, 2)
  return page(kapitel.title, `${title}\n${contents(headings)}\n${body}`, kapitel)
}

const contents = (headings: Heading[]): string => `<nav class="inhalt" aria-label="Inhalt"><ul>
${headings
  .filter(({ level }) => level === 2)
  .map(({ anchor, title }) => `<li><a href="#${anchor}">${title}</a></li>`)
  .join("\n")}
</ul></nav>`

const page = (title: string, body: string, here?: Kapitel): string =>
  readingPage(
    Bun.escapeHTML(title),
    "/hilfe/hilfe.css",
    `<header><nav aria-label="Handbuch">
<a href="/">Pfandwerk</a>
<a href="/hilfe"${here ? "" : ' aria-current="page"'}>Handbuch</a>
${listKapitel()
  .map(
    (kapitel) =>
      `<a href="/hilfe/${kapitel.name}"${kapitel === here ? ' aria-current="page"' : ""}>${Bun.escapeHTML(kapitel.title)}</a>`,
  )
  .join("\n")}
</nav></header>
<main>
${body}
</main>
<footer>Pfandwerk ${version}</footer>`,
  )

/** @returns the page for an address that does not exist, in the handbook or elsewhere */
export const nowherePage = (): string =>
  page(
    "Diese Seite gibt es nicht",
    `<h1>Diese Seite gibt es nicht</h1>
<p>Vielleicht ist die Adresse nicht vollständig, oder was dort stand, heißt heute anders.</p>
<p><a href="/">Zur Startseite</a></p>`,
  )

/** @returns the HTML of a single paragraph, without its `<p>` */
const inline = (text: string): string =>
  Bun.markdown
    .html(text, { noHtmlBlocks: true, noHtmlSpans: true })
    .replaceAll(/<\/?p>/g, "")
    .trim()

const LETTERS: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" }

/** "Auf einen zweiten Server übernehmen" → "auf-einen-zweiten-server-uebernehmen" */
const anchorOf = (title: string): string =>
  title
    .replaceAll(/<[^>]*>|&\w+;/g, "")
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
