import { localTime } from "../../api/shared/time.ts"
import { type StoredPicture, storePicture } from "../../api/pictures/storage.ts"
import { kunden_bilder, lieferungen_bilder, mitarbeiter } from "../../db/schema.ts"
import { query } from "../../db/query.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { changeStatus } from "../../api/geraete/status.ts"
import { Created } from "../../api/frame/reply.ts"
import type { Actor } from "../../api/frame/session.ts"
import { createLiefertag } from "../../api/liefertage/rules.ts"
import { createLieferung } from "../../api/lieferungen/plan.ts"
import { failLieferung, completeLieferung, startLieferung } from "../../api/lieferungen/rules.ts"
import { createVorgang, reverseVorgang } from "../../api/pfandbuchungen/rules.ts"
import { drawing } from "./drawing.ts"
import { tellDrivers } from "./drivers.ts"
import { type Demo, type Ids, pick, setUp } from "./set-up.ts"
import { tendYard } from "./yard.ts"
import { addDays, DAY, mondayOf } from "../../lib/day.ts"
import { reencode } from "../../lib/reencode.ts"

/** Three months of business. */
const DAYS = 90
/** Days before the story's end on which everybody gets more than usual. */
const SAISON = 40
const CRATES = ["BIER-20", "WASSER-12", "BUEGEL-20"]
const EXTRAS = ["FASS-30", "FASS-50", "CO2-10", "PAL-EU"]
/** The customer who gives a season's crates back at once. */
const RUECKGABE = 7

/** @param end in milliseconds since 1970, as what is returned. @returns when the story begins that ends then */
export const beginOf = (end: number): number => end - (DAYS + 1) * DAY

const accounts = query<Actor>`SELECT m.id, m.name, m.rolle, m.tenant_id FROM ${mitarbeiter} m WHERE m.aktiv = 1 ORDER BY m.email`

/**
 * Lives through three months of a beverage wholesaler, by the same rules as every request: the same story each
 * time, ending today. In the caller's transaction, so that there is all of it or nothing.
 *
 * @param deps with a clock that `setNow` moves (milliseconds since 1970)
 * @returns draws the pictures, when the transaction is done
 */
export function tellStory(
  deps: HttpDeps,
  tenant_id: string,
  setNow: (time: number) => void,
): () => Promise<void> {
  const end = deps.clock().getTime()
  const tenant = deps.system.tenant(tenant_id)
  const all = tenant.all(accounts, {})
  const admin = all.find(({ rolle }) => rolle === "admin")
  if (!admin) throw new Error("the demo tenant has no administrator")
  const demo = { deps, tenant, admin, drivers: all.filter(({ rolle }) => rolle === "fahrer"), setNow }
  setNow(beginOf(end))
  const ids = setUp(demo)
  const random = seeded(21335)
  for (let day = DAYS; day > 0; day--) {
    const morning = Math.floor((end - day * DAY) / DAY) * DAY + 7 * 3_600_000
    tendYard(demo, ids.artikel, morning, day)
    // Nobody delivers on Sundays.
    if (new Date(morning).getUTCDay() !== 0) liveDay(demo, ids, morning, day, random)
    if (day === SAISON) beginSeason(demo, ids, morning)
  }
  setNow(end)
  endings(demo, ids)
  regularDays(demo, ids)
  const damaged = tellDrivers(tenant, admin, demo.drivers, ids)
  return () => pictures(demo, ids, damaged)
}

/** Random numbers, but the same each time (mulberry32). @returns a whole number below `limit` */
function seeded(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

/** A day's deliveries: planned in the morning, driven one after the other, with empties coming back. */
function liveDay(
  demo: Demo,
  ids: Ids,
  morning: number,
  day: number,
  random: (limit: number) => number,
): void {
  demo.setNow(morning)
  const stops = 5 + random(4)
  for (let stop = 0; stop < stops; stop++) {
    const kunde = day * 7 + stop * 3
    const fahrer = pick(demo.drivers, stop)
    const stock = [
      { pfandartikel_id: ids.artikel(pick(CRATES, kunde)), menge: 1 + random(5) },
      { pfandartikel_id: ids.artikel(pick(EXTRAS, kunde)), menge: 1 },
    ]
    const { record: lieferung } = createLieferung(demo.tenant, demo.admin, {
      kunde_id: pick(ids.kunden, kunde),
      fahrer_id: fahrer.id,
      datum: new Date(morning).toISOString().slice(0, 10),
      positionen: stock.map(({ pfandartikel_id, menge }) => ({
        pfandartikel_id,
        soll_ausgabe: menge,
        soll_ruecknahme: menge,
      })),
    })
    demo.setNow(morning + stop * 1_800_000)
    startLieferung(demo.tenant, fahrer, lieferung.id, {})
    demo.setNow(morning + stop * 1_800_000 + 1_200_000)
    if (random(40) === 0) {
      failLieferung(demo.tenant, fahrer, lieferung.id, { grund: "Niemand angetroffen" })
      continue
    }
    // Returns are a little less than issues; in the first weeks there are no empties yet.
    const returned = (out: number): number => (day > DAYS - 14 ? 0 : Math.max(0, out - random(2)))
    completeLieferung(demo.tenant, fahrer, lieferung.id, {
      empfaenger_name: `Frau ${pick(["Meyer", "Behn", "Schröder"], kunde)}`,
      positionen: stock.map(({ pfandartikel_id, menge }) => ({
        pfandartikel_id,
        ist_ausgabe: menge,
        ist_ruecknahme: returned(menge),
      })),
    })
  }
}

/** The beer gardens open: crates and kegs for the weeks to come, which make the next invoice a large one. */
function beginSeason({ tenant, admin, setNow }: Demo, { artikel, kunden }: Ids, morning: number): void {
  setNow(morning + 6 * 3_600_000)
  const stock = { "BIER-20": 25, "WASSER-12": 10, "FASS-50": 6 }
  const positionen = Object.entries(stock).map(([nummer, menge]) => ({
    pfandartikel_id: artikel(nummer),
    art: "ausgabe" as const,
    menge,
  }))
  for (const kunde_id of kunden.filter((_, i) => i !== RUECKGABE))
    createVorgang(tenant, admin, { kunde_id, positionen })
}

/** Events of every such business: a loss, a mistake, too many crates back; and a day still to be driven. */
function endings({ deps, tenant, admin, drivers }: Demo, { artikel, kunden, geraete }: Ids): void {
  const kasten = artikel("KI-20")
  changeStatus(tenant, admin, geraete[3] ?? "", {
    status: "verloren",
    notiz: "Nach dem Stadtfest nicht mehr auffindbar",
  })
  changeStatus(tenant, admin, geraete[39] ?? "", { status: "wartung", notiz: "Dichtung" })
  createVorgang(tenant, admin, {
    kunde_id: kunden[RUECKGABE] ?? "",
    positionen: [{ pfandartikel_id: kasten, art: "ruecknahme", menge: 240 }],
  })
  const { record: vorgang } = createVorgang(tenant, admin, {
    kunde_id: kunden[12] ?? "",
    positionen: [{ pfandartikel_id: artikel("FASS-50"), art: "ausgabe", menge: 20 }],
  })
  reverseVorgang(tenant, admin, vorgang.vorgang_id, { grund: "Beim falschen Kunden gebucht" })
  for (const [i, kunde_id] of kunden.slice(0, 8).entries()) {
    const { datum } = localTime(tenant, new Date(deps.clock().getTime() + (i < 5 ? 0 : DAY)).toISOString())
    createLieferung(tenant, admin, {
      kunde_id,
      fahrer_id: pick(drivers, i).id,
      datum,
      positionen: [{ pfandartikel_id: artikel("BIER-20"), soll_ausgabe: 3, soll_ruecknahme: 2 }],
    })
  }
}

/** Who is delivered regularly: the first on Tuesdays, the next on Thursdays, every third one each second week. */
function regularDays({ deps, tenant, admin, drivers }: Demo, { artikel, kunden }: Ids): void {
  const monday = addDays(mondayOf(localTime(tenant, deps.clock().toISOString()).datum), 7)
  for (const [i, kunde_id] of kunden.slice(0, 12).entries())
    createLiefertag(tenant, admin, {
      kunde_id,
      ab: addDays(monday, i < 6 ? 1 : 3),
      alle_wochen: i % 3 === 2 ? 2 : 1,
      fahrer_id: pick(drivers, i).id,
      positionen: [
        { pfandartikel_id: artikel("BIER-20"), soll_ausgabe: 2 + (i % 4), soll_ruecknahme: 2 },
        ...(i % 2 === 0
          ? [{ pfandartikel_id: artikel("FASS-50"), soll_ausgabe: 1, soll_ruecknahme: 1 }]
          : []),
      ],
    })
}

async function pictures(
  { deps, tenant, admin, drivers }: Demo,
  { kunden }: Ids,
  stopp?: string,
): Promise<void> {
  const draw = async (variant: number, record: (stored: StoredPicture) => void) =>
    storePicture(
      (task) => deps.system.write(task),
      deps.config.uploadsDir,
      await reencode(drawing(variant)),
      (stored) => new Created(record(stored), true),
    )
  for (const [i, kunde_id] of kunden.slice(0, 6).entries()) {
    const titel = pick(["Eingang", "Rampe", "Kellertür"], i)
    await draw(i, (picture) =>
      tenant.insert(kunden_bilder, { ...picture, kunde_id, titel, hochgeladen_von: admin.id }),
    )
  }
  if (stopp === undefined) return
  await draw(6, (picture) =>
    tenant.insert(lieferungen_bilder, {
      ...picture,
      lieferung_id: stopp,
      versuch: 1,
      art: "schaden",
      titel: "Tor klemmt",
      hochgeladen_von: drivers[1]?.id ?? null,
      erfasst_am: tenant.now(),
    }),
  )
}
