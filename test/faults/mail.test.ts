import { expect, setDefaultTimeout, test } from "bun:test"
import { join } from "node:path"
import { until } from "../helpers/eventually.ts"
import { run, start } from "../helpers/executable.ts"
import { startSmtp } from "../helpers/smtp.ts"
import { temporaryDir } from "../helpers/temporary.ts"
import { found, logIn, send } from "./work.ts"

/** E-mails of the executable: killed while one is on its way, and restored from a backup in which one waits. */

setDefaultTimeout(120_000)

test("killed in the middle of a message, it sends none twice; restored, it sends nothing until somebody allows it", async () => {
  const smtp = await startSmtp()
  let service = await start({ env: smtp.env })
  const { dataDir } = service
  let { token, kunde } = await found(service)
  const call = async (path: string, body?: object, method?: string) => {
    const { status, body: answer } = await send(service, token, `/api/${path}`, body, method)
    expect([path, status < 300, answer]).toEqual([path, true, answer])
    return answer
  }
  const write = async (an: string) =>
    (await call(`kunden/${kunde}/kontoauszug/versand`, { an: [an], nochmals: true })).id
  const statusOf = async (id: string) => (await call(`nachrichten/${id}`)).status
  await call("versand", { sendet: 1, antwort_an: "buero@hof.example" }, "PATCH")

  smtp.faults.atEnd = "hang"
  const killed = await write("wirt@linde.example")
  await until("it is on its way", async () => (await statusOf(killed)) === "laeuft")
  await service.stop("SIGKILL")
  delete smtp.faults.atEnd
  service = await start({ dataDir, env: smtp.env })
  await until("it is unclear", async () => (await statusOf(killed)) === "unklar")
  const next = await write("naechste@linde.example")
  await until("the next one arrived", async () => (await statusOf(next)) === "angenommen")
  expect(smtp.received.map(({ to }) => to)).toEqual([["naechste@linde.example"]])

  smtp.faults.recipient = () => [451, "später"]
  const waiting = await write("spaeter@linde.example")
  await until("it was tried", async () => (await call(`nachrichten/${waiting}`)).versuche === 1)
  const backup = join(temporaryDir(), "sicherung.tar")
  expect((await run(["backup", backup], { dataDir })).code).toBe(0)
  await service.stop()
  expect((await run(["restore", backup], { dataDir })).code).toBe(0)
  delete smtp.faults.recipient
  service = await start({ dataDir, env: smtp.env })
  token = await logIn(service)
  expect(await call("versand")).toMatchObject({ lage: "angehalten", wartend: 1 })
  expect(await call("nachrichten/freigabe", {})).toMatchObject({ lage: "bereit", wartend: 0 })
  expect(await statusOf(waiting)).toBe("unklar")
  const after = await write("danach@linde.example")
  await until("a new one arrives", async () => (await statusOf(after)) === "angenommen")
  expect(smtp.received.map(({ to }) => to)).toEqual([["naechste@linde.example"], ["danach@linde.example"]])
  expect(await service.stop()).toBe(0)
  await smtp.close()
})
