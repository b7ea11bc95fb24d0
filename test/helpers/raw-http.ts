import { connect } from "node:net"

/** Deadline of a byte to come, in ms: far beyond what a slow machine takes. */
const PATIENCE = 30_000

export type RawReply = { status: number; headers: Headers; body: Buffer; text: string }

/**
 * Sends bytes as they are, as no HTTP client would, and reads until the other side closes.
 *
 * @param request the whole request; ask for `Connection: close` in it, or the answer has no end
 */
export function rawRequest(port: number, request: string): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.from(request, "latin1")))
    socket.on("data", (chunk) => chunks.push(Buffer.from(chunk)))
    socket.on("error", (error) => (chunks.length > 0 ? resolve(parse(Buffer.concat(chunks))) : reject(error)))
    socket.on("close", () => resolve(parse(Buffer.concat(chunks))))
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no answer in ${PATIENCE} ms`)))
  })
}

function parse(bytes: Buffer): RawReply {
  const end = bytes.indexOf("\r\n\r\n")
  const [first = "", ...lines] = bytes.subarray(0, Math.max(0, end)).toString("latin1").split("\r\n")
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(":")
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const body = bytes.subarray(end + 4)
  return { status: Number(first.split(" ")[1] ?? 0), headers, body, text: bytes.toString("latin1") }
}
