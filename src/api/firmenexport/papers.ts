import { query } from "../../db/query.ts"
import { abrechnungen, belege } from "../../db/schema.ts"
import type { Row, TenantReader } from "../../db/tenant-db.ts"
import { Refusal } from "../../lib/refusal.ts"
import type { ZipFile } from "../../lib/zip.ts"
import { printPdf } from "../../print/pdf/print.ts"
import { composeAbrechnung } from "../abrechnungen/beleg.ts"
import { isLocked } from "../abrechnungen/kopf.ts"
import { toBelege } from "../abrechnungen/xml.ts"
import { findKept } from "../belege/ablage.ts"
import { dateiname } from "../belege/printing.ts"
import { everyRow } from "../export/every-row.ts"

/** A file that is made between its header and its contents, as drawing pages takes long. */
export type MadeFile = ZipFile & { make?: () => Promise<void> }

/** Bytes of one paper, about. */
const BYTES = 60_000

const unprinted = query<{ n: number }>`
  SELECT count(*) AS n FROM ${abrechnungen} a
  WHERE NOT EXISTS (
    SELECT 1 FROM ${belege} b WHERE b.bezug_id = a.id AND b.art = 'abrechnung' AND b.profil IS NULL
  )`

/** @returns about how many papers the archive makes, and their bytes */
export function sizeOfPapers(tenant: TenantReader): { n: number; bytes: number } {
  const { n } = tenant.getFirst(unprinted, {})
  return { n, bytes: n * BYTES }
}

type Abrechnung = Row<typeof abrechnungen>

/** Settlements whose invoice is a file of its own beside the paper. */
const hasXml = ({ form }: Abrechnung): boolean => form === "zugferd" || form === "xrechnung"

/**
 * Settlements and counter-documents that nobody has printed yet, made from what is stored of them: the same bytes as when
 * they are printed. They are not kept.
 *
 * @param absent gets those that cannot be made, each with the reason in German
 */
export function* papers(tenant: TenantReader, absent: string[]): Generator<MadeFile> {
  for (const page of everyRow<typeof abrechnungen, Abrechnung>(abrechnungen)(tenant))
    for (const abrechnung of page) {
      const isKept = findKept(tenant, "abrechnung", abrechnung.id) !== undefined
      if (isKept && !hasXml(abrechnung)) continue
      // Nothing of an erased person stands in the archive.
      if (isLocked(tenant, abrechnung.id)) continue
      try {
        yield* papersOf(tenant, abrechnung, isKept, absent)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        absent.push(`${abrechnung.nummer}: ${error.message}`)
      }
    }
}

function* papersOf(
  tenant: TenantReader,
  { id, nummer, erstellt_am }: Abrechnung,
  isKept: boolean,
  absent: string[],
): Generator<MadeFile> {
  const composed = composeAbrechnung(tenant, id)
  const { druck } = composed
  const { beside } = toBelege(composed)
  const nameOf = (name: string): string => `abrechnungen/${name}`
  if (!isKept) {
    const pages: Uint8Array[] = []
    const make = async (): Promise<void> => {
      try {
        pages.push(await printPdf(druck))
      } catch {
        absent.push(`${nummer}: ließ sich nicht drucken; die Datei ist leer`)
      }
    }
    yield {
      name: nameOf(dateiname(druck.titel, "pdf")),
      moment: erstellt_am,
      pieces: pages,
      isPacked: true,
      make,
    }
  }
  for (const { profil, dateiname: name, daten } of beside)
    if (!findKept(tenant, "abrechnung", id, profil))
      yield { name: nameOf(name), moment: erstellt_am, pieces: [daten] }
}
