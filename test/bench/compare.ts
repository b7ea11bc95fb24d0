import { Client, type Reply } from "./client.ts"
import type { Compared } from "./scenarios.ts"
import type { Side } from "./sides.ts"

/** Parts that may differ: times, made ids, and hashes over them. Each has the same length on both sides. */
const OWN: [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g, "(id)"],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g, "(time)"],
  // The tag of a record with its times in it.
  [/(?<=^ETag: "\d+-)[0-9a-z]+(?="$)/gm, "(content)"],
  [/"hash":"[0-9a-f]{64}"/g, "(hash)"],
  [/"token":"[\w.-]+"/g, "(token)"],
  [/[0-9a-f]{2}\/[0-9a-f]{32}\.(?:jpg|webp)/g, "(file)"],
  [/\r\ndate: [^\r]+/gi, ""],
  // The service sends a large reply in chunks (http/respond.ts); the floor knows its length.
  [/^(?:content-length: \d+|transfer-encoding: chunked)\r\n/gim, ""],
]

/** First requests of each scenario, which are compared. */
export const COMPARED = 2

/**
 * Asks both servers the same and holds their whole replies against each other, so that the floor does the same work.
 *
 * @throws Error with both where they differ
 */
export async function compare(service: Side, floor: Side, scenario: Compared): Promise<void> {
  for (let i = 0; i < COMPARED; i++) {
    const asked = scenario.request(i)
    const [ours, bare] = await Promise.all([service, floor].map((side) => ask(side, asked)))
    if (ours === bare) continue
    throw new Error(`${scenario.name}: the two answer differently:\n${ours}\n\n${bare}`)
  }
}

async function ask(side: Side, bytes: Uint8Array): Promise<string> {
  const client = await Client.connect(side.port)
  const reply = await client.ask(bytes)
  client.close()
  return masked(reply)
}

function masked({ head, body }: Reply): string {
  const text = `${head.split("\r\n").toSorted().join("\r\n")}\r\n\r\n${body.toString()}`
  return OWN.reduce((all, [pattern, name]) => all.replaceAll(pattern, name), text)
}
