import type { Yard } from "./pfand.ts"

/** What people and programs do beside making and changing records, once each, in an order that works. */

export type Ids = Record<string, string>
/**
 * A request with its ids by name (`geraete/:kuehler`), what is sent, as whom it is sent, and the name under which the id of
 * what it makes is kept.
 */
export type Deed = { what: string; body?: object; als?: "admin" | "user" | "fahrer"; makes?: string }

const DAY = "2026-03-11"
const PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

export function deedsOf({ kunden: [adler, krone], geraete: [kuehler, ofen], leer, fass, ...hof }: Yard) {
  const fahrer = hof.fahrer.id
  const out = (menge: number, pfandartikel_id: string = leer) => [{ pfandartikel_id, art: "ausgabe", menge }]
  const plan = (more: object = {}) => ({
    kunde_id: adler,
    datum: DAY,
    fahrer_id: fahrer,
    positionen: [{ pfandartikel_id: leer, soll_ausgabe: 2, soll_ruecknahme: 1 }],
    ...more,
  })
  const delivered = [{ pfandartikel_id: leer, ist_ausgabe: 2, ist_ruecknahme: 1 }]
  const refused = { kunde_id: adler, art: "ungeplant", ablehnung: "Nicht geplant" }
  const back = { positionen: [{ pfandartikel_id: leer, ist_ruecknahme: 1 }] }
  const ids: Ids = { adler, krone, kuehler, ofen, leer, fass, bier: hof.kasten, fahrer, person: hof.user.id }
  const deeds: Deed[] = [
    { what: "POST mitarbeiter/:person/abmelden" },
    { what: "POST mitarbeiter/:person/passwort", body: { password: "ein ganz anderes Kennwort" } },
    {
      what: "POST pfandbuchungen",
      body: { kunde_id: adler, positionen: out(9), grund: "Fest" },
      makes: "fest",
    },
    { what: "POST pfandbuchungen", body: { kunde_id: krone, positionen: out(4, fass) }, makes: "faesser" },
    { what: "POST pfandbuchungen/:fest/storno", body: { grund: "Falscher Kunde" } },
    { what: "POST pfandbuchungen", body: { kunde_id: adler, positionen: out(7) } },
    {
      what: "POST pfandverluste",
      body: { kunde_id: adler, pfandartikel_id: leer, menge: 2, bemerkung: "Zerbrochen" },
      makes: "verlust",
    },
    { what: "POST pfandbuchungen/:verlust/storno", body: { grund: "Gefunden" } },
    { what: "PATCH pfandartikel/:fass", body: { pfand_cent: 3500, bei_aenderung: "umbewertung" } },
    { what: "POST pfandartikel/:fass/umbewertung", body: { grund: "Teurer" } },
    { what: "POST abrechnungen", body: { kunde_id: krone, bis: DAY }, makes: "abrechnung" },
    { what: "PUT abrechnungen/:abrechnung/postversand" },
    { what: "DELETE abrechnungen/:abrechnung/postversand" },
    { what: "POST abrechnungen/:abrechnung/storno", body: { grund: "Falscher Monat" } },
    { what: "POST geraete/:kuehler/ausgabe", body: { kunde_id: adler, notiz: "Im Keller" } },
    {
      what: "POST geraete/:kuehler/ruecknahme",
      body: { kunde_id: adler, status: "wartung", notiz: "Leckt" },
    },
    { what: "POST geraete/:kuehler/status", body: { status: "lager", notiz: "Dicht" } },
    {
      what: "PUT geraete/:kuehler/pruefplaene/tuev",
      body: { intervall: 12, intervall_in: "monate", letzte: "2026-02-01" },
    },
    {
      what: "PUT geraete/:kuehler/pruefplaene/tuev",
      body: { intervall: 30, intervall_in: "tage", naechste: "2026-03-01" },
    },
    { what: "POST geraete/:kuehler/pruefplaene/tuev/freigabe", body: { bis: "2026-04-01" } },
    { what: "POST geraete/:kuehler/pruefplaene/tuev/freigabe", body: { bis: null } },
    {
      what: "POST geraete/:kuehler/pruefungen",
      body: { art: "tuev", datum: "2026-03-09", bestanden: 0, bemerkung: "Rost" },
    },
    { what: "DELETE geraete/:kuehler/pruefplaene/tuev" },
    {
      what: "POST lager/bewegungen",
      body: { pfandartikel_id: leer, art: "zukauf", menge: 50, bemerkung: "Neu" },
      makes: "zukauf",
    },
    { what: "POST lager/bewegungen/:zukauf/storno", body: { bemerkung: "Doppelt" } },
    { what: "POST inventuren", body: { bezeichnung: "Hof", mit_geraeten: 1 }, makes: "hof" },
    {
      what: "POST inventuren/:hof/zaehlungen",
      body: { ort: "Halle", positionen: [{ pfandartikel_id: leer, menge: 3 }] },
      makes: "halle",
    },
    { what: "DELETE inventuren/:hof/zaehlungen/:halle" },
    { what: "POST inventuren/:hof/verwerfen" },
    { what: "POST inventuren", body: { bezeichnung: "Jahr", mit_geraeten: 1 }, makes: "jahr" },
    {
      what: "POST inventuren/:jahr/zaehlungen",
      body: {
        positionen: [
          { pfandartikel_id: leer, menge: 3 },
          { geraet_id: kuehler, menge: 1 },
        ],
      },
    },
    { what: "POST inventuren/:jahr/abschluss", body: { rest_ist_null: 1 } },
    { what: "POST inventuren/:jahr/geraete/:ofen", body: { status: "verloren", grund: "Gestohlen" } },
    { what: "POST lieferungen", body: plan(), makes: "erste" },
    { what: "POST lieferungen", body: plan({ kunde_id: krone }), makes: "zweite" },
    { what: "POST lieferungen", body: plan({ kunde_id: krone, fahrer_id: null }), makes: "dritte" },
    { what: "PUT touren/2026-03-11/:fahrer", body: { lieferung_ids: [":zweite", ":erste"] } },
    {
      what: "POST touren/2026-03-11/verschieben",
      body: { lieferung_id: ":dritte", fahrer_id: fahrer, vor: ":erste" },
    },
    { what: "POST touren/2026-03-18/kopie", body: { von: DAY } },
    { what: "POST lieferungen/:dritte/storno", body: { grund: "Abbestellt" } },
    { what: "POST lieferungen/:erste/start", body: {}, als: "fahrer" },
    {
      what: "POST lieferungen/:erste/abschluss",
      body: { empfaenger_name: "Wirt", unterschrift: PNG, notiz: "Hof", positionen: delivered },
      als: "fahrer",
    },
    { what: "POST lieferungen/:zweite/start", body: {}, als: "fahrer" },
    { what: "POST lieferungen/:zweite/fehlschlag", body: { grund: "Niemand da" }, als: "fahrer" },
    { what: "POST lieferungen/:zweite/neu-planen", body: { datum: "2026-03-12", zeit_von: "08:00" } },
    { what: "POST lieferungen/:zweite/neu-planen/ruecknahme" },
    { what: "POST fahrer/ungeplant", body: { ...back, kunde_id: krone, notiz: "Rampe" }, als: "fahrer" },
    { what: "POST klaerungen", body: { ...refused, angaben: back }, als: "fahrer", makes: "klaerung" },
    { what: "POST klaerungen/:klaerung/buchen", body: { entscheidung: "Stimmt" } },
    { what: "POST klaerungen", body: { ...refused, angaben: back }, als: "fahrer", makes: "doppelte" },
    { what: "POST klaerungen/:doppelte/verwerfen", body: { grund: "War doppelt" } },
    {
      what: "POST feierabend",
      body: {
        datum: DAY,
        bemerkung: "Alles da",
        positionen: [{ art: "leergut", pfandartikel_id: leer, gezaehlt: 2 }],
      },
      als: "fahrer",
    },
    {
      what: "POST liefertage",
      body: { kunde_id: adler, ab: "2026-03-16", fahrer_id: fahrer },
      makes: "liefertag",
    },
    {
      what: "POST touren/woche/2026-03-16",
      body: { eintraege: [{ liefertag_id: ":liefertag", version: 1, auslassen: true }] },
    },
    { what: "POST touren/woche/2026-03-16/wiederaufnahme", body: { liefertag_ids: [":liefertag"] } },
    {
      what: "POST touren/woche/2026-03-16",
      body: {
        eintraege: [{ liefertag_id: ":liefertag", version: 1, datum: "2026-03-16", fahrer_id: fahrer }],
      },
    },
    {
      what: "PUT versand/mailserver",
      body: {
        server: "smtp.firma.example",
        absender: "post@firma.example",
        port: 465,
        benutzer: "post",
        passwort: "geheim",
      },
    },
    {
      what: "PUT versand/mailserver",
      body: { server: "mail.firma.example", absender: "post@firma.example" },
    },
    { what: "DELETE versand/mailserver" },
    {
      what: "POST auftraege",
      body: { art: "kontoauszuege", von: "2026-03-01", bis: DAY, kunden: [adler] },
      makes: "papiere",
    },
    { what: "POST firmenexport", body: {}, makes: "export" },
    // What is still open, or to come.
    { what: "PATCH kunden/:krone", body: { abrechnung: "monatlich" } },
    { what: "POST pfandbuchungen", body: { kunde_id: krone, positionen: out(2, fass) } },
    {
      what: "POST pfandbuchungen",
      body: {
        kunde_id: adler,
        positionen: [...out(3, hof.kasten), { pfandartikel_id: hof.kasten, art: "ruecknahme", menge: 2 }],
      },
    },
    { what: "POST pfandverluste", body: { kunde_id: adler, pfandartikel_id: leer, menge: 1 } },
    { what: "POST standorte", body: { kunde_id: adler, name: "Laden", ort: "Celle" }, makes: "laden" },
    {
      what: "PUT geraete/:kuehler/pruefplaene/eichung",
      body: { intervall: 2, intervall_in: "monate", letzte: "2026-01-31" },
    },
    {
      what: "POST lieferungen",
      body: plan({
        datum: "2026-03-25",
        standort_id: ":laden",
        positionen: [{ geraet_id: kuehler, soll_ausgabe: 1 }],
      }),
    },
    { what: "POST lieferungen", body: plan({ zeit_von: "14:00", hinweis: "Rampe" }), makes: "vierte" },
    { what: "POST lieferungen/:vierte/start", body: {}, als: "fahrer" },
    { what: "POST klaerungen", body: { ...refused, angaben: back }, als: "fahrer" },
    { what: "POST ansichten", body: { liste: "kunden", name: "Celle", adresse: "ort=Celle", fuer_alle: 1 } },
    {
      what: "POST programmzugaenge",
      body: { name: "Kasse", gueltig_bis: "2026-12-31", rechte: ["kunden.lesen"] },
      makes: "kasse",
    },
    { what: "POST programmzugaenge/:kasse/widerruf" },
    {
      what: "POST webhooks",
      body: { name: "Kasse", adresse: "https://kasse.example/", arten: ["geraete.status"] },
      makes: "webhook",
    },
    { what: "POST webhooks/:webhook/geheimnis" },
  ]
  return { ids, deeds }
}
