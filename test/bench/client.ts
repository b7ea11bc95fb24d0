import type { Socket } from "bun"

export type Reply = { status: number; head: string; body: Buffer }

/** Longest head of a reply, in bytes; those of both servers are shorter. */
const HEAD_LIMIT = 16 * 1024

const LENGTH = /\r\ncontent-length: (\d+)/i

/**
 * One keep-alive connection that takes one request at a time. It looks at no more of a reply than its length and
 * status: a complete client (`fetch`) needs more processor time than the servers measured with it.
 */
export class Client {
  #socket: Socket | undefined
  #waiting: { resolve: (status: number) => void; reject: (error: Error) => void } | undefined
  /** The part of the request that the system has not taken yet. */
  #unsent: Uint8Array = new Uint8Array()
  /** A head that came in pieces. */
  #begun: Buffer | undefined
  #status = 0
  /** Bytes of the body still to come; below zero while the head is. */
  #missing = -1
  #kept: Buffer[] | undefined
  /** Last bytes of a reply in chunks. */
  #tail: Buffer | undefined
  #closed = false

  /** Whether the server has closed it, as it does with who was silent for long: nothing sent would be answered. */
  get closed(): boolean {
    return this.#closed
  }

  /** @throws Error when nobody listens there */
  static async connect(port: number): Promise<Client> {
    const client = new Client()
    client.#socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_, chunk) => client.#take(chunk),
        drain: () => client.#send(),
        close: () => client.#close(),
        error: (_, error) => client.#fail(error),
      },
    })
    return client
  }

  /** @returns the status, when the whole reply has come */
  send(asked: Uint8Array): Promise<number> {
    if (this.#closed) return Promise.reject(new Error("the server closed the connection"))
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    this.#waiting = { resolve, reject }
    this.#unsent = asked
    this.#send()
    return promise
  }

  /** Sends it, and keeps the reply for a look at it. */
  async ask(asked: Uint8Array): Promise<Reply> {
    this.#kept = []
    const status = await this.send(asked)
    const bytes = Buffer.concat(this.#kept)
    this.#kept = undefined
    const end = bytes.indexOf("\r\n\r\n")
    const head = bytes.toString("latin1", 0, end)
    const body = bytes.subarray(end + 4)
    return { status, head, body: CHUNKED.test(head) ? joined(body) : body }
  }

  close(): void {
    this.#waiting = undefined
    this.#socket?.end()
  }

  #close(): void {
    this.#closed = true
    this.#fail(new Error("the server closed the connection"))
  }

  #send(): void {
    if (this.#unsent.length === 0) return
    const written = this.#socket?.write(this.#unsent) ?? 0
    this.#unsent = this.#unsent.subarray(Math.max(0, written))
  }

  #take(chunk: Buffer): void {
    this.#kept?.push(Buffer.from(chunk))
    if (this.#tail) this.#readTail(chunk)
    else if (this.#missing >= 0) this.#missing -= chunk.length
    else if (!this.#readHead(chunk)) return
    if (this.#missing > 0) return
    if (this.#missing < 0) return this.#fail(new Error("more came than the reply announced"))
    this.#missing = -1
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(this.#status)
  }

  /** @returns whether all of it has come */
  #readHead(chunk: Buffer): boolean {
    const bytes = this.#begun ? Buffer.concat([this.#begun, chunk]) : chunk
    const end = bytes.indexOf("\r\n\r\n")
    if (end < 0) {
      if (bytes.length > HEAD_LIMIT) this.#fail(new Error("a reply without an end of its head"))
      // The chunk's memory is used again for the next one.
      this.#begun = Buffer.from(bytes)
      return false
    }
    this.#begun = undefined
    const head = bytes.toString("latin1", 0, end)
    this.#status = Number(head.slice(9, 12))
    if (CHUNKED.test(head)) {
      this.#tail = Buffer.alloc(0)
      this.#readTail(bytes.subarray(end + 2))
    } else this.#missing = Number(LENGTH.exec(head)?.[1] ?? 0) - (bytes.length - end - 4)
    return true
  }

  /** Looks for the empty chunk that ends a reply in chunks: JSON has no line breaks that could look like it. */
  #readTail(chunk: Buffer): void {
    const tail = Buffer.concat([this.#tail ?? Buffer.alloc(0), chunk.subarray(-LAST_CHUNK.length)])
    const isDone = tail.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)
    this.#missing = isDone ? 0 : 1
    this.#tail = isDone ? undefined : Buffer.from(tail.subarray(-LAST_CHUNK.length))
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
  }
}

const CHUNKED = /^transfer-encoding: chunked/im
const LAST_CHUNK = Buffer.from("\r\n0\r\n\r\n")

/** @returns the content of a body in chunks */
function joined(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ;) {
    const end = body.indexOf("\r\n", at)
    const size = Number.parseInt(body.toString("latin1", at, end), 16)
    if (!(size > 0)) return Buffer.concat(parts)
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

type Parts = { headers?: Record<string, string>; body?: string | Uint8Array }

/** @returns a request as it goes over the wire, e.g. `request("GET /health")` */
export function request(line: `${string} /${string}`, { headers = {}, body }: Parts = {}): Uint8Array {
  const content = typeof body === "string" ? Buffer.from(body) : body
  const all = { Host: "127.0.0.1", ...headers, ...(content && { "Content-Length": String(content.length) }) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${line} HTTP/1.1\r\n${lines.join("")}\r\n`)
  return content ? Buffer.concat([head, content]) : head
}
