import { makeDemo } from "../../src/cli/demo.ts"
import {
  feierabende,
  geraete,
  geraete_pruefplaene,
  geraete_pruefungen,
  inventuren,
  inventurzaehlungen,
  klaerungen,
  kunden_bilder,
  lagerbewegungen,
  liefertage,
  lieferungen,
  mitarbeiter,
  standorte,
} from "../../src/db/schema.ts"
import type { TenantDb } from "../../src/db/tenant-db.ts"
import { createGeraet } from "../../src/api/geraete/rules.ts"
import { createKunde } from "../../src/api/kunden/rules.ts"
import { createPfandartikel } from "../../src/api/pfandartikel/rules.ts"
import { bookVorgang } from "../../src/api/pfandbuchungen/vorgang.ts"
import { instants } from "../../src/api/shared/time.ts"
import { addDays } from "../../src/lib/day.ts"
import { createTestApp, type TestApp } from "../helpers/app.ts"
import { today } from "../helpers/day.ts"
import { idsIn, kitOf } from "./full-kit.ts"
import { addLosses } from "./full-losses.ts"
import { addPapers } from "./full-papers.ts"

export type FullCompany = {
  app: TestApp
  id: string
  token: string
  chefin: string
  /** The first delivery: it has a paper, an e-mail with that, and a regular day from which it was planned. */
  lieferung_id: string
  liefertag_id: string
  lieferschein_id: string
}

/**
 * The demo's company, and of what it has too little some of each: what may be left out is there in some and not in
 * others, and each state, kind and person is that of some and not of all. What has a time also happened at midnight.
 */
export async function fullCompany(): Promise<FullCompany> {
  let past: number | undefined = Date.now()
  const app = createTestApp({ clock: () => new Date(past ?? Date.now()) })
  await makeDemo(app.deps, (time) => (past = time))
  const { system } = app.deps
  const id = system.tenants.bySlug("demo")?.id ?? ""
  const tenant = system.tenant(id)
  past = Date.parse(midnight(tenant, -3))
  const [liefertag_id = "", lieferschein_id = ""] = await system.write(() => addTo(tenant))
  past = Date.parse(midnight(tenant, -2))
  await system.write(() => addTo(tenant, 1))
  past = undefined
  await system.write(() => addTo(tenant, 2))
  const { token } = await app.account(id, "admin")
  for (const slug of ["anker", "birke"]) await app.company(slug)
  const [lieferung_id = ""] = idsIn(tenant, lieferungen)
  return {
    app,
    id,
    token,
    lieferung_id,
    liefertag_id,
    lieferschein_id,
    chefin: (await app.superadmin()).token,
  }
}

const midnight = (tenant: TenantDb, days: number): string =>
  instants(tenant, { von: addDays(today(), days) }).seit ?? ""

/** @returns as `addPapers` */
function addTo(tenant: TenantDb, nr = 0): string[] {
  const kit = kitOf(tenant, nr)
  const {
    add,
    turn,
    day,
    idsOf,
    now,
    admin,
    person,
    second,
    fahrer,
    beifahrer,
    people,
    one,
    other,
    third,
    device,
    next,
    devices,
    delivery,
    later,
    crate,
    keg,
  } = kit
  for (const row of [0, 1, 2]) {
    const key = `${"äbz".charAt(nr)}${row}`
    createKunde(tenant, admin, {
      name: `Ähre ${key}`,
      kundennummer: `X-${key}`,
      aktiv: turn([1, 0], row),
      ...(row > 0 && {
        ort: turn(["Ulm", "Überlingen"], row),
        strasse: `Weg ${key}`,
        telefon: `0731 ${nr}${row}`,
      }),
      ...(row > 1 && { notiz: "Notiz", ansprechpartner: `Frau ${key}` }),
    })
    createGeraet(tenant, admin, {
      geraetenummer: `Y-${key}`,
      bezeichnung: turn(["Truhe", "Ofen"], row),
      ...(row > 0 && { typ: turn(["Truhe", "Ofen"], row), seriennummer: `S${key}`, barcode: `B${key}` }),
    })
    createPfandartikel(tenant, admin, {
      nummer: `Z-${key}`,
      bezeichnung: `Korb ${key}`,
      art: "einzeln",
      pfand_cent: 100,
      ust_klasse: "warenumschliessung",
      aktiv: turn([1, 0], row),
      ...(row > 0 && { barcode: `C${key}` }),
    })
  }
  add(mitarbeiter, 2, {
    email: [`m${nr}@x.example`, `n${nr}@x.example`],
    name: ["Zoe Adler", "Anna Öhler", "Bernd Zander"],
    rolle: ["fahrer", "user"],
    aktiv: [0, 1],
    password_hash: ["-"],
  })
  add(standorte, 3, {
    kunde_id: [one, other],
    name: [`Laden ${nr}`, `Halle ${nr}`, `Öse ${nr}`],
    aktiv: [1, 0],
  })
  for (const [row, status] of (["wartung", "verloren", "ausgemustert"] as const).entries()) {
    const geraet = devices[2 + row]
    if (geraet) tenant.update(geraete, geraet, { status, kunde_id: null, status_seit: now })
  }
  addLosses(tenant, kit, nr)
  const booked = createKunde(tenant, admin, { name: `Mitternacht ${nr}` }).record.id
  for (const [kunde_id, art, menge] of [
    [booked, "ausgabe", 3],
    [one, "korrektur_plus", 2],
    [other, "korrektur_minus", 1],
  ] as const)
    bookVorgang(
      tenant,
      { ...admin, id: turn(people, menge) },
      {
        vorgang_id: Bun.randomUUIDv7(),
        kunde_id,
        erfasst_am: now,
        positionen: [{ pfandartikel_id: keg, art, menge }],
        grund: "Zählung",
      },
    )
  add(geraete_pruefplaene, 2, {
    geraet_id: [device, next],
    art: ["tuev", "eichung", "druckpruefung"],
    intervall: [12, 30],
    intervall_in: ["monate", "tage"],
    letzte: [null, day(-40)],
    naechste: [day(-1), day(0), day(1), day(30)],
  })
  add(geraete_pruefungen, 3, {
    geraet_id: [idsOf(geraete)[0] ?? ""],
    art: ["tuev", "eichung"],
    datum: [day(-9), day(-8)],
    bestanden: [1, 0],
    naechste: [day(9)],
    eingetragen_von: [person],
    bemerkung: [null, "Gut"],
  })
  add(lagerbewegungen, 3, {
    pfandartikel_id: [crate, keg],
    art: ["zukauf", "verkauf", "verschrottung"],
    menge: [5, 6],
    bemerkung: [null, "Neu"],
    erfasst_am: [now, `${day(-5)}T10:00:00.000Z`],
    gebucht_von: [person],
  })
  const [count = ""] = add(inventuren, 1, {
    bezeichnung: [`Keller ${nr}`],
    mit_geraeten: [1, 0],
    status: ["verworfen"],
    eroeffnet_von: [person],
    beendet_am: [now],
  })
  add(inventurzaehlungen, 2, {
    inventur_id: [count],
    erfassung_id: [Bun.randomUUIDv7()],
    pfandartikel_id: [crate, keg],
    menge: [1, 2],
    ort: [null, "Halle"],
    erfasst_am: [now],
    gezaehlt_von: [person, second],
  })
  add(lieferungen, 4, {
    kunde_id: [one, other],
    fahrer_id: [null, fahrer, beifahrer],
    datum: [day(0), day(-1), day(2)],
    status: ["unterwegs", "geplant", "storniert"],
    gestartet_am: [midnight(tenant, 0), `${day(-1)}T09:00:00.000Z`, now],
  })
  const [regular = ""] = add(liefertage, 2, {
    kunde_id: [one, third],
    ab: [day(1), day(8)],
    hinweis: [null, "Hof"],
  })
  add(feierabende, 2, {
    fahrer_id: [fahrer, beifahrer],
    datum: [day(-20 - nr), day(-10 - nr)],
    bemerkung: [null, "Alles da"],
    erfasst_am: [now],
  })
  add(klaerungen, 3, {
    kunde_id: [one, other],
    fahrer_id: [beifahrer, fahrer],
    lieferung_id: [delivery, later, null],
    art: ["abschluss", "start"],
    angaben: ["{}"],
    ablehnung: ["Nicht geplant"],
    erfasst_am: [now],
    status: ["offen", "verworfen"],
    entscheidung: [null, "Doppelt"],
    entschieden_von: [null, person],
    entschieden_am: [null, now],
  })
  add(kunden_bilder, 2, {
    kunde_id: [one, other],
    pfad: [`a${nr}`, `b${nr}`],
    vorschau_pfad: [`c${nr}`, `d${nr}`],
    sortierung: [2, 1],
    breite: [1],
    hoehe: [1],
    bytes: [1],
  })
  return addPapers(kit, regular)
}
