import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { atEnd } from "../../helpers/temporary.ts"

/**
 * Fate of a request between the telephone and the service: it never arrives, its answer gets lost after the
 * commit, somebody else's network answers in its place, or its answer is under way until it is known what becomes of it.
 */
export type Fate = "pass" | "before" | "after" | "portal" | Promise<"pass" | "portal">

export type Network = {
  url: string
  /** Where the service is now. */
  to: (port: number) => void
  /** Of each request from now on. */
  decide: (fate: (method: string, path: string) => Fate) => void
  /** Requests since the last look that passed, or got lost. */
  seen: () => string[]
}

/** A network that one can cut in every place. */
export async function network(port: number): Promise<Network> {
  let target = port
  let fateOf: (method: string, path: string) => Fate = () => "pass"
  let seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method = "GET", url = "/" } = incoming
    const fate = fateOf(method, url)
    seen.push(`${method} ${url} ${typeof fate === "string" ? fate : "held"}`)
    if (fate === "before") return void incoming.socket.destroy()
    if (fate === "portal") return portal(outgoing)
    pass(incoming, outgoing, target, fate)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  atEnd(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    to: (next) => void (target = next),
    decide: (fate) => void (fateOf = fate),
    seen: () => {
      const past = seen
      seen = []
      return past
    },
  }
}

function portal(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "text/html" })
  outgoing.end("<html><h1>WLAN kaufen</h1></html>")
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number, fate: Fate): void {
  const { method, url, headers } = incoming
  const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, async (answer) => {
    if (fate === "after") {
      // The service has done it, and nobody hears of that.
      answer.resume().on("end", () => incoming.socket.destroy())
      return
    }
    if ((await fate) === "portal") {
      answer.resume()
      return portal(outgoing)
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on("error", () => incoming.socket.destroy())
  incoming.pipe(onward)
}
