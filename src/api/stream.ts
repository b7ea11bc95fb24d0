/** A long text as a file, a piece at a time; others' requests go between two pieces, which may be empty. */
export const textStream = (pieces: Iterator<string | void>): ReadableStream<Uint8Array> =>
  stream(pieces, (text) => encoder.encode(text))

/** The same of bytes: each piece is read when it is wanted. */
export const pieceStream = (pieces: Iterator<Uint8Array>): ReadableStream<Uint8Array> =>
  stream(pieces, (bytes) => bytes)

const encoder = new TextEncoder()

function stream<P>(
  pieces: Iterator<P | void>,
  bytesOf: (piece: P) => Uint8Array,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        await new Promise(setImmediate)
        const { value, done } = pieces.next()
        if (done) return controller.close()
        if (value) return controller.enqueue(bytesOf(value))
      }
    },
  })
}
