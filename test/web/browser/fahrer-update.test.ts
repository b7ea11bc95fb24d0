import { beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { type Running, start } from "../../helpers/executable.ts"
import { copySources } from "../../helpers/sources.ts"
import { until } from "../../helpers/eventually.ts"
import { hasChromium, hasValue, launchWith, startDemo } from "./browser.ts"
import { sure } from "./fahrer-steps.ts"
import { newTab, openPhone, type Phone } from "./phone.ts"
import { network, type Network } from "./proxy.ts"

/** An upgrade in mid-tour: one executable after the other, on the same port and the same data. */

const DEMO = { email: "fahrer1@demo.example", password: "pfandwerk-demo" }
const [OLD, NEW] = ["Fahrer · Pfandwerk", "Fahrer · die nächste Fassung"]

async function replace(file: string, old: string, next: string): Promise<void> {
  const before = await Bun.file(file).text()
  expect(before).toContain(old)
  await Bun.write(file, before.replace(old, next))
}

/** @returns another executable, built from changed sources: another title, and parts under other names */
async function buildNext(): Promise<string> {
  const folder = copySources()
  await replace(join(folder, "src/web/serve/bundle/shells.ts"), OLD, NEW)
  await replace(join(folder, "src/web/serve/bundle/build.ts"), '"teil-[hash]', '"stueck-[hash]')
  const build = Bun.spawn([process.execPath, "src/build.ts"], { cwd: folder, stdout: "ignore" })
  expect(await build.exited).toBe(0)
  return join(folder, "dist/pfandwerk")
}

describe.skipIf(!hasChromium)("an upgrade", () => {
  let service: Running
  let net: Network
  let next = ""
  let phone: Phone
  beforeAll(async () => {
    service = await startDemo()
    net = await network(service.port)
    next = await buildNext()
    const browser = await launchWith(["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"])
    phone = await openPhone(net.url, DEMO, 0, browser)
  }, 240_000)

  const finishStop = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: /Losfahren|Zum Stopp/ }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    await page.getByRole("button", { name: "Fertig" }).tap()
    await sure(page)
  }
  const asked = (page: Page) => page.getByText("Eine neue Fassung ist da.")

  test("waits until the driver agrees, and loses nothing of what waits", async () => {
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    const other = await newTab(phone.context, net.url)
    await other
      .getByRole("link", { name: / geplant$/ })
      .last()
      .tap()
    await other.getByRole("heading", { name: "Zurück" }).waitFor()
    const counted = other.locator(".stueck").first()
    await counted.fill("77")
    const third = await newTab(phone.context, net.url)
    expect(await asked(page).isVisible()).toBe(false)

    await service.stop("SIGKILL")
    await finishStop(page)
    service = await start({
      command: "demo",
      dataDir: service.dataDir,
      executable: next,
      env: { PORT: String(service.port) },
    })
    // The new one can be fetched, and nothing be sent yet: what waits has to outlast the change.
    net.decide((_, path) => (path.startsWith("/api/") ? "before" : "pass"))

    // Without being opened anew, it hears of it when it is looked at.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")))
    for (const tab of [page, third]) await asked(tab).waitFor()

    // The driver does not agree, and goes on with the old one, also after a reload.
    await finishStop(page)
    await page.reload()
    await asked(page).waitFor()
    expect(await page.title()).toBe(OLD)
    const waiting = page.getByRole("link", { name: /^\d+ warten/ })
    await waiting.waitFor()
    const count = async (): Promise<number> => Number.parseInt(await waiting.innerText(), 10)
    const before = await count()

    await page.getByRole("button", { name: "Jetzt laden" }).tap()
    await page.waitForFunction((title) => document.title === title, NEW)
    await waiting.waitFor()
    expect(await count()).toBe(before)
    expect(await asked(page).isVisible()).toBe(false)
    net.decide(() => "pass")
    await phone.sent()

    // Another tab was asked, too: its button works although the new one has taken over already.
    expect(await third.title()).toBe(OLD)
    await third.getByRole("button", { name: "Jetzt laden" }).tap()
    await third.waitForFunction((title) => document.title === title, NEW)

    // The other tab is still the old one. A part that is gone makes it load the new one, and what was counted stays.
    expect(await other.title()).toBe(OLD)
    await other.getByRole("button", { name: "Scannen" }).tap()
    await other.waitForFunction((title) => document.title === title, NEW)
    await counted.waitFor()
    await hasValue(counted, "77")
    expect(net.seen().filter((line) => /\/assets\/teil-/.test(line)).length).toBeGreaterThan(0)
    expect(page.faults).toEqual([])
  }, 240_000)

  test("is loaded once for a part that is gone, not in a circle", async () => {
    const { page } = phone
    net.decide((_, path) => (path.startsWith("/assets/") ? "before" : "pass"))
    await page.getByRole("button", { name: /Losfahren|Zum Stopp/ }).tap()
    // Where nothing is reached, a new page would not have it either.
    net.decide(() => "before")
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole("button", { name: "Scannen" }).tap()
    await page.getByText("Zum ersten Scannen braucht das Telefon einmal ein Netz").waitFor()
    await page.getByRole("button", { name: "Schließen" }).tap()
    expect(await page.evaluate(() => "same" in window)).toBe(true)
    net.decide((_, path) => (path.startsWith("/assets/") ? "before" : "pass"))
    await page.getByRole("button", { name: "Scannen" }).tap()
    await page.waitForEvent("domcontentloaded")
    await page.getByRole("button", { name: "Scannen" }).tap()
    await page.getByText("Zum ersten Scannen braucht das Telefon einmal ein Netz").waitFor()
    await page.getByLabel("Code eintippen").fill("FASS-30")
    await page.getByRole("button", { name: "Nehmen" }).tap()
    await page.getByText("Fass 30 l: erfasst").waitFor()
    net.decide(() => "pass")
  }, 120_000)

  test("brings the scanner along to a telephone that has scanned before", async () => {
    const { page } = phone
    // A worker that nobody needs is gone at once, and the next one begins anew.
    for (const tab of phone.context.pages()) if (tab !== page) await tab.close()
    await page.goto(`${net.url}/health`)
    await page.evaluate(async () => {
      await (await caches.open("fahrer-vorher")).put("/assets/scanner-von-vorher.wasm", new Response(""))
      await (await navigator.serviceWorker.getRegistration("/fahrer"))?.unregister()
    })
    await page.goto(`${net.url}/fahrer`)
    const scanners = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith("fahrer-"))
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
        return kept.flat().flatMap(({ url }) => /[^/]*\.wasm$/.exec(url)?.[0] ?? [])
      })
    await until("the next one has it, and the old one is gone", async () =>
      expect(await scanners()).toEqual([expect.stringMatching(/^zxing/)]),
    )
  }, 120_000)
})
