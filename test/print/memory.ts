import { kontoauszug } from "../../src/print/dokumente/kontoauszug.ts"
import { printPdf } from "../../src/print/pdf/print.ts"
import { withMovements } from "../helpers/dokumente.ts"

/** Prints a statement of so many movements, and says how many MB of memory that took at most. Run by pdf.test.ts. */
const statement = kontoauszug(withMovements(Number(process.argv[2])))
const most = { rss: 0 }
const watch = setInterval(() => (most.rss = Math.max(most.rss, process.memoryUsage.rss())), 10)
await printPdf(statement)
clearInterval(watch)
process.stdout.write(String(Math.round(most.rss / 1e6)))
