/** The service does not start, or a command does not run; the message says why and what to do, in English. */
export class StartRefused extends Error {
  override name = "StartRefused"
}
