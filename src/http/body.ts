import { ApiError, ValidationError } from "./errors.ts"

/** No JSON body of this interface comes near this; a signature is the largest part of one. In bytes. */
export const JSON_LIMIT = 64 * 1024

const tooLarge = (): ApiError => new ApiError(413, "Anfrage zu groß", { Connection: "close" })

/**
 * Reads a JSON body of at most `limit` bytes. An empty body counts as `{}`, so that the reply names what is missing.
 *
 * @throws ApiError 413 without reading on; ValidationError when it is no JSON
 */
export async function readJson(request: Request, limit = JSON_LIMIT): Promise<unknown> {
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    throw new ValidationError([
      { type: "field", location: "body", path: "", msg: "Kein gültiges JSON (UTF-8)" },
    ])
  }
}

/** @throws ApiError 413 as soon as more than `limit` bytes are announced or have come */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? "NaN")
  if (announced > limit) throw tooLarge()
  if (announced <= limit) return new Uint8Array(await request.arrayBuffer())
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
