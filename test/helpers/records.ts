import { query } from "../../src/db/query.ts"
import {
  anfangsimporte,
  auftraege,
  feierabende,
  geraete,
  geraete_pruefplaene,
  geraete_pruefungen,
  inventuren,
  inventurpositionen,
  inventurzaehlungen,
  klaerungen,
  kunden,
  kunden_bilder,
  lagerbewegungen,
  liefertage,
  lieferungen,
  nachrichten,
  pfandartikel,
  ansichten,
  programmzugaenge,
  standorte,
  mailserver,
  webhooks,
  webhookzustellungen,
} from "../../src/db/schema.ts"
import type { TenantDb } from "../../src/db/tenant-db.ts"
import { localTime } from "../../src/api/shared/time.ts"
import { createAbrechnung } from "../../src/api/abrechnungen/rules.ts"
import { keepBeleg } from "../../src/api/belege/ablage.ts"
import { createKunde } from "../../src/api/kunden/rules.ts"
import { bookVorgang } from "../../src/api/pfandbuchungen/vorgang.ts"
import { AUTHOR, type Company, type TestApp } from "./app.ts"

const kunde = query<{ id: string; version: number }>`SELECT k.id, k.version FROM ${kunden} k`

/**
 * Makes one record of every kind for a company, once, and tells their ids by the place in a path where they stand.
 * Calling it again returns what is stored now, so that a test can see whether anything was changed.
 */
export async function recordsOf(app: TestApp, company: Company): Promise<Record<string, string>> {
  const tenant = app.deps.system.tenant(company.id)
  const known = made.get(company.id) ?? (await app.deps.system.write(() => make(tenant, company)))
  made.set(company.id, known)
  return { ...known, "kunden/:version": String(tenant.first(kunde, {})?.version) }
}

const made = new Map<string, Record<string, string>>()

function make(tenant: TenantDb, { user, admin }: Company): Record<string, string> {
  const kunde_id = createKunde(tenant, AUTHOR, { kundennummer: "K-1", name: "Gasthaus Adler" }).record.id
  const standort = tenant.insert(standorte, { kunde_id, name: "Filiale am Markt" })
  const artikel = tenant.insert(pfandartikel, {
    nummer: "A-1",
    bezeichnung: "Kasten",
    art: "einzeln",
    pfand_cent: 150,
    ust_klasse: "warenumschliessung",
  })
  const geraet = tenant.insert(geraete, { geraetenummer: "G-1", bezeichnung: "Kühler", barcode: "4711" })
  const vorgang_id = Bun.randomUUIDv7()
  const actor = { id: admin.id, name: "admin", rolle: "admin" as const, tenant_id: tenant.id }
  bookVorgang(tenant, actor, {
    vorgang_id,
    kunde_id,
    erfasst_am: tenant.now(),
    positionen: [{ pfandartikel_id: artikel.id, art: "ausgabe", menge: 2 }],
  })
  const beleg = keepBeleg(
    tenant,
    actor,
    {
      art: "saldenbestaetigung",
      titel: "Saldo",
      dateiname: "Saldo.pdf",
      typ: "application/pdf",
      kunde_id,
      daten: Buffer.from(tenant.id),
    },
    1e9,
  )
  const auftrag = tenant.insert(auftraege, {
    art: "abrechnungslauf",
    status: "fertig",
    angaben: JSON.stringify({ von: "2026-03-01", bis: "2026-03-31" }),
    erstellt_von: admin.id,
    erstellt_von_name: "admin",
  })
  const firmenexport = tenant.insert(auftraege, {
    art: "firmenexport",
    status: "fertig",
    angaben: "{}",
    erstellt_von: admin.id,
    erstellt_von_name: "admin",
  })
  const importauftrag = tenant.insert(auftraege, {
    art: "import",
    status: "fertig",
    angaben: "{}",
    erstellt_von: admin.id,
    erstellt_von_name: "admin",
  })
  const bis = localTime(tenant).datum
  const { record: abrechnung } = createAbrechnung(tenant, actor, { kunde_id, bis })
  const lieferung = tenant.insert(lieferungen, { kunde_id, datum: "2026-03-31", status: "unterwegs" })
  const liefertag = tenant.insert(liefertage, { kunde_id, ab: "2026-03-31" })
  const size = { breite: 1, hoehe: 1, bytes: 1 }
  const pfad = Bun.randomUUIDv7()
  const bild = tenant.insert(kunden_bilder, { kunde_id, pfad, vorschau_pfad: `${pfad}-v`, ...size })
  const klaerung = tenant.insert(klaerungen, {
    kunde_id,
    art: "abschluss",
    angaben: "{}",
    ablehnung: "Nicht geplant",
    erfasst_am: tenant.now(),
  })
  const feierabend = tenant.insert(feierabende, {
    fahrer_id: user.id,
    datum: "2026-03-31",
    erfasst_am: tenant.now(),
  })
  const art = "druckpruefung" as const
  const naechste = "2999-12-31"
  tenant.insert(geraete_pruefplaene, {
    geraet_id: geraet.id,
    art,
    intervall: 24,
    intervall_in: "monate",
    naechste,
  })
  const test = {
    geraet_id: geraet.id,
    art,
    datum: "2026-03-31",
    bestanden: 1,
    naechste,
    eingetragen_von: user.id,
  }
  const pruefung = tenant.insert(geraete_pruefungen, test)
  const anfangsimport = tenant.insert(anfangsimporte, {
    stichtag: "2026-03-31",
    von_nr: 1,
    bis_nr: 1,
    zeilen: 1,
    kunden: 1,
    erstellt_von: admin.id,
    erstellt_von_name: "admin",
  })
  const lagerbewegung = tenant.insert(lagerbewegungen, {
    pfandartikel_id: artikel.id,
    art: "zukauf",
    menge: 5,
    erfasst_am: tenant.now(),
    gebucht_von: user.id,
  })
  const inventur = tenant.insert(inventuren, {
    bezeichnung: "Jahresinventur",
    mit_geraeten: 1,
    status: "abgeschlossen",
    eroeffnet_von: user.id,
    beendet_am: tenant.now(),
  })
  const erfassung_id = Bun.randomUUIDv7()
  tenant.insert(inventurzaehlungen, {
    inventur_id: inventur.id,
    erfassung_id,
    geraet_id: geraet.id,
    menge: 1,
    erfasst_am: tenant.now(),
    gezaehlt_von: user.id,
  })
  tenant.insert(inventurpositionen, {
    inventur_id: inventur.id,
    position: 1,
    geraet_id: geraet.id,
    nummer: "G-1",
    bezeichnung: "Kühler",
    gezaehlt: 1,
    erwartet: 1,
    status_vorher: "lager",
  })
  const programmzugang = tenant.insert(programmzugaenge, {
    name: "Kasse",
    rechte: "kunden.lesen",
    gueltig_bis: "2999-12-31",
    endet_am: "2999-12-31T23:00:00.000Z",
    token_hash: tenant.id,
    kennung: "pfandwerk_abcdef",
  })
  const nachricht = tenant.insert(nachrichten, {
    beleg_id: beleg.id,
    art: "kontoauszug",
    kunde_id,
    betreff: "Kontoauszug",
    text: "Guten Tag",
    absender_name: "Firma",
    antwort_an: "buero@firma.example",
    empfaenger: JSON.stringify([{ adresse: "wirt@adler.example", status: "wartet", antwort: null }]),
    gilt_ab: tenant.now(),
    naechster_versuch_am: tenant.now(),
    erstellt_von: user.id,
    erstellt_von_name: "user",
  })
  tenant.insert(mailserver, { id: tenant.id, server: "smtp.firma.example", absender: "post@firma.example" })
  const webhook = tenant.insert(webhooks, {
    name: "Kasse",
    adresse: "https://kasse.example/",
    arten: "geraete.status",
    geheimnis: "-",
    freigabe: "-",
    bis_nummer: 0,
  })
  const zustellung = tenant.insert(webhookzustellungen, {
    webhook_id: webhook.id,
    ereignis_id: webhook.id,
    nummer: 1,
    art: "geraete.status",
    datensatz_id: geraet.id,
    naechster_versuch_am: tenant.now(),
  })
  const ansicht = tenant.insert(ansichten, { liste: "kunden", name: "Alle", adresse: "aktiv=alle" })
  return {
    "ansichten/:id": ansicht.id,
    "webhooks/:id": webhook.id,
    "zustellungen/:zustellung_id": zustellung.id,
    "nachrichten/:id": nachricht.id,
    "programmzugaenge/:id": programmzugang.id,
    "bewegungen/:id": lagerbewegung.id,
    "inventuren/:id": inventur.id,
    "zaehlungen/:erfassung_id": erfassung_id,
    "geraete/:geraet_id": geraet.id,
    "pruefplaene/:art": art,
    "pruefungen/:pruefung_id": pruefung.id,
    "klaerungen/:id": klaerung.id,
    "anfangsbestaende/:id": anfangsimport.id,
    "feierabend/:id": feierabend.id,
    "abrechnungen/:id": abrechnung.id,
    "belege/:id": beleg.id,
    "auftraege/:id": auftrag.id,
    "auftraege/:auftrag_id": importauftrag.id,
    "uebernahmen/:auftrag_id": importauftrag.id,
    "firmenexport/:auftrag_id": firmenexport.id,
    "bilder/:bild_id": bild.id,
    "liefertage/:id": liefertag.id,
    "lieferungen/:id": lieferung.id,
    "woche/:woche": "2026-03-30",
    "touren/:datum": "2026-03-31",
    "touren/:fahrer_id": user.id,
    "mitarbeiter/:id": user.id,
    "kunden/:id": kunde_id,
    "standorte/:id": standort.id,
    "pfandartikel/:id": artikel.id,
    "geraete/:id": geraet.id,
    "code/:code": "4711",
    "pfandbuchungen/:vorgang_id": vorgang_id,
  }
}
