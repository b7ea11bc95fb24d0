import { writeFileSync } from "node:fs"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"
import type { MailServer } from "../../src/lib/mail/server.ts"
import { loadAuthority } from "../../src/ops/tls/load.ts"
import { atEnd, lastingDir } from "./temporary.ts"

/** A real mail server inside a test, with the faults that one asks of it. */

export type Received = { from: string; to: string[]; raw: string; user: string | undefined }

type Answer = readonly [number, string]

export type Faults = {
  /** Answer to a recipient instead of 250, such as `[550, "unbekannt"]`; asked for each, and waited for. */
  recipient?: (address: string) => Answer | undefined | Promise<Answer>
  sender?: readonly [number, string]
  /** What happens once so many bytes of a message came in: the connection is cut. */
  cutAfter?: number | undefined
  /** When the whole message is there: cut the connection, or answer this; `hang` never answers. */
  atEnd?: "cut" | "hang" | readonly [number, string] | undefined
  /** Of the log-in. */
  login?: readonly [number, string]
}

export type TestServer = {
  /** As the service's settings have it. */
  env: Record<string, string>
  server: MailServer
  received: Received[]
  faults: Faults
  /** How many connections there were. */
  connections: () => number
  close: () => Promise<void>
}

const { createAuthority, issueCertificate } = await loadAuthority()
const authority = await createAuthority(["127.0.0.1", "localhost"], new Date())
const pair = await issueCertificate(authority, ["127.0.0.1", "localhost"], new Date())
const ca = join(lastingDir(), "authority.pem")
writeFileSync(ca, authority.cert)

export const USER = "versand"
export const PASSWORD = "geheim und lang"

/** Where the library keeps a connection's socket. */
const SOCKET = "_socket"

const refusal = ([code, text]: readonly [number, string]): Error =>
  Object.assign(new Error(text), { responseCode: code })

/** @param options of the library; `port` to come back where an earlier one was */
export async function startSmtp(options: SMTPServerOptions & { port?: number } = {}): Promise<TestServer> {
  const received: Received[] = []
  const faults: Faults = {}
  let connections = 0
  const { port: wanted = 0, ...given } = options
  const server = new SMTPServer({
    key: pair.key,
    cert: pair.cert,
    secure: false,
    logger: false,
    authMethods: ["PLAIN", "LOGIN", "XOAUTH2"],
    disableReverseLookup: true,
    onConnect(_session, done) {
      connections++
      done()
    },
    onAuth(auth, _session, done) {
      if (faults.login) return done(refusal(faults.login))
      const isUser = auth.username === USER && (auth.password === PASSWORD || auth.accessToken === PASSWORD)
      done(isUser ? null : refusal([535, "5.7.8 falsch"]), { user: auth.username })
    },
    onMailFrom(_address, _session, done) {
      done(faults.sender ? refusal(faults.sender) : null)
    },
    async onRcptTo({ address }, _session, done) {
      const fault = await faults.recipient?.(address)
      done(fault ? refusal(fault) : null)
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = []
      let bytes = 0
      const socketOf = () =>
        [...server.connections].find((one) => (one as unknown as { id: string }).id === session.id)
      const cut = () => (socketOf() as unknown as { [SOCKET]: Socket })[SOCKET].destroy()
      stream.on("data", (piece: Buffer) => {
        pieces.push(piece)
        bytes += piece.length
        if (faults.cutAfter !== undefined && bytes >= faults.cutAfter) cut()
      })
      stream.on("end", () => {
        if (faults.atEnd === "cut") return cut()
        if (faults.atEnd === "hang") return
        if (faults.atEnd) return done(refusal(faults.atEnd))
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString(),
          user: session.user as string | undefined,
        })
        done()
      })
    },
    ...given,
  })
  server.on("error", () => {})
  await new Promise<void>((resolve) => server.listen(wanted, "127.0.0.1", () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const secure = given.secure ?? false
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  atEnd(() => void close())
  return {
    env: {
      MAIL_SERVER: `${secure ? "smtps" : "smtp"}://127.0.0.1:${port}`,
      MAIL_SENDER: "versand@betreiber.example",
      MAIL_USER: USER,
      MAIL_PASSWORD: PASSWORD,
      MAIL_CA: ca,
      MAIL_PER_MINUTE: "60000",
    },
    server: { host: "127.0.0.1", port, secure, user: USER, password: PASSWORD, oauth: undefined, ca },
    received,
    faults,
    connections: () => connections,
    close,
  }
}
