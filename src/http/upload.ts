import type { TObject, TSchema } from "@sinclair/typebox"
import type { Options, Upload } from "../api/route.ts"
import { budget } from "../lib/budget.ts"
import { invalid, Refusal, unavailable } from "../lib/refusal.ts"
import { readBytes } from "./body.ts"
import { validator } from "./validate.ts"

/** What a form needs beside the file itself. In bytes. */
const OVERHEAD = 64 * 1024
/** A driver in a dead spot may take this long, and more for a larger picture: in seconds, and in bytes a second. */
const PATIENCE = 30
const SLOWEST = 32 * 1024
/** More parts than this are no form of ours; a hundred thousand would be taken apart in memory. */
const MAX_PARTS = 8

const tooMany = () => unavailable("Zu viele Bilder gleichzeitig. Bitte gleich noch einmal versuchen.", 5)

const MB = 1024 * 1024
/**
 * Uploads lie in memory until they are decoded: nine of the largest, at most four of one company and two of one
 * person, whose slow telephone could hold up all colleagues otherwise.
 */
const memory = budget(96 * MB, [48 * MB, 24 * MB], tooMany)

type Form = Awaited<ReturnType<Response["formData"]>>
type UploadOptions = NonNullable<Options<"tenant", TSchema, TObject, TSchema>["upload"]>
type Receive = <F, T>(use: (upload: Upload<F>) => Promise<T>) => Promise<T>

const tooLarge = (limit: number): Refusal =>
  new Refusal("too long", `Die Datei ist zu groß: höchstens ${Math.floor(limit / 1024 / 1024)} MB`)

/**
 * @param owners the tenant and the person, for their shares of the memory
 * @param limit of the file, in bytes
 * @returns reads the form: one file, and beside it perhaps the fields; what is done with them counts as using memory.
 *   It throws a Refusal: too long (before the rest is read), wrong type (no form), unavailable, too slow, invalid
 */
export function receiver(
  options: UploadOptions,
): (request: Request, owners: string[], limit: number) => Receive {
  const form = formReader(options)
  return (request, owners, limit) => async (use) => {
    const boundary = boundaryOf(request.headers.get("content-type") ?? "", options.file)
    const announced = Number(request.headers.get("content-length")) || limit + OVERHEAD
    if (announced > limit + OVERHEAD) throw tooLarge(limit)
    const giveBack = memory(owners, announced)
    try {
      return await use((await form(await receive(request, announced, limit), boundary, limit)) as never)
    } finally {
      giveBack()
    }
  }
}

type FormReader = (body: Uint8Array, boundary: string, limit: number) => Promise<Upload<unknown>>

function formReader({ file: name, fields }: UploadOptions): FormReader {
  const check = validator(fields, "body")
  const texts = Object.keys(fields.properties)
  const allowed = new Intl.ListFormat("de").format([name, ...texts])
  return async (body, boundary, limit) => {
    if (countParts(body, boundary) > MAX_PARTS) throw invalid(name, "zu viele Felder")
    const form = await parse(body, boundary)
    const files = form.getAll(name)
    if ([...form.keys()].some((key) => key !== name && !texts.includes(key)))
      throw invalid("", `unbekanntes Feld; erlaubt sind ${allowed}`)
    const [file] = files
    if (files.length !== 1 || !(file instanceof File)) throw invalid(name, "genau eine Datei ist nötig")
    if (file.size > limit) throw tooLarge(limit)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const given = texts
      .map((key) => [key, textOf(form, key)] as const)
      .filter(([, text]) => text !== undefined)
    return { bytes, fields: check(Object.fromEntries(given)) }
  }
}

async function receive(request: Request, announced: number, limit: number): Promise<Uint8Array> {
  try {
    return await readBytes(request, limit + OVERHEAD, PATIENCE + announced / SLOWEST)
  } catch (error) {
    throw error instanceof Refusal && error.kind === "too long" ? tooLarge(limit) : error
  }
}

/** One parameter of a media type (RFC 9110, 5.6.6); its value in quotes or without. */
const PARAMETER = /^\s*;\s*([\w-]+)=(?:"([^"\\]*)"|([^\s";]+))/
/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/** @throws Refusal wrong type when it is no form, or names its boundary twice: each reader would take another one */
function boundaryOf(type: string, file: string): string {
  const boundaries: string[] = []
  let rest = type.replace(/^\s*multipart\/form-data/i, "")
  const isForm = rest !== type
  for (let match; (match = PARAMETER.exec(rest)) !== null; rest = rest.slice(match[0].length)) {
    if (match[1]?.toLowerCase() === "boundary") boundaries.push(match[2] ?? match[3] ?? "")
  }
  const [boundary] = boundaries
  if (isForm && /^\s*;?\s*$/.test(rest) && boundaries.length === 1 && boundary && BOUNDARY.test(boundary))
    return boundary
  throw new Refusal(
    "wrong type",
    `Bitte als multipart/form-data mit dem Feld ${file} und genau einer boundary senden`,
  )
}

function countParts(body: Uint8Array, boundary: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const mark = `--${boundary}`
  let count = 0
  for (
    let at = bytes.indexOf(mark);
    at >= 0 && count <= MAX_PARTS;
    at = bytes.indexOf(mark, at + mark.length)
  )
    count++
  return count
}

async function parse(body: Uint8Array, boundary: string): Promise<Form> {
  // Not the header as it came: it is taken apart by what the parts were counted with.
  const headers = { "Content-Type": `multipart/form-data; boundary="${boundary}"` }
  try {
    return await new Response(body as Uint8Array<ArrayBuffer>, { headers }).formData()
  } catch {
    throw invalid("", "Kein gültiges Formular")
  }
}

function textOf(form: Form, name: string): string | undefined {
  const value = form.get(name)
  if (value !== null && typeof value !== "string") throw invalid(name, "muss ein Text sein")
  return value || undefined
}
