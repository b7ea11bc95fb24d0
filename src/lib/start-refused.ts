/** The service does not start, or a command does not run; the message tells an operator why and what to do, in German. */
export class StartRefused extends Error {
  override name = "StartRefused"
}
