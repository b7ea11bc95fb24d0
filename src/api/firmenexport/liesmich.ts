import { fieldOf } from "../../lib/felder/tabellen.ts"
import { formatEuro, formatMoment } from "../../lib/format.ts"
import { COLUMNS, TABLES } from "./meanings.ts"

type Contents = {
  firma: string
  /** ISO 8601 UTC. */
  moment: string
  zeitzone: string
  lists: readonly { name: string; about: string }[]
  tables: readonly { name: string; spalten: readonly string[] }[]
  /** Deposits of devices that none of the lists has. */
  luecke: { anzahl: number; wert_cent: number }
}

/** @returns what a column says, in German; undefined for one that nobody has described */
export const meaningOf = (table: string, column: string): string | undefined =>
  COLUMNS[column] ?? fieldOf(table, column)?.label

/** @returns what every file of the archive is, and every column: a text for people */
export function liesmich({ firma, moment, zeitzone, lists, tables, luecke }: Contents): string {
  const lines = [
    `${firma}: alles, was in Pfandwerk steht`,
    `Stand: ${formatMoment(moment, zeitzone)} Uhr`,
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
    "  abrechnungen/    Abrechnungen, die nie gedruckt wurden: für diesen Export gemacht, wie sie gedruckt würden",
    "  bilder/          Bilder von Kunden und Lieferungen; Verzeichnis: die Tabellen …_bilder.csv",
    "  unterschriften/  Unterschriften auf Lieferungen; die Datei heißt wie die id der Lieferung",
    "  pruefdokumente/  Zeugnisse von Prüfungen; Verzeichnis: tabellen/geraete_pruefungen.csv",
    "  briefkoepfe/     Logos, wie sie auf früheren Abrechnungen standen; logo.png ist das heutige",
    "",
    "LISTEN",
    ...lists.map(({ name, about }) => `  listen/${name}.csv, auch als .xlsx für Excel: ${about}`),
    ...(luecke.anzahl > 0 ? ["", ...missingIn(luecke)] : []),
    "",
    "TABELLEN",
    ...tables.flatMap(({ name, spalten }) => [
      "",
      `tabellen/${name}.csv: ${TABLES[name] ?? name}`,
      ...spalten.map((column) => `  ${column.padEnd(24)} ${meaningOf(name, column) ?? ""}`.trimEnd()),
    ]),
    "",
  ]
  return lines.join("\r\n")
}

const missingIn = ({ anzahl, wert_cent }: Contents["luecke"]): string[] => [
  `In diesen Listen fehlt Pfand von Geräten bei Kunden, die sie nicht haben: ${anzahl}-mal, zusammen ${formatEuro(wert_cent)}.`,
  "Es steht in tabellen/pfandkonten.csv bei diesen Kunden und ist anderswo von Hand zu buchen.",
]
