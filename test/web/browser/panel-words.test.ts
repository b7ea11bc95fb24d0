import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import type { BrowserContext, Locator } from "playwright-core"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { today } from "../../helpers/day.ts"
import { ask, hasChromium, logIn, sharedPage, startDemo } from "./browser.ts"

/**
 * What panels and windows of the office say, held against `panel-words.json`: a sentence that is gone, another label, a
 * button or a link that leads elsewhere. `PANEL_WORDS=write bun test` this file writes it anew, to be read as a change.
 */
const WRITES = process.env["PANEL_WORDS"] === "write"
const FILE = join(import.meta.dir, "panel-words.json")

type Opened = {
  /** Screen on which it is opened. */
  path: string
  button: string
  /** The item of the menu that the button opens. */
  item?: string
}

const panels: Record<string, Opened> = {
  "Kunde bearbeiten": { path: "/kunden/:id", button: "Bearbeiten" },
  "Gerät ausgeben": { path: "/kunden/:id", button: "Gerät ausgeben" },
  "Kontoauszug als PDF": { path: "/kunden/:id", button: "Mehr", item: "Kontoauszug als PDF …" },
  "Kunden löschen": { path: "/kunden/:id", button: "Mehr", item: "Löschen …" },
  "Jetzt abrechnen": { path: "/kunden/:id", button: "Jetzt abrechnen …" },
  "Verlust buchen": { path: "/kunden/:id", button: "Verlust buchen" },
  "Standort anlegen": { path: "/kunden/:id", button: "Standort anlegen" },
  "Gerät zurücknehmen": { path: "/geraete/:id", button: "Zurücknehmen" },
  "Gerät verloren melden": { path: "/geraete/:id", button: "Mehr", item: "Verloren melden …" },
  "Gerät bearbeiten": { path: "/geraete/:id", button: "Bearbeiten" },
  "Prüfung vorsehen": { path: "/geraete/:id", button: "Prüfung vorsehen" },
  "Artikel bearbeiten": { path: "/artikel/:id", button: "Bearbeiten" },
  "Lieferung ändern": { path: "/lieferungen/:id", button: "Ändern" },
  "Zustellung erfassen": { path: "/lieferungen/:id", button: "Zustellung erfassen" },
  "Nicht zugestellt": { path: "/lieferungen/:id", button: "Mehr", item: "Nicht zugestellt …" },
  "Lieferung absagen": { path: "/lieferungen/:id", button: "Mehr", item: "Absagen …" },
  "Abrechnung stornieren": { path: "/abrechnungen/:id", button: "Stornieren …" },
  "Passwort setzen": { path: "/mitarbeiter/:id", button: "Neues Passwort setzen …" },
  "Überall abmelden": { path: "/mitarbeiter/:id", button: "Überall abmelden" },
  Geräteetiketten: { path: "/geraete", button: "Etiketten" },
  Artikeletiketten: { path: "/artikel", button: "Etiketten" },
  "Zukauf oder Abgang": { path: "/lager", button: "Zukauf oder Abgang" },
  "Inventur eröffnen": { path: "/inventuren", button: "Inventur eröffnen" },
  "Zugang anlegen": { path: "/programme", button: "Zugang anlegen" },
  "Anschrift und Briefkopf": { path: "/firma", button: "Anschrift und Briefkopf bearbeiten" },
  "Umsatzsteuer und Abrechnung": { path: "/firma", button: "Umsatzsteuer und Abrechnung bearbeiten" },
  "Empfänger anlegen": { path: "/programme", button: "Empfänger anlegen" },
}

describe.skipIf(!hasChromium)("the panel", () => {
  let demo: Running
  let admin: BrowserContext
  /** Records by the first word of their address. What they hold is the same on each day. */
  let records: Record<string, string>
  let names: string[]
  let pinned: Record<string, string[]> = {}
  beforeAll(async () => {
    demo = await startDemo()
    admin = await logIn(demo, "admin")
    records = await makeRecords(admin)
    names = await listNames(admin)
    if (!WRITES) pinned = await Bun.file(FILE).json()
  }, 120_000)

  /** What is read twice the same is all of it. */
  async function pin(name: string, words: () => Promise<string[]>): Promise<void> {
    let before: string[] = []
    await until(`${name} is drawn`, async () => {
      const now = await words()
      const isSame = Bun.deepEquals(now, before)
      before = now
      expect(isSame).toBe(true)
    })
    pinned[name] = before
    await Bun.write(FILE, `${JSON.stringify(pinned, null, 2)}\n`)
  }

  test.each(Object.entries(panels))(
    "%s says what it said",
    async (name, { path, button, item }) => {
      const id = records[path.split("/")[1] ?? ""] ?? ""
      const page = await sharedPage(`/buero${path.replace(":id", id)}`, admin)
      await page.getByRole("button", { name: button, exact: true }).first().click()
      if (item) await page.getByRole("menuitem", { name: item, exact: true }).click()
      const panel = page.locator(".panel, [role=dialog], [role=alertdialog]").last()
      await panel.waitFor()
      await page.waitForLoadState("networkidle")
      const words = () => wordsIn(panel, names)
      if (WRITES) await pin(name, words)
      else await until(`${name} says it`, async () => expect(await words()).toEqual(pinned[name] ?? []))
      expect(page.faults).toEqual([])
    },
    60_000,
  )
})

type Id = { id: string }
type Named = { items: { id: string; name?: string; bezeichnung?: string }[] }

/** @returns the ids of a customer with a delivery, a device and a settlement, and of others that are there */
async function makeRecords(admin: BrowserContext): Promise<Record<string, string>> {
  const made = async (path: string, data: object) => (await ask<Id>(admin, path, "POST", data)).id
  const first = async (path: string) => (await ask<Named>(admin, path)).items[0]?.id ?? ""
  const anschrift = { strasse: "Gasse 2", plz: "21339", ort: "Lüneburg" }
  const kunden = await made("/kunden", { name: "Wirtshaus am Wort", abrechnung: "monatlich", ...anschrift })
  const geraete = await made("/geraete", {
    geraetenummer: "WORT",
    bezeichnung: "Wortkühler",
    pfand_cent: 5000,
  })
  await made(`/geraete/${geraete}/ausgabe`, { kunde_id: kunden })
  const pfandartikel_id = await first("/pfandartikel?art=einzeln")
  await ask(admin, "/pfandbuchungen", "POST", {
    kunde_id: kunden,
    positionen: [{ pfandartikel_id, art: "ausgabe", menge: 4 }],
  })
  const abrechnungen = await made("/abrechnungen", { kunde_id: kunden, bis: today() })
  const positionen = [{ pfandartikel_id, soll_ausgabe: 2, soll_ruecknahme: 1 }]
  const lieferungen = await made("/lieferungen", { kunde_id: kunden, datum: today(), positionen })
  const artikel = await first("/pfandartikel?art=gebinde")
  return { kunden, geraete, abrechnungen, lieferungen, artikel, mitarbeiter: await first("/mitarbeiter") }
}

/** @returns names of records, which are none of the panel's words */
async function listNames(admin: BrowserContext): Promise<string[]> {
  const lists = ["/kunden", "/mitarbeiter", "/geraete", "/pfandartikel"].map((path) =>
    ask<Named>(admin, `${path}?limit=200`),
  )
  const all = (await Promise.all(lists)).flatMap(({ items }) => items)
  return all.map(({ name, bezeichnung }) => name ?? bezeichnung ?? "").toSorted((a, b) => b.length - a.length)
}

/** @returns texts without digits, where buttons and fields have other names than their text, and where links lead */
const wordsIn = (panel: Locator, names: readonly string[]): Promise<string[]> =>
  panel.evaluate((root, known) => {
    const found: string[] = []
    const add = (text: string | null | undefined): void => {
      const bare = known.reduce((rest, name) => rest.replaceAll(name, "‹Name›"), (text ?? "").trim())
      if (bare !== "" && !/\d/.test(bare) && !found.includes(bare)) found.push(bare)
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      // Days, what a preview says of the day, and lists that a browser makes.
      if (!element || element.closest("[role=spinbutton], .react-aria-DateInput, [role=status], option"))
        continue
      if (/^(?:Mo|Di|Mi|Do|Fr|Sa|So)$/.test(node.textContent?.trim() ?? "")) continue
      if (!(node instanceof Element)) add(node.textContent)
      else {
        add(node.getAttribute("aria-label"))
        add(node.getAttribute("placeholder"))
        const href = node.getAttribute("href")
        if (href) add(`→ ${href.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "‹id›").replaceAll(/\d/g, "#")}`)
      }
    }
    return found
  }, names)
