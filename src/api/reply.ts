/** The record that a request made, or that an earlier, equal request had made already. */
export class Created<T = unknown> {
  constructor(
    readonly record: T,
    readonly first: boolean,
  ) {}
}

export const created = <T>(record: T, first: boolean): Created<T> => new Created(record, first)

/** A file in place of a record: a paper, a table. */
export class Document {
  /**
   * @param type its media type
   * @param name what it is called where it is saved
   */
  constructor(
    readonly bytes: Uint8Array<ArrayBuffer> | string,
    readonly type: string,
    readonly name: string,
  ) {}
}

/** A reply that also gives a page its token, in a cookie. */
export class WithToken<T = unknown> {
  /** @param seconds for how long the browser keeps it; 0 takes it away */
  constructor(
    readonly record: T,
    readonly token: string,
    readonly seconds: number,
  ) {}
}
