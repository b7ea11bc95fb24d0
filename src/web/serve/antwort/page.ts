import { antwortInWords, belegartInWords } from "../../../lib/arten.ts"
import { formatDatum, formatMoment } from "../../../lib/format.ts"
import { linkantwortfelder } from "../../../lib/felder/beleg.ts"
import { asksByLink } from "../../../api/belege/antworten.ts"
import type { Belegseite, LinkView } from "../../../api/belege/seite.ts"
import { readingPage } from "../pages/reading-page.ts"

const esc = Bun.escapeHTML

/** Not for search engines, and without the service's icon: a proxy may publish this prefix alone, and not /favicon.svg. */
const HEAD = `<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="data:,">`

/** Address of the style sheet, under the same prefix. */
const STYLE = "/antwort/antwort.css"

const page = (title: string, body: string): string =>
  readingPage(esc(title), STYLE, `<main>\n${body}\n</main>`, HEAD)

/** What somebody typed, and what is wrong with it, by field. */
export type Typed = { values: Readonly<Record<string, string>>; faults: ReadonlyMap<string, string> }

/** What happened before the page is shown. `late`: an answer came after another one, and was not taken. */
type State = { late?: boolean; typed?: Typed }

/**
 * The page of a link: one document and, if it asks for an answer, the form for it or the answer that was given.
 *
 * @param name the secret name in the link's address
 * @returns HTML
 */
export function linkPage(view: LinkView, name: string, state: State = {}): string {
  const { beleg, seite } = view
  const asks = asksByLink(beleg)
  // Once it is answered, nobody needs the deadline for objections: only the sentence with the balance stays.
  const isOpen = asks && beleg.antwort === null
  return page(
    `${beleg.titel}, ${seite.firma}`,
    `<header><p class="firma">${esc(seite.firma)}</p>
<h1>${esc(belegartInWords[beleg.art])}</h1></header>
${asks && !isOpen ? answered(view, state) : ""}
${facts(seite)}
${seite.tabellen.map(table).join("\n")}
${(asks && !isOpen ? seite.saetze.slice(0, 1) : seite.saetze).map((satz, at) => `<p${at === 0 ? ' class="saldo"' : ""}>${esc(satz)}</p>`).join("\n")}
<p><a href="/antwort/${name}/beleg.pdf">Als PDF speichern</a></p>
${isOpen ? form(name, state.typed) : ""}
${contact(seite)}`,
  )
}

const facts = ({ angaben }: Belegseite): string =>
  `<dl>${angaben.map(([label, value]) => `<div><dt>${esc(label)}</dt><dd>${esc(value)}</dd></div>`).join("")}</dl>`

/** The first columns are words, the others figures. */
const WORDS = 2

function table({ titel, spalten, zeilen, summe }: Belegseite["tabellen"][number]): string {
  const cell = (text: string, at: number): string =>
    `<td${at < WORDS ? "" : ' class="figure"'} data-label="${esc(spalten[at] ?? "")}">${esc(text)}</td>`
  const row = (cells: string[]): string => `<tr>${cells.map(cell).join("")}</tr>`
  return `<table><caption>${esc(titel)}</caption>
<thead><tr>${spalten.map((text, at) => `<th scope="col"${at < WORDS ? "" : ' class="figure"'}>${esc(text)}</th>`).join("")}</tr></thead>
<tbody>${zeilen.map(row).join("\n")}</tbody>
${summe ? `<tfoot>${row(summe)}</tfoot>` : ""}</table>`
}

function form(name: string, { values, faults }: Typed = { values: {}, faults: new Map() }): string {
  const value = (field: string) => esc(values[field] ?? "")
  const fault = (field: string): string =>
    faults.has(field) ? `<span class="fault" id="${field}-fault">${esc(faults.get(field) ?? "")}</span>` : ""
  const marked = (field: string): string =>
    faults.has(field) ? ` aria-invalid="true" aria-describedby="${field}-fault"` : ""
  const choice = (said: string, words: string): string =>
    `<label class="choice"><input type="radio" name="antwort" value="${said}" required${values["antwort"] === said ? " checked" : ""}> <span>${words}</span></label>`
  return `<form method="post" action="/antwort/${name}" id="antwort" accept-charset="utf-8">
<h2>Ihre Antwort</h2>
${faults.size > 0 ? '<p class="fault" role="alert">Noch nicht gesendet: Bitte ergänzen, was unten steht.</p>' : ""}
<fieldset><legend>Der Saldo</legend>
${choice("bestaetigt", "<strong>stimmt</strong>: Wir bestätigen ihn.")}
${choice("bestritten", "<strong>stimmt nicht</strong>: Wir bestreiten ihn.")}
${fault("antwort")}</fieldset>
<label>Ihr Name${fault("name")}
<input name="name" autocomplete="name" required maxlength="${linkantwortfelder.name.max}" value="${value("name")}"${marked("name")}></label>
<label>Bemerkung <span class="quiet">nötig, wenn der Saldo nicht stimmt: was Sie anders sehen</span>${fault("bemerkung")}
<textarea name="bemerkung" rows="4" maxlength="${linkantwortfelder.bemerkung.max}"${marked("bemerkung")}>${value("bemerkung")}</textarea></label>
<button type="submit">Antwort senden</button>
<p class="quiet">Sie antworten einmal. Mit der Antwort werden Ihr Name, die Zeit und die Adresse Ihres Anschlusses im Netz aufbewahrt.</p>
</form>`
}

function answered({ beleg, said, zeitzone }: LinkView, { late = false }: State): string {
  const { antwort, antwort_datum } = beleg
  const words = esc(antwortInWords[said?.antwort ?? antwort ?? "bestaetigt"])
  const when = said
    ? `am ${formatMoment(said.erstellt_am, zeitzone)} Uhr von ${esc(said.name)}`
    : `am ${formatDatum(antwort_datum ?? "")}`
  return `<section class="answered"${late ? ' role="alert"' : ""}>
<h2>${late ? "Es gibt schon eine Antwort" : "Danke, Ihre Antwort ist angekommen"}</h2>
<p>Der Saldo ist <strong>${words}</strong>, ${when}.</p>
${said?.bemerkung ? `<p class="remark">${esc(said.bemerkung)}</p>` : ""}
<p>${late ? "Was Sie eben gesendet haben, wurde <strong>nicht</strong> übernommen. " : ""}Soll es anders lauten, wenden Sie sich bitte an uns.</p>
</section>`
}

const contact = ({ firma, kontakt }: Belegseite): string =>
  `<footer><p>Fragen? ${[firma, ...kontakt].map(esc).join(" · ")}</p></footer>`

/** The same page for every link that does not work: it does not tell whether the link ever did. */
export const nothingPage = (): string =>
  page(
    "Dieser Link gilt nicht",
    `<h1>Dieser Link gilt nicht</h1>
<p>Er ist nicht vollständig, oder seine Zeit ist vorbei. Bitte wenden Sie sich an die Firma, von der Sie ihn haben.</p>`,
  )

/** @param reason why it was refused, in German */
export const refusedPage = (reason: string): string =>
  page("Das ging nicht", `<h1>Das ging nicht</h1>\n<p>${esc(reason)}</p>`)
