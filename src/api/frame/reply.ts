/** A record made by this request, or by an earlier equal one. */
export class Created<T = unknown> {
  /** @param first whether this request made it */
  constructor(
    readonly record: T,
    readonly first: boolean,
  ) {}
}

/** A piece of a long file; undefined if a long preparation only pauses to let others have their turn. */
export type FilePiece = string | Uint8Array | void

/** A reply that is a file: a printed document, a table. */
export class Document {
  /**
   * @param content the file; an iterator makes the pieces of a long one while it is sent
   * @param type media type
   * @param name file name
   */
  constructor(
    readonly content: Uint8Array<ArrayBuffer> | string | Iterator<FilePiece> | ReadableStream<Uint8Array>,
    readonly type: string,
    readonly name: string,
  ) {}
}

/** A reply that also sets the page's token as a cookie. */
export class WithToken<T = unknown> {
  /** @param seconds how long the browser keeps it; 0 removes it */
  constructor(
    readonly record: T,
    readonly token: string,
    readonly seconds: number,
  ) {}
}
