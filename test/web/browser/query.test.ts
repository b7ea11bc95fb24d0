import { QueryObserver } from "@tanstack/react-query"
import { afterEach, expect, test } from "bun:test"
import { answering } from "./no-page.ts"
import { getNow, queryClient, refresh } from "../../../src/web/browser/ui/state/query.ts"
import { until } from "../../helpers/eventually.ts"

/** What a page has read, and when it reads it again, without a page. */

afterEach(() => queryClient.clear())

/** Shows an address, as a page would. @returns what stands there */
function shown(path: string): () => unknown {
  const queryFn = async () => (await fetch(path)).json()
  const observer = new QueryObserver(queryClient, { queryKey: [path, {}], queryFn, staleTime: 60_000 })
  observer.subscribe(() => {})
  return () => observer.getCurrentResult().data
}

test("what is shown is read again after a change, also where its first reading is under way", async () => {
  let count = 0
  const first = Promise.withResolvers<void>()
  const answers = async ({ path }: { path: string }) => {
    const nth = ++count
    if (path === "/api/kunden") await first.promise
    return { nth }
  }
  await answering(answers, async () => {
    const [begun, read, other] = ["/api/kunden", "/api/kundenorte", "/api/geraete"].map(shown)
    await until("two are read", () => expect([read?.(), other?.()]).toEqual([{ nth: 2 }, { nth: 3 }]))
    const done = refresh("/api/kunden")
    await until("it is read again", () => expect(read?.()).toEqual({ nth: 4 }))
    first.resolve()
    await done
    expect([begun?.(), other?.()]).toEqual([{ nth: 5 }, { nth: 3 }])
  })
})

test("what is sent is what was seen, however old, and read where nothing was", async () => {
  let datum = "2026-03-31"
  await answering(
    () => ({ datum }),
    async () => {
      const input = { query: {} }
      expect(await getNow("/api/heute", input)).toMatchObject({ datum })
      datum = "2026-04-01"
      expect(await getNow("/api/heute", input)).toMatchObject({ datum: "2026-03-31" })
    },
  )
})
