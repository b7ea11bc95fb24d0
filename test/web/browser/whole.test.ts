import { bringWindow, forgetWindow } from "./no-window.ts"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { createElement } from "react"
import { drawn, wordsIn } from "./drawn.tsx"
import { answerTo, ID, type Look, ownNumber } from "./sample.ts"

/** Figures of a whole, where a page has read only the first of its rows. */

beforeAll(bringWindow)
afterAll(forgetWindow)

const look: Look = { rows: 2, bare: false, nth: 0, number: ownNumber }
/** A first page that holds these, of a list that goes on. */
const begun = (items: object[], more: object = {}) => ({ items, next_cursor: "weiter", ...more })

const said = (
  page: Parameters<typeof createElement>[0],
  path: string,
  given: Record<string, object>,
): string =>
  wordsIn(drawn(createElement(page as never), path, "admin", look, given))
    .join(" ")
    .replaceAll("\u00a0", " ")

test("a month's run says of all customers how many cannot be settled, and of how many it names the reason", async () => {
  const { default: Lauf } = await import("../../../src/web/browser/buero/abrechnungen/lauf.tsx")
  const zeile = (id: string, hindernis: string | null) => ({
    id,
    kunde_id: id,
    name: id,
    betrag_cent: 100,
    hindernis,
  })
  const lauf = (items: object[], hindernisse: number) =>
    said(Lauf, "/abrechnungen/lauf", {
      "/api/abrechnungen/lauf": begun(items, { total: 150 }),
      "/api/abrechnungen/lauf/summe": { kunden: 150 - hindernisse, betrag_cent: 1_234_500, hindernisse },
    })
  const some = lauf([zeile("a", null), zeile("b", "Es fehlt die Anschrift")], 7)
  expect(some).toContain("150 Kunden, zusammen 12.345,00 €, 7 mit Hindernis")
  expect(some).toContain("Weiter unten in der Vorschau: noch 6 Kunden.")
  expect(lauf([zeile("a", null)], 5)).toContain("Weiter unten in der Vorschau: noch 5 Kunden.")
  expect(lauf([zeile("a", null)], 0)).not.toContain("Was im Weg steht")
})

test("the result of a count says of all devices how many were where they should be", async () => {
  const { Result } = await import("../../../src/web/browser/buero/inventuren/result.tsx")
  const geraet = (id: string, gezaehlt: number) => ({
    id,
    geraet_id: id,
    erwartet: 1,
    gezaehlt,
    bezeichnung: id,
    nummer: id,
  })
  const text = said(
    (() => createElement(Result, { inventur: { id: ID, rest_ist_null: 0 } as never })) as never,
    `/inventuren/${ID}?was=geraete`,
    {
      "/api/inventuren/{id}/positionen": begun([geraet("a", 1), geraet("b", 0)]),
      "/api/inventuren/{id}/ergebnis": { geraete_zeilen: 260, geraete_fehlen: 12, unerwartet: 3 },
    },
  )
  expect(text).toContain("245 Geräte waren, wo sie sein sollten.")
})

test("what a delivery was booked with is summed up when all of it is read", async () => {
  const { Bookings } = await import("../../../src/web/browser/buero/lieferungen/bookings.tsx")
  const all = {
    id: "a",
    lfd_nr: 1,
    bezeichnung: "Kasten",
    menge: 1,
    summe_cent: 310,
    art: "ausgabe",
    kunde_id: ID,
  }
  const text = (next_cursor: string | null) =>
    said((() => createElement(Bookings, { id: ID })) as never, `/lieferungen/${ID}`, {
      "/api/pfandbuchungen": { items: [all], next_cursor },
    })
  expect(text("weiter")).not.toContain("Zusammen")
  expect(text(null)).toContain("3,10 €")
})

test("Heute names the first deposits that are open, and has a link to the list of all", async () => {
  const { Undone } = await import("../../../src/web/browser/buero/heute/undone.tsx")
  const text = (anzahl: number) => {
    const items = Array.from({ length: anzahl }, (_, nr) => ({
      id: `${nr}`,
      kunde_id: ID,
      bezeichnung: `Kühler ${nr}`,
    }))
    const heute = answerTo("get", "/api/heute", look) as object
    return said(
      (() =>
        createElement(Undone, {
          heute: { ...heute, geraete_pfand_offen: { anzahl, items } } as never,
        })) as never,
      "/heute",
      {},
    )
  }
  expect(text(7)).toContain("Kühler 4")
  expect(text(7)).not.toContain("Kühler 5")
  const links = (anzahl: number) => text(anzahl).split("Alle zeigen").length
  expect(links(7)).toBe(links(5) + 1)
})
