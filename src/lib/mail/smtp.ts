import { PassThrough, pipeline, type Readable } from "node:stream"
import { domainToASCII } from "node:url"
import type SMTPConnection from "nodemailer/lib/smtp-connection"
import { isIP } from "node:net"
import { addressesOf, type Network, placeOf } from "../networks.ts"
import { describeFault, MailFault, refusedSender, saidBy, shortened, type SmtpError } from "./fault.ts"
import { accessToken, forgetToken, type OAuth } from "./oauth.ts"
import { authoritiesOf, type MailServer, unreadable } from "./server.ts"

/**
 * What became of a message for one recipient: accepted by the server; refused for good; `later`, as nothing was taken
 * over yet; or `unknown`, as the connection broke after the last byte and before the server's word on it.
 */
export type Fate = "accepted" | "refused" | "later" | "unknown"

/** @property answer the server's words, or why there are none */
export type Delivery = { address: string; fate: Fate; answer: string }

type Envelope = { from: string; to: readonly string[] }

/** Times in ms: to connect, to greet, and of silence afterwards; servers look through a message before they answer. */
export type Patience = { connect: number; greet: number; silence: number }
const PATIENCE: Patience = { connect: 30_000, greet: 30_000, silence: 300_000 }
/** The same while somebody waits for the result. */
export const BRIEF: Patience = { connect: 10_000, greet: 10_000, silence: 30_000 }

/** A connection to a mail server on which one is logged in. */
export type MailLine = {
  /**
   * Hands one message over; what goes wrong with it is each recipient's fate.
   *
   * @throws MailFault where the server does not let us send at all
   */
  send: (envelope: Envelope, message: Readable) => Promise<Delivery[]>
  /** @returns why nobody knows the server's word on the last message, in German; undefined where it had the last word */
  cut: () => string | undefined
  close: () => void
}

/**
 * Connects, encrypts and logs in.
 *
 * @param isAgain whether this is the second try, with a new token
 * @throws MailFault
 */
export async function openMailLine(
  server: MailServer,
  patience: Patience = PATIENCE,
  isAgain = false,
): Promise<MailLine> {
  const { default: Connection } = await import("nodemailer/lib/smtp-connection")
  const place = `${server.host}:${server.port}`
  const host = server.network ? await findServer(server.host, server.network) : server.host
  const connection = new Connection({ ...optionsOf(server), host, ...timesOf(patience) })
  const { oauth } = server
  // Errors reach whoever waits; one that comes between two commands shows at the next one.
  const broken = new Promise<never>((_, reject) => connection.on("error", reject))
  broken.catch(() => {})
  try {
    await Promise.race([broken, called((done) => connection.connect(done))])
    if (server.user !== undefined) await Promise.race([broken, logIn(connection, server)])
  } catch (error) {
    connection.close()
    // A token may end before its time. A new one is refused for another reason.
    const isRefused = (error as SmtpError).code === "EAUTH" && (error as SmtpError).responseCode
    if (oauth && isRefused && forgetToken(oauth) && !isAgain) return openMailLine(server, patience, true)
    throw describeFault(error as SmtpError, place, server.secure)
  }
  let between = true
  let cut: string | undefined
  return {
    async send(envelope, message) {
      between = false
      const { deliveries, isAnswered } = await send(connection, envelope, message, place)
      between = isAnswered
      cut = isAnswered ? undefined : cutBy(place)
      return deliveries
    },
    cut: () => cut,
    // In the middle of a message, the words of a farewell would become part of it.
    close: () => (between ? connection.quit() : connection.close()),
  }
}

const cutBy = (place: string): string =>
  `Der Mailserver ${place} antwortet mitten in einer E-Mail nicht mehr oder bricht die Verbindung ab`

/**
 * @returns the address to connect to, in a network that is allowed. Connect to it, not to the name: asked again, that
 *   may lead elsewhere
 * @throws MailFault where one of its addresses is
 */
async function findServer(host: string, network: Network): Promise<string> {
  const addresses = await addressesOf(host, network)
  if (addresses.some((one) => placeOf(one, network.listed) === "elsewhere"))
    throw new MailFault(
      `Der Mailserver ${host} liegt im eigenen Netz der Firma; dorthin sendet Pfandwerk erst, wenn der Betreiber es erlaubt (Einstellung MAIL_NETZE)`,
    )
  // Not every machine has IPv6.
  const [address] = addresses.toSorted((one, other) => isIP(one) - isIP(other))
  if (address === undefined)
    throw new MailFault(`Der Mailserver ${host} ist unter diesem Namen nicht zu finden (DNS)`)
  return address
}

function optionsOf(server: MailServer) {
  const { host, port, secure } = server
  try {
    const secureContext = authoritiesOf(server)
    return {
      ...(!isIP(host) && { servername: host }),
      port,
      secure,
      requireTLS: !secure,
      tls: { ...(secureContext && { secureContext }), minVersion: "TLSv1.2" },
    } as const
  } catch (cause) {
    throw new MailFault(unreadable(cause), { cause })
  }
}

const timesOf = ({ connect, greet, silence }: Patience) => ({
  connectionTimeout: connect,
  dnsTimeout: connect,
  greetingTimeout: greet,
  socketTimeout: silence,
})

const called = <T>(start: (done: (error?: Error | null, result?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => start((error, result) => (error ? reject(error) : resolve(result as T))))

async function logIn(connection: SMTPConnection, { user, password, oauth }: MailServer): Promise<void> {
  if (!oauth) return void (await called((done) => connection.login({ user, pass: password }, done)))
  await called((done) => connection.login({ user, oauth2: tokensFor(user ?? "", oauth) as never }, done))
}

/** What the library asks for tokens. */
const tokensFor = (user: string, oauth: OAuth) => ({
  getToken: (_renew: boolean, done: (error: Error | null, token?: string) => void) =>
    void accessToken(oauth).then(
      (token) => done(null, token),
      (error: Error) => done(new Error(`kein Token: ${error.message}`)),
    ),
  buildXOAuth2Token: (token: string) =>
    Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString("base64"),
})

/** @returns what became of it, and whether the server had the last word: then it waits for another command */
async function send(
  connection: SMTPConnection,
  { from, to }: Envelope,
  message: Readable,
  place: string,
): Promise<{ deliveries: Delivery[]; isAnswered: boolean }> {
  const takesAll = extensionsOf(connection).includes("SMTPUTF8")
  const [sendable, unsendable] = [
    to.filter((one) => takesAll || isPlain(one)),
    to.filter((one) => !takesAll && !isPlain(one)),
  ]
  const refused = unsendable.map((address): Delivery => ({ address, fate: "refused", answer: NO_UMLAUTS }))
  if (sendable.length === 0) {
    message.destroy()
    return { deliveries: refused, isAnswered: true }
  }
  // The library notes here whom the server took.
  const envelope = { from: withPlainDomain(from), to: sendable.map(withPlainDomain) } as SentEnvelope
  const watched = watchEnd(message)
  const ending = await called<{ response: string }>((done) =>
    connection.send(envelope, watched.stream, done as never),
  ).then(
    ({ response }): Ending => ({ fate: "accepted", answer: shortened(response), isAnswered: true }),
    (error: SmtpError): Ending => {
      if (error.command === "MAIL FROM" && error.responseCode) throw refusedSender(error, place)
      return fateOf(error, watched.hasEnded())
    },
  )
  const sent = sendable.map((address) => forEach(envelope, address, ending))
  return { deliveries: [...refused, ...sent], isAnswered: ending.isAnswered }
}

type SentEnvelope = { from: string; to: string[]; accepted?: string[]; rejectedErrors?: SmtpError[] }
type Ending = Pick<Delivery, "fate" | "answer"> & { isAnswered: boolean }

const NO_UMLAUTS = "Dieser Mailserver nimmt keine Adresse mit Umlauten vor dem @ an"

/** Only the part before the @ matters: domains have a form without umlauts. */
const isPlain = (address: string): boolean => /^[\x21-\x7e]+@/.test(address)

function withPlainDomain(address: string): string {
  const at = address.lastIndexOf("@") + 1
  return address.slice(0, at) + domainToASCII(address.slice(at))
}

/** Where the library keeps the extensions that the server offers. */
const EXTENSIONS = "_supportedExtensions"
const extensionsOf = (connection: SMTPConnection): string[] =>
  (connection as unknown as { [EXTENSIONS]: string[] })[EXTENSIONS]

/** A message of which it is known whether its last byte was taken: only after it can the final dot be on its way. */
function watchEnd(message: Readable): { stream: Readable; hasEnded: () => boolean } {
  const stream = new PassThrough()
  let ended = false
  stream.once("end", () => (ended = true))
  pipeline(message, stream, () => {})
  return { stream, hasEnded: () => ended }
}

/** @returns what an error means for those whom the server had taken as recipients */
function fateOf(error: SmtpError, hasEnded: boolean): Ending {
  const { responseCode } = error
  if (responseCode)
    return { fate: responseCode >= 500 ? "refused" : "later", answer: saidBy(error), isAnswered: true }
  const [fate, when] = hasEnded
    ? (["unknown", "als alles gesendet und noch nichts bestätigt war"] as const)
    : (["later", "bevor alles gesendet war"] as const)
  return { fate, answer: `Die Verbindung brach ab, ${when} (${saidBy(error)})`, isAnswered: false }
}

/** @returns one recipient's fate: the server's word on them, or else that on the message */
function forEach({ rejectedErrors = [] }: SentEnvelope, address: string, ending: Ending): Delivery {
  const refused = rejectedErrors.find(({ recipient }) => recipient === withPlainDomain(address))
  const { fate, answer } = refused ? fateOf(refused, false) : ending
  return { address, fate, answer }
}
