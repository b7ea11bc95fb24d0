import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { BrowserContext, Page } from "playwright-core"
import { helpOf } from "../../../src/web/browser/ui/page/help.ts"
import { until } from "../../helpers/eventually.ts"
import type { Running } from "../../helpers/executable.ts"
import { drawn, goTo, hasChromium, logIn, open, startDemo, type Watched } from "./browser.ts"
import { openPhone } from "./phone.ts"

/**
 * The pictures of the handbook, taken from the demo company. `bun run pictures` writes them; otherwise this test holds
 * the words of each screen (its headings, labels and columns) against those that were there when its picture was taken,
 * so that no picture shows what is no longer so.
 */
const WRITES = process.env["HANDBUCH_BILDER"] === "schreiben"
const WORDS = join(import.meta.dir, "handbuch-woerter.json")
const folder = join(import.meta.dir, "../../../src/web/serve/hilfe")
const chapters = ["buero", "fahrer"]
  .map((name) => readFileSync(join(folder, `${name}.md`), "utf8"))
  .join("\n")
const wanted = [...chapters.matchAll(/!\[[^\]]+\]\(bilder\/([a-z-]+)\.webp\)/g)].map(([, name = ""]) => name)

/** Steps that lead to each picture. */
type Shot = { path: string; first?: (page: Page) => Promise<void>; whole?: true }
const shots: Record<string, Shot> = {
  heute: { path: "/heute", whole: true },
  kunden: { path: "/kunden?q=kro" },
  kunde: {
    path: "/kunden?q=adler",
    first: async (page) => {
      // One of the list that was asked for: the rows before it are on their way out.
      await page.getByRole("rowheader").filter({ hasText: "Adler" }).first().click()
      await page.getByText("Pfand beim Kunden").waitFor()
      await page.getByRole("heading", { level: 2, name: "Bewegungen" }).waitFor()
      // Requests after the screen itself.
      await page.getByText("Stichtag").first().waitFor()
    },
  },
  buchen: {
    path: "/buchen",
    first: async (page) => {
      await page.getByRole("combobox").first().pressSequentially("adl")
      await page.getByRole("option").first().click()
    },
  },
  "lieferung-neu": { path: "/lieferungen/neu" },
  touren: { path: "/touren" },
  geraete: { path: "/geraete" },
  pfandbuch: { path: "/pfandbuch" },
  artikel: { path: "/artikel" },
  salden: { path: "/salden" },
  abrechnungen: { path: "/abrechnungen" },
  feierabend: { path: "/feierabend" },
  mitarbeiter: { path: "/mitarbeiter" },
  firma: { path: "/firma" },
  austausch: { path: "/austausch" },
}
const words: Record<string, string[]> = WRITES ? {} : await Bun.file(WORDS).json()

/** Without what changes from day to day. */
const wordsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = document.querySelectorAll(
      "main h2, main label, main .react-aria-Label, main [role=columnheader], main th[scope=col]",
    )
    const texts = [...found]
      .map(({ textContent }) => textContent.trim())
      .filter((text) => !/\d|^$/.test(text))
    return [...new Set(texts)].toSorted()
  })

const PICTURE = { width: 1240, height: 720 }
/** All columns find room here. Which of them do in the picture depends on the figures of the day. */
const WIDE = { width: 1800, height: 720 }

async function take(page: Page, name: string, clip: { x: number; y: number; width: number; height: number }) {
  await page.waitForLoadState("networkidle")
  // No picture of a list that is still on its way.
  await page.waitForFunction(() => {
    const loading = [...document.querySelectorAll('[role="status"][aria-label="Lädt"]')]
    return loading.every((one) => one.getBoundingClientRect().top > innerHeight)
  })
  // On a busy machine a table is drawn in steps, of which the network knows nothing.
  if (!WRITES)
    await until(`the words on ${name} are those of the handbook`, async () =>
      expect(await wordsOf(page)).toEqual(words[name] ?? []),
    )
  if (WRITES) {
    const png = await page.screenshot({ clip, animations: "disabled", caret: "hide" })
    const webp = await new Bun.Image(new Uint8Array(png)).webp({ quality: 72 }).bytes()
    await Bun.write(fileOf(name), webp)
    const shown = page.viewportSize() ?? PICTURE
    if (shown.width === PICTURE.width) await page.setViewportSize(WIDE)
    await drawn(page)
    words[name] = await wordsOf(page)
    await page.setViewportSize(shown)
  }
  const { size } = statSync(fileOf(name))
  // Pictures that take long to load are not looked at.
  expect(size).toBeLessThan(80_000)
  // An empty page is next to nothing.
  expect(size).toBeGreaterThan(5_000)
}

const fileOf = (name: string): string => join(folder, "bilder", `${name}.webp`)

describe.skipIf(!hasChromium)("the handbook", () => {
  let demo: Running
  let admin: BrowserContext
  /** One page that goes from screen to screen. */
  let page: Watched
  beforeAll(async () => {
    // One that no other test has worked in.
    demo = await startDemo()
    admin = await logIn(demo, "admin")
    page = await open(`${demo.url}/buero/konto`, {}, admin)
    await page.setViewportSize(WRITES ? PICTURE : WIDE)
    await page.getByRole("heading", { level: 1, name: "Eigenes Konto" }).waitFor()
  }, 120_000)
  afterAll(async () => {
    await admin?.close()
    await demo?.stop()
    if (WRITES) await Bun.write(WORDS, `${JSON.stringify(words, null, 2)}\n`)
  })

  test("names the pictures that are there, and no other ones lie about", () => {
    const lie = readdirSync(join(folder, "bilder")).filter((file) => file.endsWith(".webp"))
    expect(lie.toSorted()).toEqual(wanted.map((name) => `${name}.webp`).toSorted())
  })

  test.each(Object.entries(shots))(
    "shows the screen %s as it is",
    async (name, { path, first, whole }) => {
      expect(wanted).toContain(name)
      await goTo(page, `/buero${path}`)
      await page.waitForLoadState("networkidle")
      await first?.(page)
      const main = await page.getByRole("main").boundingBox()
      const left = whole ? 0 : (main?.x ?? 0)
      await take(page, name, { ...PICTURE, x: left, y: 0, width: PICTURE.width - left })
    },
    120_000,
  )

  test("shows the driver's day and a stop as they are", async () => {
    const { page: phone, context } = await openPhone(demo.url, {
      email: "fahrer1@demo.example",
      password: "pfandwerk-demo",
    })
    const clip = { x: 0, y: 0, width: 390, height: 844 }
    await phone.getByText(/^(Laden|Noch abzugeben):/).waitFor()
    await take(phone, "fahrer-tag", clip)
    await phone.locator(".naechster, ol, ul").getByRole("link").first().waitFor()
    await phone.getByRole("button", { name: "Losfahren" }).tap()
    await phone.getByRole("heading", { name: "Zurück" }).waitFor()
    await take(phone, "fahrer-stopp", clip)
    await context.close()
  }, 120_000)

  test("is linked from the screens, at a heading that is there, and has its pictures", async () => {
    // Where the link of each screen leads is looked at in help.test.ts.
    for (const path of ["/kunden", "/datev"]) {
      await goTo(page, `/buero${path}`)
      const href = await page.getByRole("link", { name: "Hilfe", exact: true }).getAttribute("href")
      expect(href).toBe(helpOf(path))
    }
    const handbook = await open(`${demo.url}${helpOf("/kunden")}`, {}, admin)
    expect(await handbook.evaluate(() => document.querySelector(":target")?.textContent)).toBeTruthy()
    const shown = handbook.getByRole("img").first()
    await shown.evaluate((image: HTMLImageElement) => image.decode())
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(PICTURE.width)
    expect(handbook.faults.filter((fault) => !WRITES || !fault.includes("404"))).toEqual([])
  }, 120_000)
})
