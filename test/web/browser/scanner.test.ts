import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { join } from "node:path"
import { encode } from "uqr"
import { temporaryDir } from "../../helpers/temporary.ts"
import { hasChromium, launchWith, startDemo } from "./browser.ts"
import { piecesOf } from "./fahrer-steps.ts"
import { openPhone, type Phone } from "./phone.ts"
import { network, type Network } from "./proxy.ts"

/** A code before the camera: read by what is loaded with it, under the page's policy, later without a network, too. */

const DEMO = { email: "fahrer1@demo.example", password: "pfandwerk-demo" }
const [WIDTH, HEIGHT, DOT] = [640, 480, 12]

/** A film of one picture, as a browser's false camera shows it: a QR code on paper. */
function film(text: string): Uint8Array {
  const { data, size } = encode(text)
  const luma = Buffer.alloc(WIDTH * HEIGHT, 235)
  const [left, top] = [(WIDTH - size * DOT) >> 1, (HEIGHT - size * DOT) >> 1]
  for (let y = 0; y < size * DOT; y++)
    for (let x = 0; x < size * DOT; x++)
      if (data[Math.floor(y / DOT)]?.[Math.floor(x / DOT)]) luma[(top + y) * WIDTH + left + x] = 16
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, colour])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

describe.skipIf(!hasChromium)("the scanner", () => {
  let phone: Phone
  let net: Network
  beforeAll(async () => {
    const demo = await startDemo()
    net = await network(demo.port)
    const file = join(temporaryDir(), "kamera.y4m")
    await Bun.write(file, film("FASS-30"))
    const browser = await launchWith([
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${file}`,
    ])
    phone = await openPhone(net.url, DEMO, 0, browser)
  }, 120_000)
  afterAll(() => phone?.context.close())

  const scan = async (): Promise<void> => {
    const { page } = phone
    await page.getByRole("button", { name: "Scannen" }).tap()
    await page.getByText("Fass 30 l: erfasst").waitFor()
    await page.getByRole("button", { name: "Schließen" }).tap()
  }

  test("counts what it sees, with a network and then without one", async () => {
    const { page } = phone
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.getByRole("button", { name: "Losfahren" }).tap()
    await page.getByRole("heading", { name: "Zurück" }).waitFor()
    const pieces = piecesOf(page, "Fass 30 l")
    const before = Number((await pieces.isVisible()) ? await pieces.inputValue() : 0)
    await scan()
    expect(Number(await pieces.inputValue())).toBeGreaterThan(before)
    expect(net.seen().filter((line) => line.includes(".wasm"))).toHaveLength(1)
    net.decide(() => "before")
    await page.reload()
    const kept = Number(await pieces.inputValue())
    await scan()
    expect(Number(await pieces.inputValue())).toBeGreaterThan(kept)
    expect(page.faults).toEqual([])
  }, 120_000)
})
