import { join } from "node:path"
import type { Page } from "playwright-core"
import { temporaryDir } from "../../helpers/temporary.ts"
import type { Plan } from "./dispatcher.ts"

/** A driver's steps on the telephone, tap by tap. */

export const openStopp = async (page: Page, { name }: Plan): Promise<void> => {
  await page
    .getByRole("link", { name: new RegExp(name) })
    .or(page.getByRole("button", { name: /Losfahren|Zum Stopp/ }))
    .first()
    .waitFor()
  const next = page.getByRole("region", { name: "Nächster Stopp" })
  if (await next.getByText(name).isVisible())
    await next.getByRole("button", { name: /Losfahren|Zum Stopp/ }).tap()
  else await page.getByRole("link", { name: new RegExp(name) }).tap()
  await page.getByRole("heading", { name: "Zurück" }).waitFor()
}

export const finish = async (page: Page): Promise<number> => {
  const at = Date.now()
  await page.getByRole("button", { name: "Fertig" }).tap()
  await sure(page)
  return at
}

/** Says yes where nothing was touched. */
export async function sure(page: Page): Promise<void> {
  const day = page.getByRole("heading", { name: "Mein Tag" })
  const yes = page.getByRole("dialog").getByRole("button", { name: /^Ja, / })
  await yes.or(day).first().waitFor()
  if (await yes.isVisible()) await yes.tap()
  await day.waitFor()
}

/** @returns the field of an article's pieces that came back */
export const piecesOf = (page: Page, label: string) =>
  page.getByRole("group", { name: label }).last().getByRole("textbox")

export async function typed(page: Page, label: string, pieces: number): Promise<void> {
  await piecesOf(page, label).fill(String(pieces))
}

export async function sign(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Unterschreiben" }).tap()
  const box = await page.locator("canvas").boundingBox()
  if (!box) throw new Error("no paper")
  await page.mouse.move(box.x + 30, box.y + 40)
  await page.mouse.down()
  for (let i = 0; i < 20; i++) await page.mouse.move(box.x + 30 + i * 10, box.y + 40 + (i % 4) * 12)
  await page.mouse.up()
  await page.getByRole("button", { name: "Übernehmen" }).tap()
}

/** Opens the scanner, until it says that there is no camera: that takes the camera's place, and moves what is below. */
export async function openScanner(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Scannen" }).tap()
  await page.getByText("Hier gibt es keine Kamera").waitFor()
}

/** Not by its address: a telephone that was just trying to send goes there twice, and a browser gives up the first. */
export const logInShown = (page: Page): Promise<void> => page.getByLabel("E-Mail").waitFor()

/** Goes to a screen as a link does: loading all of it anew costs far more. */
export const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, "", to), `/fahrer/${path}`)

/** Number of entries in the outbox. */
export const entriesKept = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const asked = indexedDB.open("pfandwerk-fahrer")
        asked.addEventListener("error", () => reject(asked.error))
        asked.addEventListener("success", () => {
          const count = asked.result.transaction("eintraege").objectStore("eintraege").count()
          count.addEventListener("success", () => resolve(count.result))
        })
      }),
  )

/** Data that the telephone keeps beside the outbox. */
export const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const asked = indexedDB.open("pfandwerk-fahrer")
        asked.addEventListener("error", () => reject(asked.error))
        asked.addEventListener("success", () => {
          const keys = asked.result.transaction("sachen").objectStore("sachen").getAllKeys()
          keys.addEventListener("success", () => resolve(keys.result.map(String)))
        })
      }),
  )

export const FULL = "Der Speicher des Telefons ist voll."

/** @returns the path of a picture that nothing makes smaller */
export async function writeNoise(): Promise<string> {
  const path = join(temporaryDir(), "rauschen.bmp")
  const [width, height] = [1200, 1200]
  const pixels = new Uint8Array(width * height * 3)
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536))
  const head = new DataView(new ArrayBuffer(54))
  head.setUint16(0, 0x424d)
  for (const [at, value] of [
    [2, 54 + pixels.length],
    [10, 54],
    [14, 40],
    [18, width],
    [22, height],
  ] as const)
    head.setUint32(at, value, true)
  head.setUint16(26, 1, true)
  head.setUint16(28, 24, true)
  await Bun.write(path, new Blob([head, pixels]))
  return path
}
