/** Below those that a system gives to whoever asks for any: no other process gets it meanwhile. */
export const freePort = (): number => {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  try {
    void Bun.serve({ port, hostname: "127.0.0.1", fetch: () => new Response() }).stop(true)
    return port
  } catch {
    return freePort()
  }
}
