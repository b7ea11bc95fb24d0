import { afterAll, beforeEach, describe, expect, test } from "bun:test"
import { Webhook } from "standardwebhooks"
import { createSeal } from "../../src/lib/seal.ts"
import { networks, placeOf } from "../../src/lib/networks.ts"
import { postWebhook, readReceiver, WebhookFault } from "../../src/lib/webhook/post.ts"
import { loadAuthority } from "../../src/ops/tls/load.ts"
import { newWebhookSecret, signedHeaders } from "../../src/lib/webhook/sign.ts"

/** What leaves to other people's addresses: only where it may, and signed. */

const LOCAL = networks("127.0.0.1, ::1")

let hits: { url: string; host: string | null; id: string | null }[] = []
let answer: (request: Request) => Response | Promise<Response> = () => new Response("ok")
const receive = (request: Request) => {
  const { url, headers } = request
  hits.push({ url, host: headers.get("host"), id: headers.get("webhook-id") })
  return answer(request)
}
const plain = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: receive })
const other = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: receive })
const { createAuthority, issueCertificate } = await loadAuthority()
const authority = await createAuthority(["haken.example"], new Date())
const { cert, key } = await issueCertificate(authority, ["haken.example"], new Date())
const encrypted = Bun.serve({ hostname: "127.0.0.1", port: 0, tls: { cert, key }, fetch: receive })
afterAll(() => Promise.all([plain, other, encrypted].map((server) => server.stop(true))))
beforeEach(() => {
  hits = []
  answer = () => new Response("ok")
})

const here = async (): Promise<string[]> => ["127.0.0.1"]
const fault = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "sent",
    (error: Error) =>
      error instanceof WebhookFault ? error.message : `not a WebhookFault: ${error.message}`,
  )

describe("where an address lies", () => {
  test.each([
    ["0.0.0.0", "127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
    [
      "169.254.169.254",
      "100.64.0.1",
      "100.127.255.255",
      "192.0.0.8",
      "198.18.0.1",
      "224.0.0.1",
      "255.255.255.255",
    ],
    [
      "::",
      "::1",
      "::7f00:1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::ffff:8.8.8.8",
      "fe80::1",
      "fe80::1%eth0",
      "fec0::1",
    ],
    [
      "fc00::1",
      "fd12:3456::1",
      "ff02::1",
      "64:ff9b::7f00:1",
      "64:ff9b:1::1",
      "2002:7f00:1::",
      "2001::1",
      "2001:db8::1",
    ],
    ["100::1", "5f00::1", "8.8.8.8%1", "nothing", ""],
  ] as string[][])("%s and others are no internet", (...addresses: string[]) => {
    expect(addresses.filter((address) => placeOf(address, undefined) !== "elsewhere")).toEqual([])
  })
  test("the internet, and listed networks and nothing beside them", () => {
    for (const address of [
      "8.8.8.8",
      "172.15.255.255",
      "172.32.0.1",
      "100.128.0.1",
      "2a00:1450:4001::8a",
      "2606:4700::1111",
    ])
      expect([address, placeOf(address, undefined)]).toEqual([address, "internet"])
    const listed = networks("192.168.10.0/24,fd12:3456::/48")
    expect(placeOf("192.168.10.7", listed)).toBe("listed")
    expect(placeOf("192.168.11.7", listed)).toBe("elsewhere")
    expect(placeOf("fd12:3456::9", listed)).toBe("listed")
    expect(placeOf("fd12:3457::9", listed)).toBe("elsewhere")
    for (const wrong of ["192.168.10.0/33", "haus", "10.0.0.0/8;", "fd00::/129", "1.2.3", "10.0.0.0/", ""])
      expect(() => networks(wrong)).toThrow("muss aus Netzen")
  })
})

describe("an attacker's address", () => {
  const attempt = (address: string, resolve = here): Promise<string> => {
    try {
      const url = readReceiver(address, { listed: undefined })
      return fault(postWebhook(url, {}, "{}", { listed: undefined, resolve, patience: 500 }))
    } catch (error) {
      return fault(Promise.reject(error))
    }
  }
  const { port } = plain
  test.each([
    ["by name", `http://intern.example:${port}/`],
    ["by name over TLS", `https://haken.example:${encrypted.port}/`],
    ["by another port", `https://haken.example:${other.port}/`],
    ["as a number", `http://2130706433:${port}/`],
    ["as hex", `http://0x7f000001:${port}/`],
    ["as octal", `http://0177.0.0.1:${port}/`],
    ["in short", `http://127.1:${port}/`],
    ["in full-width digits", `http://１２７.0.0.1:${port}/`],
    ["as IPv6", `http://[::1]:${port}/`],
    ["as IPv4 within IPv6", `http://[::ffff:127.0.0.1]:${port}/`],
    ["as the name of the machine", `http://localhost:${port}/`],
    ["with a dot behind", `http://localhost.:${port}/`],
    ["as nobody", `http://0.0.0.0:${port}/`],
    ["as a cloud's description", "http://169.254.169.254/latest/meta-data/"],
  ])("leads nowhere: %s", async (_, address) => {
    expect([await attempt(address), hits.length]).toEqual([expect.stringContaining("WEBHOOK_NETZE"), 0])
  })
  test.each([
    ["with a zone", `http://[fe80::1%25lo]:${port}/`, "muss mit https://"],
    ["with a user", `http://haken.example@127.0.0.1:${port}/`, "keinen Benutzer"],
    ["with a password", `https://a:b@haken.example/`, "keinen Benutzer"],
    ["of another kind", "file:///etc/passwd", "muss mit https://"],
    ["of another kind", "ftp://haken.example/", "muss mit https://"],
    ["without a name", "https://", "muss mit https://"],
  ])("is none: %s", async (_, address, said) => {
    expect([await attempt(address), hits.length]).toEqual([expect.stringContaining(said), 0])
  })
  test("that leads to one good and one forbidden place is refused, and one to the internet without TLS", async () => {
    const both = async () => ["8.8.8.8", "127.0.0.1"]
    expect(await attempt("https://zwei.example/", both)).toContain("WEBHOOK_NETZE")
    expect(await attempt("http://drei.example/", async () => ["8.8.8.8"])).toContain("muss mit https://")
    expect(await attempt("https://vier.example/", async () => [])).toBe(
      "Den Namen vier.example gibt es im Netz nicht",
    )
  })
  test("that leads elsewhere when it is asked again is asked once", async () => {
    let asked = 0
    const rebinding = async () => [asked++ === 0 ? "192.88.98.1" : "127.0.0.1"]
    await attempt(`https://haken.example:${encrypted.port}/`, rebinding)
    expect([asked, hits.length]).toEqual([1, 0])
    asked = 0
    const away = async () => [asked++ === 0 ? "127.0.0.1" : "192.88.98.1"]
    const url = readReceiver(`http://haken.example:${port}/`, { listed: LOCAL })
    expect((await postWebhook(url, {}, "{}", { listed: LOCAL, resolve: away })).status).toBe(200)
    expect([asked, hits.length]).toEqual([1, 1])
  })
  test("that redirects is not followed", async () => {
    answer = () => Response.redirect(`http://127.0.0.1:${other.port}/geheim`, 307)
    const sent = await postWebhook(readReceiver(`http://127.0.0.1:${port}/`, { listed: LOCAL }), {}, "{}", {
      listed: LOCAL,
    })
    expect([sent.status, hits.map(({ url }) => new URL(url).port)]).toEqual([307, [String(port)]])
  })
})

describe("a receiver", () => {
  const url = readReceiver(`https://haken.example:${encrypted.port}/ein?a=1`, { listed: LOCAL })
  const network = { listed: LOCAL, resolve: here, ca: authority.cert }

  test("is spoken to by its name at the address that was checked, past any proxy", async () => {
    process.env["HTTPS_PROXY"] = "http://127.0.0.1:1"
    try {
      expect((await postWebhook(url, { "webhook-id": "1" }, '{"a":1}', network)).status).toBe(200)
    } finally {
      delete process.env["HTTPS_PROXY"]
    }
    expect(hits).toEqual([{ url: url.href, host: url.host, id: "1" }])
  })
  test("has a certificate for its name, from an authority that is trusted", async () => {
    const wrong = readReceiver(`https://anders.example:${encrypted.port}/`, { listed: LOCAL })
    expect(await fault(postWebhook(wrong, {}, "", network))).toContain("Zertifikat")
    expect(await fault(postWebhook(url, {}, "", { listed: LOCAL, resolve: here }))).toContain("Zertifikat")
    expect(hits).toEqual([])
  })
  test("that is deaf, silent, endless or packs a bomb costs seconds at most", async () => {
    const impatient = { listed: LOCAL, patience: 300 }
    const at = readReceiver(`http://127.0.0.1:${plain.port}/`, { listed: LOCAL })
    expect(
      await fault(postWebhook(readReceiver("http://127.0.0.1:1/", { listed: LOCAL }), {}, "", impatient)),
    ).toBe("Dort nimmt niemand die Verbindung an")
    answer = () => new Promise<Response>(() => {})
    expect(await fault(postWebhook(at, {}, "", impatient))).toBe("Keine Antwort in der Zeit")
    let given = 0
    const endless = () =>
      new ReadableStream({
        pull: (to) => {
          given += 1024
          to.enqueue(new Uint8Array(1024))
        },
      })
    answer = () => new Response(endless(), { headers: { "content-encoding": "gzip" } })
    expect((await postWebhook(at, {}, "", impatient)).status).toBe(200)
    expect(given).toBeLessThan(10_000_000)
    answer = () => new Response(new ReadableStream({ start: (to) => to.enqueue(new Uint8Array(8)) }))
    expect(await fault(postWebhook(at, {}, "", impatient))).toBe("Keine Antwort in der Zeit")
    const silent = async () => new Promise<string[]>(() => {})
    expect(await fault(postWebhook(url, {}, "", { ...impatient, resolve: silent }))).toBe(
      "Keine Antwort in der Zeit",
    )
  })
  test("says when to come again", async () => {
    const at = readReceiver(`http://127.0.0.1:${plain.port}/`, { listed: LOCAL })
    const asks = async (value: string) => {
      answer = () => new Response("", { status: 503, headers: { "retry-after": value } })
      return (await postWebhook(at, {}, "", { listed: LOCAL })).retryAfter
    }
    expect(await asks("120")).toBe(120)
    expect(await asks(new Date(Date.now() + 60_000).toUTCString())).toBeWithin(50, 61)
    expect([await asks("bald"), await asks("-5"), await asks("0")]).toEqual([undefined, undefined, undefined])
  })
  test("is found at another of its addresses where nobody is at the first", async () => {
    const twice = { listed: LOCAL, resolve: async () => ["::1", "127.0.0.1"] }
    expect(
      (
        await postWebhook(
          readReceiver(`http://haken.example:${plain.port}/`, { listed: LOCAL }),
          {},
          "",
          twice,
        )
      ).status,
    ).toBe(200)
  })
})

test("what is sent verifies by either secret while one is changed, and by nothing else", () => {
  const [old, young, foreign] = [newWebhookSecret(), newWebhookSecret(), newWebhookSecret()]
  const body = JSON.stringify({ type: "lieferungen.zugestellt", data: { ä: "ö" } })
  const headers = signedHeaders({ id: "e1", at: new Date(), body }, [young, old])
  for (const secret of [old, young])
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(foreign).verify(body, headers)).toThrow()
  expect(() => new Webhook(old).verify(`${body} `, headers)).toThrow()
  expect(() => new Webhook(old).verify(body, { ...headers, "webhook-id": "e2" })).toThrow()
  const replayed = signedHeaders({ id: "e1", at: new Date(Date.now() - 10 * 60_000), body }, [old])
  expect(() => new Webhook(old).verify(body, replayed)).toThrow()
})

test("a sealed secret opens with its key and in its place alone", () => {
  const [own, another] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
  const seal = createSeal(() => own)
  const sealed = seal.close("whsec_geheim", "webhooks a")
  expect(sealed).not.toContain("geheim")
  expect(seal.open(sealed, "webhooks a")).toBe("whsec_geheim")
  expect(seal.close("whsec_geheim", "webhooks a")).not.toBe(sealed)
  expect(seal.open(sealed, "webhooks b")).toBeUndefined()
  expect(createSeal(() => another).open(sealed, "webhooks a")).toBeUndefined()
  // Every sixty-fourth begins with an A.
  const changed = `${sealed.startsWith("A") ? "B" : "A"}${sealed.slice(1)}`
  for (const wrong of ["", "x", sealed.slice(0, -4), changed])
    expect(seal.open(wrong, "webhooks a")).toBeUndefined()
})
