import { type BlockList, isIP } from "node:net"
import { addressesOf, type Network as Reachable, placeOf } from "../networks.ts"

/** Why something could not be handed over, in German. */
export class WebhookFault extends Error {}

export type Answer = {
  status: number
  /** Seconds that the receiver asks to wait; undefined where it does not. */
  retryAfter: number | undefined
}

/** Where may be sent to: `listed` is WEBHOOK_NETZE. */
export type WebhookNetwork = Reachable & {
  /** Authority to trust instead of those that everybody trusts, as PEM; for tests. */
  ca?: string
  /** Time until the whole answer is there, in ms. */
  patience?: number
}

const PATIENCE = 10_000
/** Bytes of an answer that are waited for. Nobody reads them: whoever names an address would read what is there. */
const LISTENED = 4096

/**
 * @returns the address of a receiver
 * @throws WebhookFault for one that is none, and for one that says itself where nothing is sent to
 */
export function readReceiver(text: string, { listed }: WebhookNetwork): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new WebhookFault("muss mit https:// beginnen")
  if (url.username || url.password)
    throw new WebhookFault("darf keinen Benutzer und kein Passwort enthalten: die Unterschrift weist aus")
  if (url.hash) throw new WebhookFault("darf kein # enthalten")
  const name = nameOf(url)
  if (isIP(name)) requirePlaces(url, [name], listed)
  else if (url.protocol === "http:" && !listed) throw new WebhookFault(ONLY_TLS)
  return url
}

const ONLY_TLS =
  "muss mit https:// beginnen; http:// geht nur im eigenen Netz, wenn der Betreiber es erlaubt (Einstellung WEBHOOK_NETZE)"

/** @returns a receiver's name, or its address without brackets */
const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "")

function requirePlaces(url: URL, addresses: readonly string[], listed: BlockList | undefined): void {
  const places = new Set(addresses.map((address) => placeOf(address, listed)))
  if (places.has("elsewhere"))
    throw new WebhookFault(
      `${nameOf(url)} liegt im eigenen Netz der Firma; dorthin sendet Pfandwerk erst, wenn der Betreiber es erlaubt (Einstellung WEBHOOK_NETZE)`,
    )
  if (url.protocol === "http:" && places.has("internet")) throw new WebhookFault(ONLY_TLS)
}

/**
 * Looks up where a receiver is, and refuses it unless each of its addresses may be sent to. Connect to the addresses
 * that it returns: asked again, the name may lead elsewhere.
 *
 * @throws WebhookFault
 */
async function findReceiver(url: URL, network: WebhookNetwork): Promise<string[]> {
  const name = nameOf(url)
  const addresses = await addressesOf(name, network)
  if (addresses.length === 0) throw new WebhookFault(`Den Namen ${name} gibt es im Netz nicht`)
  requirePlaces(url, addresses, network.listed)
  return addresses
}

/**
 * Posts once. Redirects are not followed, no proxy is asked, nothing is unpacked, and the answer is not kept.
 *
 * @param headers besides Host
 * @throws WebhookFault where there is no answer, or the receiver is where nothing is sent to
 */
export async function postWebhook(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  network: WebhookNetwork,
): Promise<Answer> {
  const { patience = PATIENCE } = network
  const signal = AbortSignal.timeout(patience)
  const tooLong = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new WebhookFault("Keine Antwort in der Zeit")))
  })
  const post = async (): Promise<Answer> => {
    const [first = "", ...others] = await findReceiver(url, network)
    const send = (address: string) => postTo(address, url, { headers, body, signal, ca: network.ca })
    let sent = send(first)
    // Only where no connection came about: whatever was sent may have been taken.
    for (const address of others.slice(0, 2))
      sent = sent.catch((error: unknown) => {
        if (!isUnreached(error)) throw error
        return send(address)
      })
    return readAnswer(await sent)
  }
  try {
    return await Promise.race([post(), tooLong])
  } catch (error) {
    if (error instanceof WebhookFault) throw error
    throw new WebhookFault(faultInWords(error as { code?: string; message: string }), { cause: error })
  }
}

type Sent = {
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
  ca: string | undefined
}

/** Connects to the very address that was checked; the certificate must be the name's. */
function postTo(address: string, url: URL, { headers, body, signal, ca }: Sent): Promise<Response> {
  const at = new URL(url)
  at.hostname = address.includes(":") ? `[${address}]` : address
  const name = nameOf(url)
  return fetch(at, {
    method: "POST",
    headers: { ...headers, Host: url.host },
    body,
    signal,
    redirect: "manual",
    // Bun's own, which its types lack: HTTPS_PROXY is not asked.
    ...({ proxy: false } as object),
    decompress: false,
    keepalive: false,
    tls: { ...(!isIP(name) && { serverName: name }), ...(ca !== undefined && { ca }) },
  })
}

async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers, body } = response
  const reader = body?.getReader()
  for (let bytes = 0; bytes < LISTENED;) {
    const piece = await reader?.read()
    if (!piece?.value) break
    bytes += piece.value.byteLength
  }
  await reader?.cancel()
  return { status, retryAfter: secondsOf(headers.get("retry-after")) }
}

/** @returns seconds from now of a Retry-After, which is a number of them or an instant */
function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return seconds > 0 ? seconds : undefined
}

const UNREACHED = new Set([
  "ECONNREFUSED",
  "ConnectionRefused",
  "ENETUNREACH",
  "EHOSTUNREACH",
  "FailedToOpenSocket",
])

const isUnreached = (error: unknown): boolean => UNREACHED.has((error as { code?: string }).code ?? "")

function faultInWords(error: { code?: string; message: string }): string {
  if (isUnreached(error)) return "Dort nimmt niemand die Verbindung an"
  if (/CERT|TLS|SSL/i.test(`${error.code} ${error.message}`))
    return "Das Zertifikat des Empfängers gilt nicht für diesen Namen oder ist nicht vertrauenswürdig"
  return "Die Verbindung brach ab"
}
