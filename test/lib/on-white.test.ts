import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { toPrintable } from "../../src/lib/reencode.ts"
import { pixel, pngOf } from "../helpers/pictures.ts"

/** Expects a grey; JPEG does not keep colours exactly. */
async function expectGrey(
  photo: Uint8Array,
  [x, y]: readonly [number, number],
  value: number,
): Promise<void> {
  const colour = await pixel(photo, x, y)
  expect(colour.slice(0, 3).filter((part) => Math.abs(part - value) > 6)).toEqual([])
}
const photoOf = async (bytes: Uint8Array, edge = 40) =>
  (await toPrintable(bytes, [edge, edge], "photo")).bytes

describe("a photo for paper", () => {
  test.each([
    ["eight bits", { bits: 8, channels: 4 }, [0, 0, 0, 0]],
    ["sixteen bits", { bits: 16, channels: 4 }, [0, 0, 0, 0]],
    ["grey", { bits: 8, channels: 2 }, [0, 0]],
  ] as const)("is white where it is transparent, in %s and as WebP", async (_, layout, clear) => {
    const png = pngOf({ width: 40, height: 30, ...layout }, () => clear)
    await expectGrey(await photoOf(png), [9, 9], 255)
    const webp = await new Bun.Image(png).webp().bytes()
    await expectGrey(await photoOf(webp), [9, 9], 255)
    const lossless = await new Bun.Image(png).webp({ lossless: true }).bytes()
    await expectGrey(await photoOf(lossless), [9, 9], 255)
  })

  test("shows any colour of any opacity as paper would, also made smaller", async () => {
    const byte = fc.nat(255)
    await fc.assert(
      fc.asyncProperty(byte, byte, async (colour, alpha) => {
        const png = pngOf({ width: 80, height: 40, channels: 4 }, () => [colour, colour, colour, alpha])
        const onPaper = (colour * alpha + 255 * (255 - alpha)) / 255
        await expectGrey(await photoOf(png), [20, 10], onPaper)
      }),
      { numRuns: 30 },
    )
  })

  test("has no dark seam where white meets the transparent", async () => {
    // Two columns white, two transparent; these hide black, as programs leave it.
    const png = pngOf({ width: 400, height: 40, channels: 4 }, (x) =>
      x % 4 < 2 ? [255, 255, 255, 255] : [0, 0, 0, 0],
    )
    const photo = await photoOf(png)
    for (const x of [0, 7, 20, 39]) await expectGrey(photo, [x, 2], 255)
  })

  test("keeps transparency as a drawing", async () => {
    const png = pngOf({ width: 40, height: 30, channels: 4 }, () => [0, 0, 0, 0])
    expect((await pixel((await toPrintable(png, [40, 40], "drawing")).bytes, 9, 9))[3]).toBe(0)
  })
})
