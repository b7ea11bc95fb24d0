/** The other tabs of this telephone. */
class Others {
  readonly #channel =
    typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("pfandwerk-fahrer")

  tell(what: string): void {
    this.#channel?.postMessage(what)
  }

  listen(heard: (what: unknown) => void): void {
    this.#channel?.addEventListener("message", ({ data }) => heard(data))
  }
}

export const others = new Others()
