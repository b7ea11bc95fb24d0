/** Messages between the tabs of one application in this browser. */
export class OtherTabs {
  readonly #channel: BroadcastChannel | undefined

  constructor(application: string) {
    if (typeof BroadcastChannel !== "undefined")
      this.#channel = new BroadcastChannel(`pfandwerk-${application}`)
  }

  tell(what: string): void {
    this.#channel?.postMessage(what)
  }

  listen(heard: (what: unknown) => void): void {
    this.#channel?.addEventListener("message", ({ data }) => heard(data))
  }
}
