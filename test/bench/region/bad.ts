import { join } from "node:path"
import { Client, request } from "../client.ts"
import { form } from "../writes.ts"
import { asking, type Company, longest } from "./company.ts"

const TEN_WORDS = "/api/kunden?q=g+a+m+h+l+s+z+b+k+w"

/** Task for the process of bad-process.ts. */
export type Task = {
  port: number
  company: Company
  /** One of its drivers, who prints. */
  driver: Company
  /** File with a picture of 40 million pixels. */
  picture: string
}

/**
 * Starts the bad company in a process of its own, at the lowest priority: in life, it reads its answers on its
 * own machine. In the process that measures, its answers would delay those of the others.
 *
 * @param folder for the task's file
 * @returns a function that ends it and returns the number of its answers
 */
export async function startMisbehaving(task: Task, folder: string): Promise<() => Promise<number>> {
  const file = join(folder, "bad.json")
  await Bun.write(file, JSON.stringify(task))
  const child = Bun.spawn(
    ["nice", "-n", "19", process.execPath, join(import.meta.dir, "bad-process.ts"), file],
    {
      stdin: "pipe",
      stdout: "pipe",
      stderr: "inherit",
    },
  )
  return async () => {
    await child.stdin.end()
    const answered = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error("the bad company's process failed")
    return Number(answered)
  }
}

/**
 * Does what costs others most, without a pause on each of its connections, whatever is answered. The customer who gets
 * all bookings is settled again and again, also by the run of the month.
 *
 * @returns a function that ends it and returns the number of answers
 */
export async function misbehave({ port, company, driver, picture }: Task): Promise<() => Promise<number>> {
  const large = await Bun.file(picture).bytes()
  const { get, post, headers } = asking(company)
  const kunde_id = company.customers[0] ?? ""
  const positionen = longest(company)
  const upload = form(large)
  const bis = new Date().toISOString().slice(0, 10)
  const delivery = company.deliveries[0]?.id ?? ""
  const deeds: [number, () => Uint8Array][] = [
    [16, () => get(TEN_WORDS)],
    [8, () => get("/api/pfandbuchungen?limit=200&total=true")],
    [8, () => get("/api/kunden?limit=200&total=true")],
    [8, () => get("/api/pfandpruefung")],
    [60, () => get("/api/export/kunden")],
    [8, () => asking(driver).get(`/api/lieferungen/${delivery}/lieferschein.pdf`)],
    [1, () => post("/api/abrechnungen", { kunde_id, bis })],
    [1, () => post("/api/auftraege", { art: "abrechnungslauf", bis })],
    [16, () => post("/api/pfandbuchungen", { kunde_id, positionen })],
    [
      4,
      () =>
        request(`POST /api/kunden/${kunde_id}/bilder`, {
          headers: { ...headers, ...upload.headers },
          body: upload.body,
        }),
    ],
  ]
  const ending = new AbortController()
  let answered = 0
  const run = async (deed: () => Uint8Array): Promise<void> => {
    while (!ending.signal.aborted) {
      const client = await Client.connect(port)
      try {
        while (!ending.signal.aborted) {
          await client.send(deed())
          answered++
        }
      } catch {
        // Refused and closed: it comes again at once.
      } finally {
        client.close()
      }
    }
  }
  const running = deeds.flatMap(([atOnce, deed]) => Array.from({ length: atOnce }, () => run(deed)))
  return async () => {
    ending.abort()
    await Promise.race([Promise.all(running), Bun.sleep(5000)])
    return answered
  }
}
