import { query } from "../../db/query.ts"
import { geraete } from "../../db/schema.ts"
import { closeInventur } from "../../api/inventuren/abschluss.ts"
import { openInventur } from "../../api/inventuren/rules.ts"
import { addErfassung } from "../../api/inventuren/zaehlungen.ts"
import { listLager } from "../../api/lager/bestand.ts"
import { bookLagerbewegung } from "../../api/lager/rules.ts"
import type { Demo, Ids } from "./set-up.ts"

/** In days before the story's end. */
const FIRST = 60
const BOUGHT = 45
const SCRAPPED = 20
const SECOND = 12

const HOUR = 3_600_000

/** Stock of the yard at its first count. */
const stocked: Readonly<Record<string, number>> = {
  "FL-05": 42000,
  "FL-033": 3800,
  "FL-07": 9600,
  "KI-20": 2400,
  "KI-12": 820,
  "FASS-30": 90,
  "FASS-50": 520,
  "CO2-10": 80,
  "PAL-EU": 90,
}
/** Differences at the second count: missing below zero, too much above. */
const differences: Readonly<Record<string, number>> = {
  "KI-20": -11,
  "FL-05": -240,
  "FASS-50": -2,
  "PAL-EU": 3,
}

const imLager = query<{ id: string }>`SELECT g.id FROM ${geraete} g WHERE g.status = 'lager' LIMIT 200`

/** The company counts its yard twice, and buys and scraps in between. @param morning before anybody delivers */
export function tendYard(demo: Demo, artikel: Ids["artikel"], morning: number, day: number): void {
  const { tenant, admin, setNow } = demo
  setNow(morning - 3 * HOUR)
  const move = (nummer: string, art: "zukauf" | "verschrottung", menge: number, bemerkung: string) =>
    bookLagerbewegung(tenant, admin, {
      pfandartikel_id: artikel(nummer),
      art,
      menge,
      bemerkung,
    })
  if (day === FIRST) countYard(demo, morning, "Erste Inventur", (nummer) => stocked[nummer] ?? 0, false)
  if (day === BOUGHT) move("KI-20", "zukauf", 200, "Kunststoffwerk Harburg")
  if (day === SCRAPPED) move("KI-12", "verschrottung", 14, "Gebrochen")
  if (day !== SECOND) return
  const known = new Map(listLager(tenant, { limit: 200 }).items.map(({ nummer, stand }) => [nummer, stand]))
  const count = (nummer: string) =>
    Math.max(0, (known.get(nummer)?.bestand ?? 0) + (differences[nummer] ?? 0))
  countYard(demo, morning, "Zwischeninventur", count, true)
}

/** Two drivers and the office, each at their end of the yard. */
function countYard(
  { tenant, admin, drivers, setNow }: Demo,
  morning: number,
  bezeichnung: string,
  count: (nummer: string) => number,
  devices: boolean,
): void {
  const { record: inventur } = openInventur(tenant, admin, { bezeichnung, mit_geraeten: devices ? 1 : 0 })
  const people = [admin, ...drivers.slice(0, 2)]
  for (const [i, { id, nummer }] of listLager(tenant, { limit: 200 }).items.entries()) {
    setNow(morning - 3 * HOUR + (i + 1) * 300_000)
    const whole = count(nummer)
    const half = Math.floor(whole / 2)
    for (const [person, menge] of [
      [people[i % people.length], half],
      [people[(i + 1) % people.length], whole - half],
    ] as const)
      addErfassung(tenant, person ?? admin, inventur.id, {
        ort: i % 2 === 0 ? "Halle" : "Hof",
        positionen: [{ pfandartikel_id: id, menge }],
      })
  }
  if (devices)
    addErfassung(tenant, admin, inventur.id, {
      ort: "Werkstatt",
      positionen: tenant.all(imLager, {}).map(({ id }) => ({ geraet_id: id, menge: 1 })),
    })
  setNow(morning - HOUR)
  closeInventur(tenant, admin, inventur.id, {})
}
