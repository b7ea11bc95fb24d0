/** @returns the items in their order, so many together; no more of them are read than the next chunk needs */
export function* chunksOf<T>(items: Iterable<T>, size: number): Generator<T[], void> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
