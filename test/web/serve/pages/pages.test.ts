import { afterAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { routes } from "../../../helpers/routes.ts"
import { version } from "../../../../src/version.ts"
import { ARIA_STYLES } from "../../../../src/web/serve/bundle/policy.ts"
import { createTestApp } from "../../../helpers/app.ts"

const app = createTestApp()
const demo = createTestApp()
const accounts = [
  { email: "admin@demo.example", name: "Petra", rolle: "admin", password: "x", tenant_slug: "demo" },
]
demo.deps.demo = () => accounts
afterAll(() => [app, demo].forEach(({ close }) => close()))

const shells = ["/", "/anmelden", "/buero", "/buero/kunden/4711", "/fahrer", "/fahrer/stopp/1"]

const types: Record<string, string> = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  woff2: "font/woff2",
}

describe("a shell", () => {
  test.each(shells)(
    "%s is German, tells the version, and holds no script and no style of its own",
    async (path) => {
      const { status, headers, text } = await app.call("GET", path)
      expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"])
      expect(text).toContain('<html lang="de">')
      expect(text).toContain(`Pfandwerk ${version}`)
      expect(text).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=|https?:/i)
    },
  )

  test.each(shells)("%s: all that it loads is there, with its type, for ever", async (path) => {
    const { text } = await app.call("GET", path)
    const loaded = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? "")
    expect(loaded.length).toBeGreaterThanOrEqual(3)
    for (const url of loaded) {
      const { status, headers } = await app.call("GET", url)
      const ending = url.slice(url.lastIndexOf(".") + 1)
      expect([url, status, headers.get("content-type")]).toEqual([url, 200, types[ending] ?? ""])
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable")
      expect(url).toMatch(/-[a-z0-9]{8,13}\.(?:css|js|woff2)$/)
    }
  })

  test("a telephone keeps what every page needs of the font for when it has no network", async () => {
    const { text } = await app.call("GET", "/fahrer/dienst.js")
    const [, files = "[]"] = /const FILES = (\[.*\])/.exec(text) ?? []
    expect((JSON.parse(files) as string[]).filter((url) => url.endsWith(".woff2")).length).toBe(1)
  })

  test("is asked for again each time, and answered with 304 while it is the same", async () => {
    const first = await app.call("GET", "/buero")
    expect(first.headers.get("cache-control")).toBe("no-cache")
    const headers = { "if-none-match": first.headers.get("etag") ?? "" }
    const second = await app.call("GET", "/buero", { headers })
    expect([second.status, second.text]).toEqual([304, ""])
  })
})

describe("the policy", () => {
  test.each(shells)("of %s allows what is ours, and nothing else", async (path) => {
    const { headers } = await app.call("GET", path)
    const driver = path.startsWith("/fahrer")
    const styles = driver ? "'self'" : `'self' '${ARIA_STYLES.pressable}' '${ARIA_STYLES.scroll}'`
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'self'${driver ? " 'wasm-unsafe-eval'" : ""}; style-src ${styles}; ` +
        "img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(headers.get("permissions-policy")).toContain(driver ? "camera=(self)" : "camera=()")
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin")
  })

  test("knows the two styles of the React Aria that is installed", () => {
    const style = (file: string): string => {
      const text = readFileSync(join("node_modules/react-aria/dist/private", file), "utf8")
      const [, css = ""] = /textContent = `([^`]*)`\.trim\(\)/.exec(text) ?? []
      const plain = css.trim().replace(/\$\{[^}]*\}/, "data-react-aria-pressable")
      return `sha256-${new Bun.CryptoHasher("sha256").update(plain).digest("base64")}`
    }
    expect(style("interactions/usePress.mjs")).toBe(ARIA_STYLES.pressable)
    expect(style("overlays/usePreventScroll.mjs")).toBe(ARIA_STYLES.scroll)
  })
})

test("the accounts of the demo are offered only by a service that was started as one", async () => {
  const [off, on] = [await app.call("GET", "/api/demo"), await demo.call("GET", "/api/demo")]
  expect([off.status, off.body]).toEqual([404, { error: "Nicht gefunden" }])
  expect([on.status, on.body]).toEqual([200, accounts])
  const pages = await Promise.all([app, demo].map(({ call }) => call("GET", "/anmelden")))
  expect(pages.map(({ text }) => text.includes("data-demo"))).toEqual([false, true])
})

test("HEAD answers without a body, other methods with 405 and what is allowed", async () => {
  expect((await app.call("HEAD", "/")).status).toBe(200)
  const { status, headers } = await app.call("POST", "/", { body: {} })
  expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD"])
})

test("parts are found by their exact names: nothing else of their folder, nothing of another", async () => {
  const paths = [
    "/index.html",
    "/assets/",
    "/assets/x",
    "/assets/..%2fbuild.ts",
    "/assets/%2fbuero",
    "/.env",
    "/uploads",
  ]
  const replies = await Promise.all(paths.map((path) => app.call("GET", path)))
  expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 404))
  const open = routes.filter(({ path }) => path.includes("*")).map(({ path }) => path)
  expect(open).toEqual(["/buero/*", "/fahrer/*", "/uploads/*", "/antwort/*"])
})
