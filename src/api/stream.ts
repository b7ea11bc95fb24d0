/** A long text as a file, a piece at a time; others' requests go between two pieces, which may be empty. */
export const textStream = (pieces: Iterator<string | void>): ReadableStream<Uint8Array> =>
  stream(pieces, (text) => encoder.encode(text))

/** The same of bytes: each piece is read when it is wanted. @param turn waits for the turn in which it is */
export const pieceStream = (pieces: Iterator<Uint8Array>, turn?: Turn): ReadableStream<Uint8Array> =>
  stream(pieces, (bytes) => bytes, turn)

type Turn = <T>(work: () => T) => Promise<T>

const soon: Turn = async (work) => {
  await new Promise(setImmediate)
  return work()
}

const encoder = new TextEncoder()

function stream<P>(
  pieces: Iterator<P | void>,
  bytesOf: (piece: P) => Uint8Array,
  turn = soon,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      for (;;) {
        const { value, done } = await turn(() => pieces.next())
        if (done) return controller.close()
        if (value) return controller.enqueue(bytesOf(value))
      }
    },
  })
}
