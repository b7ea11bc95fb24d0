import type { TObject, TSchema } from "@sinclair/typebox"
import type { Options } from "../api/frame/route.ts"
import type { Receive, Upload } from "../api/frame/services.ts"
import { budget } from "../lib/budget.ts"
import { invalid, Refusal, unavailable } from "../lib/refusal.ts"
import { readBytes } from "./input.ts"
import { validator } from "../lib/validation/validate.ts"

/** Room for a form's other fields and its boundaries, in bytes. */
const OVERHEAD = 64 * 1024
/** Time that any upload has, in seconds; larger ones get more. */
const PATIENCE = 30
/** Slowest rate of an upload, in bytes per second. */
const SLOWEST = 32 * 1024
/** Maximum number of boundaries in a form. Ours have fewer; 100,000 parts would all be parsed in memory. */
const MAX_BOUNDARIES = 16

const tooMany = () => unavailable("Zu viele Dateien gleichzeitig. Bitte gleich noch einmal versuchen.", 5)

const MB = 1024 * 1024
/**
 * Memory for uploads, which stay there until they are decoded. At the default MAX_FILE_SIZE, nine of the largest fit,
 * at most four per company and two per person: one slow telephone must not hold up all colleagues.
 */
const memory = budget(96 * MB, [48 * MB, 24 * MB], tooMany)

type Form = Awaited<ReturnType<Response["formData"]>>
type UploadOptions = NonNullable<Options<"tenant", TSchema, TObject, TSchema>["upload"]>

/** @param kind `too long` for a body whose rest is not read */
const beyond = (kind: "too large" | "too long", limit: number): Refusal =>
  new Refusal(kind, `Die Datei ist zu groß: höchstens ${Math.floor(limit / MB)} MB`)

/**
 * Receiver of a route's forms. For each request, `owners` are the ids of tenant and account, which have a share of
 * the memory each; `limit` is the size of the largest file, in bytes.
 *
 * `Receive` reads the form (one file and optional fields) and hands it to `use`; the memory counts as taken
 * until `use` is done. It throws a Refusal: too large, too long (without reading the rest), wrong type (not a form),
 * unavailable, too slow, invalid, gone
 */
export function receiver(
  options: UploadOptions,
): (request: Request, owners: string[], limit: number) => Receive {
  const form = formReader(options)
  return (request, owners, limit) => async (use) => {
    const boundary = boundaryOf(request.headers.get("content-type") ?? "", options.file)
    const announced = Number(request.headers.get("content-length")) || limit + OVERHEAD
    if (announced > limit + OVERHEAD) throw beyond("too long", limit)
    const giveBack = memory(owners, announced)
    try {
      return await use((await form(await readForm(request, announced, limit), boundary, limit)) as never)
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
    if (countBoundaries(body, boundary) > MAX_BOUNDARIES) throw invalid(name, "zu viele Felder")
    const form = await parse(body, boundary)
    const files = form.getAll(name)
    if ([...form.keys()].some((key) => key !== name && !texts.includes(key)))
      throw invalid("", `unbekanntes Feld; erlaubt sind ${allowed}`)
    const [file] = files
    if (files.length !== 1 || !(file instanceof File)) throw invalid(name, "genau eine Datei ist nötig")
    if (file.size > limit) throw beyond("too large", limit)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const given = texts
      .map((key) => [key, textOf(form, key)] as const)
      .filter(([, text]) => text !== undefined)
    return { bytes, fields: check(Object.fromEntries(given)) }
  }
}

async function readForm(request: Request, announced: number, limit: number): Promise<Uint8Array> {
  try {
    return await readBytes(request, limit + OVERHEAD, PATIENCE + announced / SLOWEST)
  } catch (error) {
    throw error instanceof Refusal && error.kind === "too long" ? beyond("too long", limit) : error
  }
}

/** One parameter of a media type (RFC 9110, 5.6.6), quoted or not. */
const PARAMETER = /^\s*;\s*([\w-]+)=(?:"([^"\\]*)"|([^\s";]+))/
/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/

/**
 * @returns the boundary that a media type names
 * @throws Refusal wrong type if it is no form, or names two boundaries: parsers differ in which one they use
 */
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

/** @returns the number of boundaries, the closing one included; counting stops above the limit */
function countBoundaries(body: Uint8Array, boundary: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const mark = `--${boundary}`
  let count = 0
  let at = bytes.indexOf(mark)
  while (at >= 0 && count <= MAX_BOUNDARIES) {
    count++
    at = bytes.indexOf(mark, at + mark.length)
  }
  return count
}

async function parse(body: Uint8Array, boundary: string): Promise<Form> {
  // Not the original header: parsing must use the boundary that was counted.
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
