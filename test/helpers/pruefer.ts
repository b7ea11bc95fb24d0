import { createHash } from "node:crypto"

/** An auditor's work with the export, without any code of ours. */

export const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes)

/** Reads a table as anybody's program would. */
export function rowsOf(bytes: Uint8Array | undefined): Record<string, string>[] {
  const cells = [...text(bytes).matchAll(/(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r\n)/g)]
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of cells) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? "")
    if (end === "\r\n") rows.push([])
  }
  const [names, ...values] = rows.slice(0, -1)
  return values.map((row) => Object.fromEntries(row.map((value, index) => [names![index]!, value])))
}

const NUMBERS = new Set(["lfd_nr", "menge", "betrag_cent", "summe_cent", "kleinunternehmer"])
const PARTS =
  "hash_davor tenant_id lfd_nr id vorgang_id kunde_id pfandartikel_id geraet_id art menge betrag_cent summe_cent lieferung_id storno_von grund gebucht_von erfasst_am gebucht_am"
const STEUER = "klasse steuersatz preise"
const REGELUNG = "kleinunternehmer ust_verfahren"

const unescaped = (_: string, sign: string): string => ({ n: "\n", r: "\r" })[sign] ?? sign

/** The check that HASHKETTE.txt describes. @returns the faults it finds */
export function recompute(rows: Record<string, string>[]): string | undefined {
  for (const [index, row] of rows.entries()) {
    const form = Number(row["hash_form"])
    const parts = [PARTS, STEUER, REGELUNG].slice(0, form).join(" ")
    const content = parts.split(" ").map((name) => {
      const value = row[name] ?? ""
      if (name === "grund") return value === "" ? null : value.replace(/\\(.)/g, unescaped)
      return value === "" ? null : NUMBERS.has(name) ? Number(value) : value
    })
    const hash = createHash("sha256").update(JSON.stringify(content), "utf8").digest("hex")
    if (hash !== row["hash"]) return `Buchung ${row["lfd_nr"]} stimmt nicht`
    const before = rows[index - 1]
    if (before && row["hash_form"]! < before["hash_form"]!) return `Buchung ${row["lfd_nr"]} stimmt nicht`
    if (
      before &&
      (row["hash_davor"] !== before["hash"] || Number(row["lfd_nr"]) !== Number(before["lfd_nr"]) + 1)
    )
      return `Vor Buchung ${row["lfd_nr"]} fehlt etwas`
  }
  return undefined
}
