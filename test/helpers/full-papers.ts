import {
  abrechnungen,
  anfangsimporte,
  ansichten,
  auftraege,
  belege,
  kunden,
  liefertagwochen,
  linkantworten,
  nachrichten,
  programmzugaenge,
  webhooks,
  webhookzustellungen,
} from "../../src/db/schema.ts"
import { settleOpen } from "../../src/api/abrechnungen/lauf.ts"
import { notePost } from "../../src/api/abrechnungen/postversand.ts"
import { cancelAbrechnung } from "../../src/api/abrechnungen/storno.ts"
import { keepBeleg } from "../../src/api/belege/ablage.ts"
import { mondayOf } from "../../src/lib/day.ts"
import type { Kit } from "./full-kit.ts"

/** Papers, settlements, messages and what programs have. @returns the regular day, and the paper, of the first delivery */
export function addPapers(kit: Kit, regular: string): string[] {
  const { tenant, nr, add, turn, day, idsOf, now, bis, admin, person, one, other, device, delivery } = kit
  const jobs = add(auftraege, 2, {
    art: ["kontoauszuege", "erinnerungen"],
    status: ["fertig", "gescheitert"],
    angaben: [JSON.stringify({ von: day(-30), bis: day(-1) })],
    erstellt_von: [person],
    erstellt_von_name: ["admin"],
    beendet_am: [now],
  })
  const papers = (["kontoauszug", "saldenbestaetigung", "lieferschein", "journal"] as const).map(
    (art, row) => {
      const { id } = keepBeleg(
        tenant,
        admin,
        {
          art,
          titel: `${art} ${nr}`,
          dateiname: `${art}.pdf`,
          typ: "application/pdf",
          kunde_id: art === "journal" ? null : turn([one, other], row),
          bezug_id: art === "lieferschein" && nr === 0 ? delivery : null,
          auftrag_id: turn([...jobs, null], row),
          daten: Buffer.from(`${art} ${nr}`),
        },
        1e9,
      )
      return id
    },
  )
  const [, cancelled = "", posted = ""] = idsOf(abrechnungen).slice(nr * 3)
  cancelAbrechnung(tenant, admin, cancelled, { grund: "Falsch" })
  notePost(tenant, admin, posted)
  for (const kunde_id of idsOf(kunden).slice(nr * 9, nr * 9 + 9))
    if (tenant.get(kunden, kunde_id).abrechnung === "monatlich")
      settleOpen(tenant, admin, { kunde_id, auftrag_id: jobs[0] ?? "", von: `${bis.slice(0, 7)}-01`, bis })
  if (nr === 0)
    tenant.insert(liefertagwochen, { liefertag_id: regular, woche: mondayOf(day(8)), lieferung_id: delivery })
  for (const [row, antwort] of (["bestritten", "bestaetigt"] as const).entries()) {
    const paper = papers[row] ?? ""
    tenant.update(belege, paper, { antwort, antwort_datum: day(-1) })
    const said = {
      antwort,
      name: "Wirt",
      bemerkung: "Zu viel",
      adresse: "192.0.2.1",
      erledigt_am: turn([null, now], nr + row),
    }
    tenant.insert(linkantworten, { id: paper, ...said })
  }
  add(nachrichten, 6, {
    beleg_id: papers.slice(0, 3),
    art: ["kontoauszug", "saldenbestaetigung", "lieferschein"],
    kunde_id: [one, other],
    betreff: ["Auszug"],
    text: ["Guten Tag"],
    absender_name: ["Firma"],
    antwort_an: ["buero@x.example"],
    empfaenger: [JSON.stringify([{ adresse: "wirt@x.example", status: "wartet", antwort: null }])],
    status: ["abgelehnt", "wartet", "unklar", "angenommen", "teilweise"],
    erledigt_am: [null, null, now],
    gilt_ab: [now],
    naechster_versuch_am: [now],
    erstellt_von: [person],
    erstellt_von_name: ["admin"],
  })
  add(ansichten, 2, { liste: ["kunden", "geraete"], name: [`Alle ${nr}`], adresse: ["aktiv=1"] })
  add(anfangsimporte, 2, {
    stichtag: [day(-60)],
    von_nr: [1],
    bis_nr: [1],
    zeilen: [1],
    kunden: [1],
    erstellt_von: [person],
    erstellt_von_name: ["admin"],
  })
  add(programmzugaenge, 2, {
    name: [`Kasse ${nr}`],
    rechte: ["kunden.lesen"],
    gueltig_bis: [day(99)],
    endet_am: ["2999-12-31T23:00:00.000Z"],
    token_hash: [Bun.randomUUIDv7(), `${Bun.randomUUIDv7()}x`, Bun.randomUUIDv7()],
    kennung: ["pfandwerk_abcdef"],
  })
  const [hook = ""] = add(webhooks, 2, {
    name: [`Kasse ${nr}`],
    adresse: ["https://kasse.example/"],
    aktiv: [0],
    arten: ["geraete.status"],
    geheimnis: ["-"],
    freigabe: ["-"],
    bis_nummer: [0],
  })
  add(webhookzustellungen, 3, {
    webhook_id: [hook],
    ereignis_id: [hook],
    nummer: [1, 2, 3],
    art: ["geraete.status"],
    datensatz_id: [device],
    status: ["zugestellt", "wartet", "aufgegeben"],
    naechster_versuch_am: [now],
  })
  return [regular, papers[2] ?? ""]
}
