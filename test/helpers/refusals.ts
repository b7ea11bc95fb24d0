import type { Deed } from "./deeds.ts"

/** What is refused after all deeds, and why not is said in words: most of it was done before, or is not for everybody. */

const LATER = "2026-03-12"
const EARLIER = "2026-03-01"
const refused = { art: "ungeplant", ablehnung: "Nicht geplant" }
const back = { positionen: [{ pfandartikel_id: ":leer", ist_ruecknahme: 1 }] }
const line = (art: string) => [{ pfandartikel_id: ":leer", art, menge: 1 }]
const plan = { kunde_id: ":adler", datum: "2026-03-25", positionen: [] }
const geschirr = { nummer: "NEU", bezeichnung: "Neu", ust_klasse: "warenumschliessung" }

const of = (what: string, ...bodies: object[]): Deed[] => bodies.map((body) => ({ what, body }))
const byUser = (what: string, body?: object): Deed => ({ what, ...(body && { body }), als: "user" })
const byFahrer = (what: string, body: object): Deed => ({ what, body, als: "fahrer" })

export const refusals: Deed[] = [
  ...of("POST abrechnungen", { kunde_id: ":adler", von: LATER, bis: EARLIER }),
  ...of("POST abrechnungen/:abrechnung/storno", { grund: "Noch einmal" }),
  byUser("POST ansichten", { liste: "kunden", name: "Alle", fuer_alle: 1 }),
  ...of("POST auftraege", { art: "kontoauszuege", von: LATER, bis: EARLIER }),
  ...of("POST firmenexport", {}),
  { what: "GET geraete/etiketten.pdf?form=eigen" },
  { what: "GET geraete/etiketten.pdf?form=4x12&start=99" },
  byFahrer("POST feierabend", { datum: LATER, fahrer_id: ":person", positionen: [] }),
  byUser("POST geraete/:kuehler/status", { status: "ausgemustert" }),
  ...of("POST geraete/:kuehler/ruecknahme", { kunde_id: ":adler" }),
  ...of("POST geraete/:ofen/ausgabe", { kunde_id: ":adler" }),
  ...of("POST geraete", { geraetenummer: "G-1", bezeichnung: "Kühler" }),
  ...of("PUT geraete/:ofen/pruefplaene/tuev", { intervall: 1, intervall_in: "monate" }),
  ...of("PUT geraete/:ofen/pruefplaene/tuev", { intervall: 1, intervall_in: "monate", letzte: "2027-01-01" }),
  ...of("POST geraete/:ofen/pruefplaene/tuev/freigabe", { bis: null }),
  ...of(
    "POST geraete/:ofen/pruefungen",
    { art: "eichung", datum: LATER },
    { art: "tuev", datum: "2027-01-01" },
  ),
  { what: "DELETE geraete/:ofen/pruefplaene/tuev" },
  ...of("POST inventuren/:jahr/geraete/:leer", { status: "lager", grund: "Da" }),
  ...of("POST inventuren/:jahr/abschluss", {}),
  ...of("POST inventuren/:hof/abschluss", {}),
  ...of("POST inventuren/:jahr/zaehlungen", { positionen: [{ pfandartikel_id: ":leer", menge: 1 }] }),
  { what: "DELETE inventuren/:jahr/zaehlungen/:leer" },
  ...of("POST klaerungen/:klaerung/verwerfen", { grund: "Doppelt" }),
  ...of("POST klaerungen/:doppelte/buchen", {}),
  ...of("POST klaerungen", { ...refused, angaben: back }),
  byFahrer("POST klaerungen", { ...refused, kunde_id: ":adler", fahrer_id: ":person", angaben: back }),
  { what: `GET kunden/:adler/kontoauszug?von=${LATER}&bis=${EARLIER}` },
  ...of("POST kunden", { name: "Neu", kundennummer: "K-1" }, { name: "Neu", land: "AT", art: "behoerde" }),
  { what: "DELETE kunden/:adler" },
  ...of("POST lager/bewegungen/:zukauf/storno", {}),
  ...of(
    "POST lieferungen",
    { ...plan, zeit_von: "10:00", zeit_bis: "09:00" },
    { ...plan, fahrer_id: ":leer" },
  ),
  ...of("POST lieferungen", { ...plan, standort_id: ":leer" }, { ...plan, kunde_id: ":leer" }),
  ...of("PATCH lieferungen/:erste", { hinweis: "Zu spät" }),
  byFahrer("POST lieferungen/:erste/start", {}),
  byFahrer("POST lieferungen/:zweite/abschluss", { positionen: [] }),
  byFahrer("POST lieferungen/:dritte/fehlschlag", { grund: "Zu" }),
  ...of("POST lieferungen/:erste/storno", {}),
  ...of("POST lieferungen/:erste/neu-planen", { datum: "2026-03-25" }),
  { what: "POST lieferungen/:erste/neu-planen/ruecknahme" },
  { what: "POST lieferungen/:zweite/link" },
  ...of("POST liefertage", { kunde_id: ":adler", ab: "2026-03-25", bis: "2026-03-24" }),
  ...of("POST mitarbeiter/:person/passwort", { password: "passwort" }),
  { what: "GET pfandartikel?q=x&sort=nummer" },
  ...of("PATCH pfandartikel/:bier", { bei_aenderung: "erstattung" }, { pfand_cent: 5 }),
  ...of("PATCH pfandartikel/:leer", { bestandteile: [{ pfandartikel_id: ":fass", menge: 1 }] }),
  ...of("PATCH pfandartikel/:leer", { ust_klasse: "transporthilfsmittel", steuersatz: "ermaessigt" }),
  ...of("POST pfandartikel", { ...geschirr, art: "gebinde" }, { ...geschirr, art: "einzeln" }),
  ...of("POST pfandartikel", { ...geschirr, nummer: "KASTEN", art: "einzeln", pfand_cent: 1 }),
  ...of("POST pfandartikel/:bier/umbewertung", {}),
  ...of("POST pfandartikel/:fass/umbewertung", { pfand_cent: 1 }),
  byUser("POST pfandbuchungen", { kunde_id: ":adler", grund: "x", positionen: line("korrektur_plus") }),
  ...of("POST pfandbuchungen", { kunde_id: ":adler", positionen: line("korrektur_plus") }),
  byUser("POST pfandbuchungen/:faesser/storno", { grund: "Falsch" }),
  ...of("POST pfandbuchungen/:fest/storno", { grund: "Falsch" }),
  ...of("POST pfandbuchungen/:leer/storno", { grund: "Falsch" }),
  ...of("POST pfandverluste", { kunde_id: ":adler", pfandartikel_id: ":leer", menge: 999 }),
  ...of("POST pfandverluste", { kunde_id: ":adler", geraet_id: ":kuehler", menge: 1 }),
  ...of("POST pfandpruefung/ausgleich", { kunde_id: ":adler", pfandartikel_id: ":leer" }),
  ...of("POST programmzugaenge", { name: "Kasse", gueltig_bis: "2030-01-01", rechte: ["kunden.lesen"] }),
  ...of("POST touren/2026-03-11/kopie", { von: "2026-03-11" }),
  ...of("POST touren/2026-03-12/verschieben", { lieferung_id: ":erste", fahrer_id: null }),
  ...of("POST touren/2026-03-11/verschieben", { lieferung_id: ":erste", fahrer_id: null }),
  ...of("PUT touren/2026-03-11/:fahrer", { lieferung_ids: [":dritte"] }),
  ...of("PUT versand/mailserver", { server: "smtp://firma.example", absender: "post@firma.example" }),
  ...of("PUT versand/mailserver", { server: "a.example", absender: "post@firma.example", benutzer: "post" }),
  { what: "DELETE versand/mailserver" },
  ...of("PATCH versand", { sendet: 1 }),
  { what: "POST webhooks/:webhook/freigabe" },
  { what: "POST auftraege/:papiere/postversand" },
]
