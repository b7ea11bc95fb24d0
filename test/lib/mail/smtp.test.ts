import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { composeMail, type MailMessage } from "../../../src/lib/mail/compose.ts"
import type { MailServer } from "../../../src/lib/mail/server.ts"
import { networks } from "../../../src/lib/networks.ts"
import { openMailLine } from "../../../src/lib/mail/smtp.ts"
import { loadAuthority } from "../../../src/ops/tls/load.ts"
import { PASSWORD, startSmtp } from "../../helpers/smtp.ts"
import { temporaryDir } from "../../helpers/temporary.ts"

/** Handing a message over to a real mail server, with its faults. */

const { createAuthority } = await loadAuthority()
const smtp = await startSmtp()
afterAll(() => smtp.close())
beforeEach(() => {
  smtp.received.length = 0
  for (const name of Object.keys(smtp.faults)) delete smtp.faults[name as keyof typeof smtp.faults]
})

const message = (given: Partial<MailMessage> = {}): MailMessage => ({
  id: Bun.randomUUIDv7(),
  from: { name: "Getränke Sommer GmbH", address: "versand@betreiber.example" },
  replyTo: "buero@sommer.example",
  to: ["wirt@linde.example"],
  subject: "Ihre Abrechnung für März",
  text: "Guten Tag,\n.\nanbei die Abrechnung.",
  date: new Date("2026-03-31T08:00:00Z"),
  files: [],
  ...given,
})

async function deliver(given: Partial<MailMessage> = {}, server: MailServer = smtp.server, silence = 5000) {
  const mail = message(given)
  const line = await openMailLine(server, { connect: 5000, greet: 2000, silence })
  const fates = await line.send({ from: mail.from.address, to: mail.to }, await composeMail(mail))
  line.close()
  return fates
}

const faultOf = (server: MailServer): Promise<string> =>
  openMailLine(server, { connect: 2000, greet: 500, silence: 2000 }).then(
    (line) => {
      line.close()
      return "none"
    },
    (error: Error) => error.message,
  )

const big = { name: "Beleg.pdf", type: "application/pdf", content: [new Uint8Array(12_000_000).fill(65)] }

describe("a message", () => {
  test("arrives once, encrypted and logged in, with umlauts and a line of one dot", async () => {
    const [fate] = await deliver({ files: [{ ...big, content: [new TextEncoder().encode("%PDF Grün")] }] })
    expect(fate).toMatchObject({ address: "wirt@linde.example", fate: "accepted" })
    const [{ raw = "", from, to, user } = {}] = smtp.received
    expect([from, to, user]).toEqual(["versand@betreiber.example", ["wirt@linde.example"], "versand"])
    expect(raw).toContain("Reply-To: buero@sommer.example")
    expect(raw).toContain("=?UTF-8?")
    expect(raw).toContain("\r\n.\r\n")
    expect(raw).toContain("filename=Beleg.pdf")
  })

  test("goes to every recipient whom the server takes, and tells what it said of the others", async () => {
    const answers: Record<string, [number, string]> = {
      "weg@linde.example": [550, "5.1.1 unbekannt"],
      "spaeter@linde.example": [451, "4.7.1 greylisted"],
      "voll@linde.example": [452, "4.2.2 mailbox full"],
    }
    smtp.faults.recipient = (address) => answers[address]
    const fates = await deliver({ to: ["wirt@linde.example", ...Object.keys(answers)] })
    expect(fates.map(({ address, fate }) => [address.split("@")[0], fate])).toEqual([
      ["wirt", "accepted"],
      ["weg", "refused"],
      ["spaeter", "later"],
      ["voll", "later"],
    ])
    expect(fates[1]?.answer).toContain("unbekannt")
    expect(smtp.received.map(({ to }) => to)).toEqual([["wirt@linde.example"]])
  })

  test("that nobody may get is given to nobody", async () => {
    smtp.faults.recipient = () => [550, "weg"]
    expect((await deliver()).map(({ fate }) => fate)).toEqual(["refused"])
    expect(smtp.received).toEqual([])
  })

  test.each([
    [452, "later"],
    [552, "refused"],
  ] as const)("that is answered %d as a whole is %s", async (code, fate) => {
    smtp.faults.atEnd = [code, "zu groß"]
    expect(await deliver()).toMatchObject([{ fate, answer: expect.stringContaining("zu groß") }])
  })

  test("is tried again when the connection is cut before its end, and unknown after it", async () => {
    smtp.faults.cutAfter = 100_000
    expect((await deliver({ files: [big] })).map(({ fate }) => fate)).toEqual(["later"])
    delete smtp.faults.cutAfter
    smtp.faults.atEnd = "cut"
    expect((await deliver()).map(({ fate }) => fate)).toEqual(["unknown"])
    smtp.faults.atEnd = "hang"
    expect((await deliver({}, smtp.server, 300)).map(({ fate }) => fate)).toEqual(["unknown"])
  })

  test("that cannot be read to its end takes no farewell along: the connection is closed at once", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const server = await startSmtp({ onClose: () => resolve() })
    function* torn() {
      yield new Uint8Array(100_000)
      throw new Error("weg")
    }
    const fates = await deliver({ files: [{ ...big, content: torn() }] }, server.server, 60_000)
    expect(fates.map(({ fate }) => fate)).toEqual(["later"])
    await closed
    await server.close()
  })

  test("keeps what people typed out of its headers and its envelope", async () => {
    await deliver({
      from: { name: "Sommer\r\nBcc: dieb@example.com", address: "versand@betreiber.example" },
      subject: "Abrechnung\r\nBcc: dieb@example.com\u2028",
      files: [{ ...big, name: 'a"\r\nX-Evil: 1.pdf', content: [new Uint8Array(3)] }],
    })
    const [head = ""] = smtp.received[0]?.raw.split("\r\n\r\n") ?? []
    expect(head).not.toMatch(/^(?:Bcc|X-Evil)/im)
    expect(smtp.received[0]?.to).toEqual(["wirt@linde.example"])
    for (const evil of ["wirt@linde.example\r\nRCPT TO:<dieb@example.com>", "a@b.de>\r\nDATA"]) {
      smtp.received.length = 0
      const fates = await deliver({ to: [evil] }).catch(() => [])
      expect([evil, smtp.received, fates.some(({ fate }) => fate === "accepted")]).toEqual([evil, [], false])
    }
  })

  test("reaches umlauts in domains, and before the @ where the server takes them", async () => {
    expect(await deliver({ to: ["wirt@müller-bräu.example"] })).toMatchObject([
      { address: "wirt@müller-bräu.example", fate: "accepted" },
    ])
    expect(smtp.received[0]?.raw).toContain("To: wirt@xn--")
    const without = await startSmtp({ hideSMTPUTF8: true })
    const fates = await deliver({ to: ["müller@linde.example", "wirt@linde.example"] }, without.server)
    await without.close()
    expect(fates.map(({ address, fate }) => [address, fate]).toSorted()).toEqual([
      ["müller@linde.example", "refused"],
      ["wirt@linde.example", "accepted"],
    ])
  })
})

describe("a server that lets nobody send is told in words", () => {
  test("no encryption, another one's certificate, a wrong password, a refused sender, silence, nobody", async () => {
    const plain = await startSmtp({ disabledCommands: ["STARTTLS"] })
    expect(await faultOf(plain.server)).toContain("bietet keine Verschlüsselung an")
    expect(await faultOf({ ...smtp.server, ca: undefined })).toContain(
      "hat ein Zertifikat, das hier niemand kennt",
    )
    const ca = join(temporaryDir(), "other.pem")
    writeFileSync(ca, (await createAuthority(["127.0.0.1"], new Date())).cert)
    expect(await faultOf({ ...smtp.server, ca })).toContain("hat ein Zertifikat, das hier niemand kennt")
    expect(await faultOf({ ...smtp.server, password: "falsch" })).toMatch(
      /lehnt die Anmeldung ab: 535 .*falsch/,
    )
    expect(await faultOf({ ...smtp.server, ca: "/gibt/es/nicht" })).toContain(
      "Die Datei aus MAIL_CA ist nicht zu lesen: Das gibt es nicht",
    )
    const { port } = plain.server
    await plain.close()
    expect(await faultOf({ ...smtp.server, port })).toContain("nimmt dort keine Verbindung an")
    smtp.faults.sender = [550, "5.7.60 SendAsDenied"]
    await expect(deliver()).rejects.toThrow(/nimmt von diesem Absender nichts an: 550 .*SendAsDenied/)
    const silent = createServer().listen(0, "127.0.0.1")
    const silentPort = (silent.address() as AddressInfo).port
    expect(await faultOf({ ...smtp.server, port: silentPort })).toContain("antwortet nicht")
    expect(await faultOf({ ...smtp.server, port: silentPort })).toContain("wie 465, gehört das statt smtp://")
    expect(await faultOf({ ...smtp.server, secure: true })).toMatch(
      /spricht dort nicht von Anfang an TLS.*verlangt smtp:\/\/ statt smtps:/,
    )
    silent.close()
  })

  test("of a company's, where it may not be, or is not who it is said to be; its name is looked up once", async () => {
    const asked: string[] = []
    const at = (addresses: string[]) => ({
      ...smtp.server,
      host: "mail.firma.example",
      network: {
        listed: networks("127.0.0.1"),
        resolve: async (name: string) => {
          asked.push(name)
          return addresses
        },
      },
    })
    for (const addresses of [["10.0.0.1"], ["93.184.216.34", "169.254.169.254"], ["::1"]])
      expect([addresses, await faultOf(at(addresses))]).toEqual([
        addresses,
        expect.stringContaining("MAIL_NETZE"),
      ])
    expect(await faultOf(at([]))).toContain("nicht zu finden")
    asked.length = 0
    const before = smtp.connections()
    expect(await faultOf(at(["127.0.0.1"]))).toContain("Zertifikat für einen anderen Namen")
    expect([asked, smtp.connections() - before]).toEqual([["mail.firma.example"], 1])
  })

  test("TLS from the first byte, and a token instead of a password, renewed when the server refuses it", async () => {
    const secure = await startSmtp({ secure: true })
    expect(await deliver({}, secure.server)).toMatchObject([{ fate: "accepted" }])
    const tokens = ["alt", PASSWORD]
    const asked: string[] = []
    const issuer = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: async (request) => {
        asked.push(await request.text())
        if (tokens.length === 0) return new Response("<h1>Bad Gateway</h1>", { status: 502 })
        return Response.json({ access_token: tokens.shift(), expires_in: 3600 })
      },
    })
    const oauth = { url: issuer.url.href, client: "c", secret: "s", refresh: "r", scope: undefined }
    expect(await deliver({}, { ...secure.server, password: undefined, oauth })).toMatchObject([
      { fate: "accepted" },
    ])
    expect(asked[0]).toBe("client_id=c&client_secret=s&grant_type=refresh_token&refresh_token=r")
    expect(asked.length).toBe(2)
    const tokenless = (client: string) =>
      faultOf({ ...secure.server, password: undefined, oauth: { ...oauth, client } })
    expect(await tokenless("busy")).toContain("lehnt die Anmeldung ab: kein Token: 502")
    await issuer.stop(true)
    expect(await tokenless("gone")).toContain("lehnt die Anmeldung ab: kein Token")
    await secure.close()
  })
})
