import { kontoauszug } from "../../src/print/dokumente/kontoauszug.ts"
import { printPdf } from "../../src/print/pdf/print.ts"
import { an, erstellt_am, firma } from "../helpers/dokumente.ts"

/** Prints a statement of so many movements, and says how many MB of memory that took at most. Run by pdf.test.ts. */
const count = Number(process.argv[2])
const bewegungen = Array.from({ length: count }, (_, index) => ({
  datum: "2026-10-05",
  vorgang: "Ausgabe",
  nummer: "KI-20",
  bezeichnung: "Kasten leer",
  menge: 1 + (index % 40),
  betrag_cent: 150,
  summe_cent: 150 * (1 + (index % 40)),
}))
const period = { von: "2026-10-01", bis: "2026-10-31" }
const most = { rss: 0 }
const watch = setInterval(() => (most.rss = Math.max(most.rss, process.memoryUsage.rss())), 10)
await printPdf(
  kontoauszug({
    firma,
    an,
    erstellt_am,
    ...period,
    anfang: [],
    bewegungen,
    ende: [],
    einspruchsfrist_tage: 8,
  }),
)
clearInterval(watch)
process.stdout.write(String(Math.round(most.rss / 1e6)))
