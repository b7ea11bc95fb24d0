import { hungUp, invalid, Refusal } from "../lib/refusal.ts"
import { infoOf } from "./request-info.ts"
import { shapeFault } from "./shape.ts"

/** Maximum size of a JSON body in bytes, and of one that carries a driver's work (`largeBody`). */
export const JSON_LIMIT = 64 * 1024
export const LARGE_JSON_LIMIT = 256 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })
const tooLong = (): Refusal => new Refusal("too long", "Anfrage zu groß")

/**
 * @param bytes an empty body counts as `{}`, so that the reply names what is missing
 * @throws Refusal invalid when it is not JSON
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return {}
  const fault = shapeFault(bytes)
  if (fault) throw invalid("", fault)
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    throw invalid("", "Kein gültiges JSON (UTF-8)")
  }
}

/**
 * Reads a body of at most `limit` bytes.
 *
 * Meanwhile the caller must not fall silent (`RequestInfo.receiving`).
 *
 * @param seconds the whole body must arrive within this time, so a client that drips bytes cannot hold a
 *   connection
 * @throws Refusal too long as soon as more than `limit` bytes are announced or received, too slow when time
 *   runs out, gone when the caller hangs up
 */
export function readBytes(request: Request, limit: number, seconds = 30): Promise<Uint8Array> {
  const announced = Number(request.headers.get("content-length") ?? "NaN")
  if (announced > limit) return Promise.reject(tooLong())
  if (!request.body) return Promise.resolve(new Uint8Array())
  const whole: Promise<Uint8Array> = announced <= limit ? request.bytes() : readStream(request.body, limit)
  const body = new Promise<Uint8Array>((resolve, reject) => {
    const tooSlow = (): void => reject(new Refusal("too slow", "Anfrage kam zu langsam"))
    const timer = setTimeout(tooSlow, seconds * 1000)
    const failed = (error: Error): void => reject(error.name === "AbortError" ? hungUp() : error)
    whole.then(resolve, failed).finally(() => clearTimeout(timer))
  })
  return infoOf(request).receiving(body)
}

async function readStream(body: ReadableStream, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > limit) throw tooLong()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
