import { Database } from "bun:sqlite"
import { afterAll, describe, expect, test } from "bun:test"
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs"
import { connect, type Socket } from "node:net"
import { dirname, join } from "node:path"
import { createTestApp } from "./helpers/app.ts"
import { until } from "./helpers/eventually.ts"
import { executable, run, type Running, start } from "./helpers/executable.ts"
import { temporaryDir } from "./helpers/temporary.ts"

const running: Running[] = []
afterAll(async () => {
  for (const service of running) await service.stop("SIGKILL")
})

/** Time to finish what runs, also for a slow machine. */
const PATIENT = { STOP_SECONDS: "100" }

async function started(options: Parameters<typeof start>[0] = {}): Promise<Running> {
  const service = await start(options)
  running.push(service)
  return service
}

const PASSWORD = "ein gutes Kennwort"
const addSuperadmin = (dataDir: string, email = "chefin@betreiber.example") =>
  run(["superadmin", "create", "--email", email, "--name", "Chefin", "--password-stdin"], {
    dataDir,
    stdin: PASSWORD,
  })

const send = (url: string, path: string, body: unknown, token?: string) =>
  fetch(url + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })

async function logIn(url: string): Promise<string> {
  const reply = await send(url, "/api/auth/login", { email: "chefin@betreiber.example", password: PASSWORD })
  return ((await reply.json()) as { token: string }).token
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n"
type HalfSent = { socket: Socket; finish: () => Promise<string>; closed: Promise<string> }

/** A log-in of which only half the body has come: the service is in the middle of it. */
async function halfSent({ port }: Running): Promise<HalfSent> {
  const body = JSON.stringify({ email: "chefin@betreiber.example", password: PASSWORD })
  const socket = connect(port, "127.0.0.1")
  let reply = ""
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(reply)))
  socket.on("data", (chunk) => (reply += String(chunk)))
  socket.on("error", () => {})
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  )
  await until("the service has taken the request", () => reply === CONTINUE)
  reply = ""
  const finish = () => {
    socket.write(body.slice(20))
    return closed
  }
  return { socket, finish, closed }
}

const health = async ({ url }: Running): Promise<unknown[]> => {
  const reply = await fetch(`${url}/health`)
  return [reply.status, ((await reply.json()) as { status: string }).status]
}

/** Links the executable to another path, with that file beside it. */
async function beside(env: string): Promise<string> {
  const folder = join(dirname(executable()), `env-${Bun.randomUUIDv7()}`)
  mkdirSync(folder)
  linkSync(executable(), join(folder, "pfandwerk"))
  writeFileSync(join(folder, ".env"), env)
  return join(folder, "pfandwerk")
}
const tell = (file: string, cwd: string, env: Record<string, string>) =>
  Bun.spawnSync([file, "tenant", "list"], { cwd, env, stdin: "ignore" })

describe("asked to stop", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`by ${signal}, the service finishes what is running, takes nothing new and ends with 0`, async () => {
      const service = await started({ env: PATIENT })
      await addSuperadmin(service.dataDir)
      const { finish } = await halfSent(service)
      const ended = service.stop(signal)
      await service.said('"stopping"')
      const late = await fetch(`${service.url}/health`).then(
        ({ status }) => status,
        () => "refused",
      )
      expect([503, "refused"]).toContain(late)
      const reply = await finish()
      expect(reply).toStartWith("HTTP/1.1 200")
      expect(reply).toContain('"token"')
      expect(await ended).toBe(0)
      expect(service.output()).toContain('"stopped"')
      expect(service.output()).not.toContain("still running")
    }, 120_000)
  }

  test("twice, it still finishes what is running", async () => {
    const service = await started({ env: PATIENT })
    await addSuperadmin(service.dataDir)
    const { finish } = await halfSent(service)
    const ended = service.stop()
    await service.said('"stopping"')
    process.kill(service.pid, "SIGTERM")
    process.kill(service.pid, "SIGINT")
    await Bun.sleep(50)
    expect(await finish()).toStartWith("HTTP/1.1 200")
    expect(await ended).toBe(0)
  }, 120_000)

  test("while a client is stuck, it ends after STOP_SECONDS, with 0 and a word about it", async () => {
    const service = await started({ env: { STOP_SECONDS: "1" } })
    const { closed } = await halfSent(service)
    expect(await service.stop()).toBe(0)
    await closed
    expect(service.output()).toContain("stopped with requests still running")
    expect(service.output()).toContain('"stopped"')
  }, 120_000)

  test("with idle connections open, it does not wait for them", async () => {
    const service = await started({ env: { STOP_SECONDS: "600" } })
    await Promise.all([1, 2, 3].map(() => fetch(`${service.url}/health`).then((reply) => reply.text())))
    const silent = connect(service.port, "127.0.0.1")
    silent.on("error", () => {})
    await Bun.sleep(100)
    expect(await service.stop()).toBe(0)
    silent.destroy()
  }, 120_000)

  test("it leaves the database in one file, without a log to recover", async () => {
    const service = await started()
    await addSuperadmin(service.dataDir)
    await service.stop()
    expect(readdirSync(service.dataDir).filter((name) => /wal$|shm$/.test(name))).toEqual([])
  }, 120_000)
})

describe("a second service", () => {
  test("on the same DATA_DIR is refused with 1 and the reason, and the first goes on", async () => {
    const first = await started()
    const second = await run(["serve"], { dataDir: first.dataDir })
    expect([second.code, second.stderr.trim()]).toEqual([
      1,
      `Ein anderes Pfandwerk arbeitet mit ${first.dataDir}. Es muss zuerst beendet werden.`,
    ])
    expect((await fetch(`${first.url}/health`)).status).toBe(200)
    await first.stop()
    const third = await started({ dataDir: first.dataDir })
    expect((await fetch(`${third.url}/health`)).status).toBe(200)
  }, 120_000)

  test("is refused while a process of an earlier version still does jobs there, and starts afterwards", async () => {
    const first = await started()
    await first.stop()
    const jobs = new Database(join(first.dataDir, "auftraege.lock"), { create: true })
    jobs.run("BEGIN EXCLUSIVE")
    const refused = await run(["serve"], { dataDir: first.dataDir })
    jobs.close()
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("Ein Prozess der vorigen Version arbeitet"),
    ])
    const second = await started({ dataDir: first.dataDir })
    expect((await fetch(`${second.url}/health`)).status).toBe(200)
    await second.stop()
  }, 120_000)

  test("at the same moment, on an empty folder, is refused as well: one of them serves", async () => {
    const dataDir = temporaryDir()
    const both = await Promise.allSettled([start({ dataDir }), start({ dataDir })])
    const [reason] = both.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []))
    expect(reason).toContain(`Ein anderes Pfandwerk arbeitet mit ${dataDir}`)
    const [service] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect((await fetch(`${service?.url}/health`)).status).toBe(200)
    expect(await service?.stop()).toBe(0)
  }, 120_000)

  test("on the same port is refused with 1 and the reason, and the first gets every request", async () => {
    const first = await started()
    const second = await run(["serve"], { env: { PORT: String(first.port) } })
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringContaining(`An 127.0.0.1:${first.port} kann nicht gelauscht werden`),
    ])
    expect(second.stderr).not.toContain("    at ")
    const replies = await Promise.all(Array.from({ length: 20 }, () => fetch(`${first.url}/health`)))
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
  }, 120_000)

  test("on an address that is not ours is refused with 1", async () => {
    const { code, stderr } = await run(["serve"], { env: { HOST: "203.0.113.7" } })
    expect([code, stderr]).toEqual([1, expect.stringContaining("An 203.0.113.7")])
  }, 120_000)
})

describe("killed without warning", () => {
  test("at any moment of its start, it starts again", async () => {
    const dataDir = temporaryDir()
    for (const ms of [20, 40, 60, 80, 100, 120, 140, 170, 200]) {
      await run([], { dataDir, killAfter: ms })
    }
    const service = await started({ dataDir })
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  }, 120_000)

  test("it has every write that it acknowledged, and starts as if nothing had been", async () => {
    let service = await started()
    const { dataDir } = service
    await addSuperadmin(dataDir)
    const acknowledged: string[] = []
    for (let round = 0; round < 3; round++) {
      const { url } = service
      const token = await logIn(url)
      const enough = Promise.withResolvers<void>()
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let i = 0; ; i++) {
          const id = Bun.randomUUIDv7()
          const body = { id, name: "Firma", slug: `f-${round}-${writer}-${i}`, typ: "standard" }
          const status = await send(url, "/api/tenants", body, token).then(
            (reply) => reply.status,
            () => 0,
          )
          if (status === 0) return
          if (status === 201) acknowledged.push(id)
          if (acknowledged.length >= (round + 1) * 100) enough.resolve()
        }
      })
      await enough.promise
      await service.stop("SIGKILL")
      await Promise.all(writers)
      service = await started({ dataDir })
    }
    const list = (await run(["check"], { dataDir })).code
    expect(list).toBe(0)
    const token = await logIn(service.url)
    const replies = await Promise.all(
      acknowledged.map((id) =>
        fetch(`${service.url}/api/tenants/${id}`, { headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    expect(acknowledged.length).toBeGreaterThanOrEqual(300)
    expect(replies.filter(({ status }) => status !== 200).length).toBe(0)
  }, 120_000)

  test("it keeps its tokens: nobody has to log in again", async () => {
    const first = await started()
    await addSuperadmin(first.dataDir)
    const token = await logIn(first.url)
    await first.stop("SIGKILL")
    const second = await started({ dataDir: first.dataDir })
    const me = await fetch(`${second.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(me.status).toBe(200)
  }, 120_000)

  test("what it left of an upload is gone after the next start, and the lock of jobs that an earlier one used", async () => {
    const dataDir = temporaryDir()
    mkdirSync(join(dataDir, "uploads"))
    const file = join(dataDir, "uploads", ".entwurf-1")
    writeFileSync(file, "half a picture")
    const lock = join(dataDir, "auftraege.lock")
    writeFileSync(lock, "")
    const service = await started({ dataDir })
    await service.said("removed what was never finished", 2)
    expect([existsSync(file), existsSync(lock)]).toEqual([false, false])
  }, 120_000)
})

describe("a DATA_DIR that cannot be written", () => {
  test("is told with 1 for every command, without a stack", async () => {
    const file = join(temporaryDir(), "eine-datei")
    writeFileSync(file, "")
    for (const dataDir of [file, join(file, "data"), "/sys/kernel/pfandwerk"]) {
      for (const args of [["serve"], ["superadmin", "list"]]) {
        const { code, stdout, stderr } = await run(args, { dataDir })
        expect([dataDir, code]).toEqual([dataDir, 1])
        expect(stderr).toContain(`In DATA_DIR ${dataDir} kann nicht geschrieben werden`)
        expect(stdout + stderr).not.toContain("    at ")
      }
    }
  }, 120_000)

  test("because a folder lies where the database or the lock belongs, is told with 1", async () => {
    for (const name of ["pfandwerk.db", "pfandwerk.lock"]) {
      const dataDir = temporaryDir()
      mkdirSync(join(dataDir, name))
      const { code, stderr } = await run(["serve"], { dataDir })
      expect([name, code, stderr]).toEqual([name, 1, expect.stringContaining(name)])
      expect(stderr).not.toContain("    at ")
    }
  }, 120_000)
})

test("what is written in DATA_DIR is its owner's alone, also in a folder that is open to others", async () => {
  const service = await started({ dataDir: temporaryDir() })
  chmodSync(service.dataDir, 0o755)
  await addSuperadmin(service.dataDir)
  const modes = readdirSync(service.dataDir).map((name) => [
    name,
    statSync(join(service.dataDir, name)).mode & 0o077,
  ])
  expect(modes.length).toBeGreaterThan(4)
  expect(modes.filter(([, mode]) => mode !== 0)).toEqual([])
}, 120_000)

describe("health", () => {
  test("is 503 while the database is gone, and 200 when it is back", async () => {
    const service = await started()
    const file = join(service.dataDir, "pfandwerk.db")
    expect(await health(service)).toEqual([200, "ok"])
    renameSync(file, `${file}.weg`)
    expect(await health(service)).toEqual([503, "gestoert"])
    renameSync(`${file}.weg`, file)
    expect(await health(service)).toEqual([200, "ok"])
  }, 120_000)

  test("is 503 when the database is damaged under it, and says nothing more", async () => {
    const service = await started()
    await addSuperadmin(service.dataDir)
    const file = join(service.dataDir, "pfandwerk.db")
    truncateSync(file, 0)
    rmSync(`${file}-wal`, { force: true })
    const reply = await fetch(`${service.url}/health`)
    expect(reply.status).toBe(503)
    expect(Object.keys((await reply.json()) as object).toSorted()).toEqual(["status", "version"])
    await service.stop("SIGKILL")
  }, 120_000)
})

describe("a file .env beside the executable", () => {
  test("gives the settings, and the environment goes before it", async () => {
    const dataDir = temporaryDir()
    const file = await beside(`DATA_DIR=${dataDir}\nPORT=keine\n`)
    const refused = tell(file, temporaryDir(), {})
    expect([refused.exitCode, refused.stderr.toString()]).toEqual([
      1,
      expect.stringContaining("PORT muss eine ganze Zahl"),
    ])
    expect(tell(file, temporaryDir(), { PORT: "1" }).exitCode).toBe(0)
    expect(readFileSync(join(dataDir, "pfandwerk.db")).length).toBeGreaterThan(0)
  }, 120_000)

  test("is the only one: that of the folder it is started in is not read", async () => {
    const cwd = temporaryDir()
    writeFileSync(join(cwd, ".env"), "PORT=keine\n")
    expect((await run(["tenant", "list"], { cwd, env: { PORT: "1" } })).code).toBe(0)
    const child = tell(executable(), cwd, { DATA_DIR: temporaryDir() })
    expect(child.exitCode).toBe(0)
  }, 120_000)
})

test("commands work beside a running service, which sees what they did", async () => {
  const service = await started()
  expect((await addSuperadmin(service.dataDir)).code).toBe(0)
  const token = await logIn(service.url)
  const made = await run(["tenant", "create", "--name", "Neben", "--slug", "neben"], {
    dataDir: service.dataDir,
  })
  expect([made.code, made.stdout]).toEqual([0, expect.stringContaining("Firma neben angelegt")])
  const list = await fetch(`${service.url}/api/tenants`, { headers: { authorization: `Bearer ${token}` } })
  expect(((await list.json()) as { items: { slug: string }[] }).items.map(({ slug }) => slug)).toEqual([
    "neben",
  ])
  const set = await run(["password", "set", "--email", "chefin@betreiber.example", "--password-stdin"], {
    dataDir: service.dataDir,
    stdin: "ganz neu",
  })
  expect(set.code).toBe(0)
  const me = await fetch(`${service.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  expect(me.status).toBe(401)
}, 120_000)

test("nothing that the process writes holds its secret, a password or a hash", async () => {
  const service = await started({ env: { JWT_SECRET: "ein-sehr-geheimer-schluessel-von-uns" } })
  await addSuperadmin(service.dataDir)
  const token = await logIn(service.url)
  await send(service.url, "/api/auth/login", {
    email: "chefin@betreiber.example",
    password: "daneben-geraten",
  })
  await service.stop()
  for (const secret of ["sehr-geheimer", PASSWORD, "daneben-geraten", "argon2", token]) {
    expect(service.output()).not.toContain(secret)
  }
}, 120_000)

describe("what a process writes", () => {
  test("arrives whole, however much it is", async () => {
    const dataDir = temporaryDir()
    const app = createTestApp({ dir: dataDir })
    const { token } = await app.superadmin()
    await Promise.all(
      Array.from({ length: 600 }, (_, i) =>
        app.call("POST", "/api/tenants", {
          token,
          body: { name: "x".repeat(200), slug: `f-${i}`, typ: "standard" },
        }),
      ),
    )
    app.close()
    const piped = Bun.spawnSync(["sh", "-c", '"$0" tenant list | cat', executable()], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
    expect(piped.stdout.toString().split("\n").length).toBe(602)
  }, 120_000)

  test("may find no reader any more: the service goes on, and ends with 0", async () => {
    const child = Bun.spawn([executable()], {
      env: { DATA_DIR: temporaryDir(), HOST: "127.0.0.1", PORT: "0" },
      stdout: "pipe",
      stderr: "ignore",
    })
    const reader = child.stdout.getReader()
    let text = ""
    while (!/"started".*\n/.test(text)) text += new TextDecoder().decode((await reader.read()).value)
    await reader.cancel()
    const port = /"address":"[^"]*:(\d+)"/.exec(text)?.[1]
    for (let i = 0; i < 5; i++) expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
    child.kill("SIGTERM")
    expect(await child.exited).toBe(0)
  }, 120_000)
})
