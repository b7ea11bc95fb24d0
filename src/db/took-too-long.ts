/** So many rows of one company are read at a stretch where everybody waits for it: in a few milliseconds. */
export const FEW = 2000

/** Ends a read that holds everybody up: it is begun anew where it holds up nobody (http/hurried.ts). */
export class TookTooLong extends Error {
  override name = "TookTooLong"
}
