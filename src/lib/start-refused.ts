/** Thrown when the service cannot start or a command cannot run; the German message tells the operator what to do. */
export class StartRefused extends Error {
  override name = "StartRefused"
}
