import { feldOf } from "../../lib/felder/tabellen.ts"
import { formatZeitpunkt } from "../../lib/format.ts"
import { SPALTEN, TABELLEN } from "./worte.ts"

type Inhalt = {
  firma: string
  /** ISO 8601 UTC. */
  zeitpunkt: string
  zeitzone: string
  listen: readonly { name: string; about: string }[]
  tabellen: readonly { name: string; spalten: readonly string[] }[]
}

/** @returns what a column says, in German; undefined for one that nobody has described */
export const sagt = (tabelle: string, spalte: string): string | undefined =>
  SPALTEN[spalte] ?? feldOf(tabelle, spalte)?.label

/** @returns what every file of the archive is, and every column: a text for people */
export function liesmich({ firma, zeitpunkt, zeitzone, listen, tabellen }: Inhalt): string {
  const lines = [
    `${firma}: alles, was in Pfandwerk steht`,
    `Stand: ${formatZeitpunkt(zeitpunkt, zeitzone)} Uhr`,
    "",
    "Die Tabellen sind CSV in UTF-8 mit Semikolon: jede Tabellenkalkulation öffnet sie.",
    "Beginnt ein Text mit =, +, - oder @, steht ein ' davor, damit niemand ihn für eine Formel hält.",
    "Zeitpunkte mit Z am Ende sind Weltzeit (UTC). Beträge heißen …_cent und sind ganze Cent.",
    "Passwörter stehen nicht darin. Belege von Personen, deren Angaben gelöscht sind, auch nicht.",
    "",
    "ORDNER",
    "  listen/          zum Lesen, und um sie anderswo unter „Einrichten“ unverändert einzulesen",
    "  tabellen/        alles, wie es gespeichert ist; Zeilen verweisen mit ihrer id aufeinander",
    "  belege/          aufbewahrte Belege (PDF, XML); Verzeichnis: tabellen/belege.csv",
    "  bilder/          Bilder von Kunden und Lieferungen; Verzeichnis: die Tabellen …_bilder.csv",
    "  unterschriften/  Unterschriften auf Lieferungen; die Datei heißt wie die id der Lieferung",
    "  pruefdokumente/  Zeugnisse von Prüfungen; Verzeichnis: tabellen/geraete_pruefungen.csv",
    "  briefkoepfe/     Logos, wie sie auf früheren Abrechnungen standen; logo.png ist das heutige",
    "",
    "LISTEN",
    ...listen.map(({ name, about }) => `  listen/${name}.csv: ${about}`),
    "",
    "TABELLEN",
    ...tabellen.flatMap(({ name, spalten }) => [
      "",
      `tabellen/${name}.csv: ${TABELLEN[name] ?? name}`,
      ...spalten.map((spalte) => `  ${spalte.padEnd(24)} ${sagt(name, spalte) ?? ""}`.trimEnd()),
    ]),
    "",
  ]
  return lines.join("\r\n")
}
