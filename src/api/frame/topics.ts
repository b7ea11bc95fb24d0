import type { bereichInWords } from "../../lib/arten.ts"

/** What programs get rights for. */
export type Bereich = keyof typeof bereichInWords

type Topic = {
  about: string
  /** The Bereich whose rights a program needs to call it (programmzugaenge/rechte.ts); missing: no program may. */
  bereich?: Bereich
}

/** Topics of the API by the first segment after /api, in the order in which they are described. */
export const topics: Readonly<Record<string, Topic>> = {
  auth: { about: "Anmelden, das eigene Konto" },
  sitzung: { about: "Die Anmeldung einer Seite im Browser" },
  tenants: { about: "Die Firmen, für den Betreiber" },
  zustand: { about: "Wie es dem Dienst geht, für den Betreiber" },
  tenant: { about: "Die eigene Firma" },
  mitarbeiter: { about: "Konten der Firma" },
  kunden: { about: "Kunden, ihre Bilder und ihr Pfandkonto", bereich: "kunden" },
  standorte: {
    about: "Wohin an einen Kunden geliefert wird, außer an seine eigene Anschrift",
    bereich: "kunden",
  },
  pfandartikel: { about: "Kästen, Flaschen, Fässer: was Pfand kostet", bereich: "artikel" },
  geraete: { about: "Einzelne Geräte und wo sie sind", bereich: "geraete" },
  pruefplaene: { about: "Was an Geräten wann zu prüfen ist", bereich: "geraete" },
  lager: { about: "Was die Firma selbst auf dem Hof hat", bereich: "lager" },
  inventuren: { about: "Den Hof zählen: mehrere zugleich, auch mit dem Telefon", bereich: "lager" },
  schwund: { about: "Was gekauft wurde, was davon da ist, und was fehlt", bereich: "lager" },
  lieferungen: { about: "Planen, fahren, zustellen", bereich: "lieferungen" },
  liefertage: { about: "Wann ein Kunde regelmäßig beliefert wird, und womit", bereich: "lieferungen" },
  touren: { about: "Der Tag eines Fahrers", bereich: "lieferungen" },
  fahrer: { about: "Was das Telefon des Fahrers braucht und schickt" },
  feierabend: { about: "Was abends auf dem Wagen war", bereich: "lieferungen" },
  klaerungen: { about: "Was abgelehnt wurde und das Büro entscheidet", bereich: "lieferungen" },
  pfandbuchungen: { about: "Das Pfandbuch: nur hinzufügen, nie ändern", bereich: "buchungen" },
  pfandverluste: { about: "Was Kunden nicht zurückbringen: das Pfand bleibt" },
  pfandsalden: { about: "Wer wie viel Pfand schuldet", bereich: "buchungen" },
  pfandpruefung: { about: "Der Beweis, dass das Pfandbuch stimmt" },
  datev: { about: "Die Abrechnungen für die Buchführung", bereich: "abrechnungen" },
  jahresausgleich: {
    about: "Was das vereinfachte Verfahren der Umsatzsteuer am Jahresende braucht",
    bereich: "abrechnungen",
  },
  auftraege: { about: "Was für viele Kunden auf einmal gemacht wird" },
  firmenexport: { about: "Die ganze Firma zum Mitnehmen" },
  pruefexport: { about: "Das Pfandbuch für den Prüfer, ohne Pfandwerk nachzurechnen" },
  pfandalter: { about: "Wie alt ist, was Kunden noch haben", bereich: "buchungen" },
  belege: {
    about: "Was gedruckt wurde: aufbewahrt, jederzeit wieder dieselben Bytes",
    bereich: "abrechnungen",
  },
  versand: { about: "Ob und wie die Firma E-Mails sendet" },
  nachrichten: { about: "Was per E-Mail hinausging, und was daraus wurde" },
  abrechnungen: {
    about: "Was ein Kunde zu zahlen hat: unveränderlich, lückenlos nummeriert",
    bereich: "abrechnungen",
  },
  programmzugaenge: { about: "Was andere Programme dürfen" },
  ereignisse: { about: "Was geschah, der Reihe nach, für andere Programme", bereich: "ereignisse" },
  webhooks: { about: "An wen sie gesendet werden" },
  protokoll: { about: "Wer was geändert hat" },
  heute: { about: "Was heute los ist" },
  suche: { about: "Eine Suche über alles" },
  ansichten: { about: "Wie jemand eine Liste sehen will" },
  pfandverlauf: { about: "Wie viel Pfand an jedem Tag bei Kunden war", bereich: "buchungen" },
  einrichtung: { about: "Was eine Firma aus Tabellen übernehmen kann" },
  anfangsbestaende: { about: "Was Kunden schon hatten, als die Firma kam" },
  export: { about: "Listen als Tabellen" },
  dienst: { about: "Der Dienst selbst und seine Dateien" },
}
