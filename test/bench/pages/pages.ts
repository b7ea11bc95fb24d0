import type { Bench } from "../bench.ts"
import { kept, type Section } from "../sections.ts"
import { launch } from "./browser.ts"
import { driver } from "./driver.ts"
import { office } from "./office.ts"

export type Figure = { name: string; ms: number; target?: number }

/** Longest time that people look at something that has not come yet. */
export async function pages(bench: Bench): Promise<Section> {
  const browser = await launch()
  if (!browser) return section([], "Pages are not measured: there is no Chromium on this machine.")
  try {
    const figures = [...(await office(bench, browser)), ...(await driver(bench, browser))]
    return section(
      figures,
      "Milliseconds until it is painted, in Chromium on the same machine; the driver's with a processor slowed down to a quarter.",
    )
  } finally {
    await browser.close()
  }
}

const section = (figures: Figure[], title: string): Section => ({
  name: "pages",
  title,
  columns: ["page", "ms", "target"],
  rows: figures.map(({ name, ms, target }) => [
    name,
    ms.toFixed(0),
    target === undefined ? "" : kept(`< ${target}`, ms < target),
  ]),
  figures,
})
