import { createGeraet, issueGeraet } from "../../api/geraete/rules.ts"
import type { Actor } from "../../api/frame/session.ts"
import { createKunde } from "../../api/kunden/rules.ts"
import { createPfandartikel } from "../../api/pfandartikel/rules.ts"
import type { TenantDb } from "../../db/tenant-db.ts"
import type { HttpDeps } from "../../http/http-deps.ts"
import { createStandort } from "../../api/standorte/rules.ts"
import {
  einzeln,
  gebinde,
  hinweise,
  kundennamen,
  RATHAUS,
  special,
  standorte,
  strassen,
  towns,
  vornamen,
} from "./data.ts"

export type Demo = {
  deps: HttpDeps
  tenant: TenantDb
  admin: Actor
  drivers: Actor[]
  setNow: (time: number) => void
}
/** Ids of what the demo has; of articles by their number. */
export type Ids = { artikel: (nummer: string) => string; kunden: string[]; geraete: string[] }

/** @returns the entry at a place, counting on from the start of a list after its end */
export const pick = <T>(list: readonly T[], i: number): T => list[i % list.length] as T

/** Makes articles, customers and devices. */
export function setUp(demo: Demo): Ids {
  const artikel = makeArtikel(demo)
  const kunden = kundennamen.map((name, i) => makeKunde(demo, name, i))
  const kunde_id = kunden[kundennamen.indexOf(RATHAUS)] ?? ""
  for (const standort of standorte) {
    const ort = { plz: "21335", ort: "Lüneburg" }
    createStandort(demo.tenant, demo.admin, { kunde_id, ...ort, ...standort })
  }
  const geraete = Array.from({ length: 40 }, (_, i) => makeGeraet(demo, i))
  // Most devices stand with customers from the beginning; some are left for deliveries, some in the yard.
  for (const [i, id] of geraete.slice(0, 26).entries())
    issueGeraet(demo.tenant, demo.admin, id, { kunde_id: pick(kunden, i * 2) })
  return { artikel, kunden, geraete }
}

function makeArtikel({ tenant, admin }: Demo): Ids["artikel"] {
  const ids = new Map<string, string>()
  const artikel = (nummer: string): string => ids.get(nummer) ?? ""
  const ust_klasse = "warenumschliessung"
  for (const one of einzeln) {
    const made = createPfandartikel(tenant, admin, { art: "einzeln", ust_klasse, ...one })
    ids.set(one.nummer, made.record.id)
  }
  for (const { teile, ...one } of gebinde) {
    const bestandteile = Object.entries(teile).map(([part, menge]) => ({
      pfandartikel_id: artikel(part),
      menge,
    }))
    const made = createPfandartikel(tenant, admin, { art: "gebinde", ust_klasse, bestandteile, ...one })
    ids.set(one.nummer, made.record.id)
  }
  return artikel
}

function makeKunde({ tenant, admin }: Demo, name: string, i: number): string {
  const { ort, plz, breitengrad, laengengrad } = pick(towns, i * 5)
  return createKunde(tenant, admin, {
    name,
    ansprechpartner: `${pick(vornamen, i)} ${pick(["Meyer", "Schröder", "Yıldız", "Behn"], i * 3)}`,
    telefon: `04131 ${220_000 + i * 137}`,
    email: `kunde${i + 1}@demo.example`,
    strasse: `${pick(strassen, i * 7)} ${1 + ((i * 11) % 90)}`,
    plz,
    ort,
    breitengrad: breitengrad + ((i % 9) - 4) / 500,
    laengengrad: laengengrad + ((i % 7) - 3) / 400,
    anlieferungshinweis: pick(hinweise, i),
    lieferzeit_von: pick(["07:00", "08:00", "09:00"], i),
    lieferzeit_bis: pick(["11:00", "12:00", "15:00"], i),
    abrechnung: pick(["je_lieferung", "monatlich"], i),
    ...special[name],
  }).record.id
}

function makeGeraet({ tenant, admin }: Demo, i: number): string {
  const kuehler = i % 3 !== 2
  return createGeraet(tenant, admin, {
    geraetenummer: `${kuehler ? "K" : "Z"}-${String(i + 1).padStart(3, "0")}`,
    bezeichnung: kuehler ? "Flaschenkühler 320 l" : "Zapfanlage 2-leitig",
    typ: kuehler ? "Kühler" : "Zapfanlage",
    barcode: `40066${String(81_000 + i * 7)}`,
    seriennummer: `SN${String(730_000 + i * 13)}`,
    pfand_cent: kuehler ? 10_000 : 15_000,
  }).record.id
}
