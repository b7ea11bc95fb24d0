import { answerTo, type Input, type PathWith } from "./call.ts"

/**
 * Reads a file of the interface. A plain link would not do: it cannot name the company that a super administrator acts
 * for, and shows a refusal as a page of its own.
 *
 * @returns the file, and the name it wants to be saved under
 * @throws ApiFault
 */
export async function readFile<P extends PathWith<"get">>(
  path: P,
  input: Input<"get", P>,
): Promise<{ file: Blob; name: string }> {
  return fileOf(await answerTo("get", path, input))
}

/** @returns an answer that is a file, and the name it wants to be saved under */
export async function fileOf(response: Response): Promise<{ file: Blob; name: string }> {
  const named = /filename\*=UTF-8''([^;]+)|filename="([^"]+)"/i.exec(
    response.headers.get("content-disposition") ?? "",
  )
  return { file: await response.blob(), name: decodeURIComponent(named?.[1] ?? named?.[2] ?? "Datei") }
}

/** Lets the browser save a file, as a link would. */
export function saveFile({ file, name }: { file: Blob; name: string }): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it up by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
