import type { Browser } from "playwright-core"
import type { Bench } from "../bench.ts"
import { LOGIN } from "../data/fill.ts"
import { median } from "../load.ts"
import { startService } from "../sides.ts"
import { logIn, opened } from "./browser.ts"
import type { Figure } from "./pages.ts"

const TARGET = 300
const SHOWN = {
  customer: `/€/.test(document.querySelector(".balance .figure")?.textContent ?? "")`,
  heute: `/€/.test(document.querySelector(".deposit-box .figure")?.textContent ?? "")`,
}

/** Waits of somebody in the office, with many customers. */
export async function office({ executable, data, options, say }: Bench, browser: Browser): Promise<Figure[]> {
  const size = options.sizes[1] ?? 0
  const side = await startService(executable, await data(size))
  try {
    say("pages: a customer's figures")
    const url = `http://127.0.0.1:${side.port}`
    const visit = async (paths: string[], has: string, isFirst: boolean): Promise<number> => {
      const times: number[] = []
      let context = await browser.newContext({ locale: "de-DE" })
      await logIn(context, url, LOGIN)
      // The first one brings what the others have in the browser's cache.
      for (const path of isFirst ? paths : [paths[0] ?? "", ...paths]) {
        if (isFirst) {
          await context.close()
          context = await browser.newContext({ locale: "de-DE" })
          await logIn(context, url, LOGIN)
        }
        const page = await context.newPage()
        times.push(await opened(page, url + path, has))
        await page.close()
      }
      await context.close()
      return median(isFirst ? times : times.slice(1))
    }
    const context = await browser.newContext()
    await logIn(context, url, LOGIN)
    const reply = await context.request.get(`${url}/api/kunden?limit=${options.visits}`)
    const { items } = (await reply.json()) as { items: { id: string }[] }
    await context.close()
    const customers = items.map(({ id }) => `/buero/kunden/${id}`)
    const name = `of ${size} customers`
    return [
      { name: `one ${name}`, ms: await visit(customers, SHOWN.customer, false), target: TARGET },
      { name: `one ${name}, nothing cached`, ms: await visit(customers, SHOWN.customer, true) },
      {
        name: `Heute ${name}`,
        ms: await visit(
          customers.map(() => "/buero/heute"),
          SHOWN.heute,
          false,
        ),
      },
    ]
  } finally {
    await side.stop()
  }
}
