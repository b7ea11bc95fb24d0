/** @returns the form of an import: a file with a table, and what is said of it */
export function importForm(
  content: string | Uint8Array,
  fields: Readonly<Record<string, string>> = {},
): FormData {
  const form = new FormData()
  form.set("datei", new File([content as Uint8Array<ArrayBuffer>], "tabelle"))
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
