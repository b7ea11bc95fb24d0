import { Database } from "bun:sqlite"
import { beforeAll, describe, expect, test } from "bun:test"
import { cpSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { executable, run, start } from "../helpers/executable.ts"
import { atTerminal, type Session } from "../helpers/terminal.ts"
import { temporaryDir } from "../helpers/temporary.ts"

/** Passwords are asked for at a real terminal: what it shows is all that an onlooker could read. */

const OLD = "altes Kennwort"
const SECRET = "Grünkohl§mit 9 Pinkel"
const QUESTION = "Neues Passwort"
const AGAIN = "Noch einmal: "

/** With a company and an account whose password is to be set. */
const template = temporaryDir()
beforeAll(async () => {
  const made = await run(
    ["tenant", "create", "--name", "Hof", "--slug", "hof", "--admin-email", "petra@hof.example"].concat([
      "--admin-name",
      "Petra",
      "--password-stdin",
    ]),
    { dataDir: template, stdin: `${OLD}\n` },
  )
  expect([made.code, made.stderr]).toEqual([0, ""])
}, 120_000)

const commands = {
  "superadmin create": {
    args: "superadmin create --email chefin@hof.example --name Chefin",
    login: { email: "chefin@hof.example" },
  },
  "tenant create": {
    args: "tenant create --name Neu --slug neu --admin-email anna@neu.example --admin-name Anna",
    login: { email: "anna@neu.example", tenant_slug: "neu" },
  },
  "password set": {
    args: "password set --email petra@hof.example --tenant hof",
    login: { email: "petra@hof.example", tenant_slug: "hof" },
  },
}

type Sitting = Session & {
  logsIn: (password: string) => Promise<boolean>
  /** @returns whether the account is there and a password is its; spares a start of the service */
  isSetTo: (password: string) => Promise<boolean>
}

async function sit(name: keyof typeof commands, more: string[] = []): Promise<Sitting> {
  const dataDir = temporaryDir()
  cpSync(template, dataDir, { recursive: true })
  const { args, login } = commands[name]
  const session = atTerminal([executable(), ...args.split(" "), ...more], {
    cwd: temporaryDir(),
    env: { DATA_DIR: dataDir },
  })
  return {
    ...session,
    async logsIn(password) {
      const service = await start({ dataDir })
      const reply = await fetch(`${service.url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ ...login, password }),
      })
      expect(await service.stop()).toBe(0)
      return reply.status === 200
    },
    async isSetTo(password) {
      const db = new Database(join(dataDir, "pfandwerk.db"), { readonly: true })
      const hashes = db.query("SELECT password_hash FROM mitarbeiter WHERE email = ?").values(login.email)
      db.close()
      return hashes.length === 1 && Bun.password.verify(password, String(hashes[0]))
    },
  }
}

for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
  describe(name, () => {
    test("takes a password that is typed twice, key by key, and shows none of it", async () => {
      const session = await sit(name)
      for (const question of [QUESTION, AGAIN]) {
        await session.see(question)
        for (const key of SECRET) session.press(key)
        session.press("\r")
      }
      expect([await session.ended, session.shown()]).toEqual([0, expect.not.stringContaining("9 Pinkel")])
      expect(session.shown().replace(AGAIN, "").split("\n")).toHaveLength(4)
      expect(await session.logsIn(SECRET)).toBe(true)
    }, 120_000)

    test("takes both answers pasted at once", async () => {
      const session = await sit(name)
      await session.see(QUESTION)
      session.press(`${SECRET}\n${SECRET}\n`)
      expect([await session.ended, session.shown()]).toEqual([0, expect.not.stringContaining("Pinkel")])
      expect(await session.isSetTo(SECRET)).toBe(true)
    }, 120_000)

    test("asks anew when the second differs", async () => {
      const session = await sit(name)
      await session.see(QUESTION)
      session.press(`${SECRET}\r`)
      await session.see(AGAIN)
      session.press("ganz was anderes\r")
      await session.see("Die beiden Eingaben sind verschieden.")
      await session.see(QUESTION)
      session.press(`${SECRET}\r`)
      await session.see(AGAIN)
      session.press(`${SECRET}\r`)
      expect(await session.ended).toBe(0)
      expect(session.shown()).not.toContain("ganz was anderes")
      expect(await session.isSetTo(SECRET)).toBe(true)
    }, 120_000)

    test("ends with 2 when it was mistyped three times", async () => {
      const session = await sit(name)
      for (let attempt = 1; attempt <= 3; attempt++) {
        await session.see(QUESTION)
        session.press("12345\r")
        await session.see("mindestens 6 Zeichen")
      }
      expect(await session.ended).toBe(2)
    }, 120_000)

    for (const [key, code] of Object.entries({ "Ctrl-C": "\x03", "Ctrl-D": "\x04" })) {
      test(`ends at ${key}, at either question, with 1 and nothing changed`, async () => {
        for (const answered of [false, true]) {
          const session = await sit(name)
          await session.see(QUESTION)
          if (answered) {
            session.press(`${SECRET}\r`)
            await session.see(AGAIN)
            session.press("halb")
          }
          // In the middle of a line Ctrl-D is not the end of it, as in any shell.
          session.press(answered && key === "Ctrl-D" ? "\x15\x04" : code)
          await session.see("Abgebrochen, nichts wurde geändert.")
          expect([key, await session.ended, session.shown()]).toEqual([
            key,
            1,
            expect.not.stringMatching(/Pinkel|halb|Error| {4}at /),
          ])
          expect(await session.isSetTo(SECRET)).toBe(false)
        }
      }, 120_000)
    }

    test("--password-stdin at a terminal says what it waits for, and shows nothing either", async () => {
      const session = await sit(name, ["--password-stdin"])
      await session.see("--password-stdin wartet auf eine Zeile mit dem Passwort")
      session.press(`${SECRET}\r`)
      expect([await session.ended, session.shown()]).toEqual([0, expect.not.stringContaining("Pinkel")])
      expect(await session.isSetTo(SECRET)).toBe(true)
    }, 120_000)
  })
}

test("an account that is not there is told before anybody thinks of a password for it", async () => {
  const session = atTerminal(
    [executable(), ..."password set --email paul@hof.example --tenant hof".split(" ")],
    {
      cwd: temporaryDir(),
      env: { DATA_DIR: template },
    },
  )
  await session.see("Ein Konto paul@hof.example gibt es in der Firma hof nicht.")
  expect([await session.ended, session.shown()]).toEqual([1, expect.not.stringContaining(QUESTION)])
}, 120_000)

test("a password that everybody guesses is refused with a reason, and asked for anew", async () => {
  const session = await sit("password set")
  for (const common of ["passwort", "123456"]) {
    await session.see(QUESTION)
    session.press(`${common}\r`)
    await session.see("Dieses Passwort")
  }
  await session.see(QUESTION)
  session.press(`${SECRET}\r`)
  await session.see(AGAIN)
  session.press(`${SECRET}\r`)
  expect([await session.ended, session.shown()]).toEqual([0, expect.not.stringMatching(/passwort\b|Pinkel/)])
  expect(await session.isSetTo(SECRET)).toBe(true)
}, 120_000)

test("a slip of the finger is taken back with the keys that every terminal has", async () => {
  const session = await sit("password set")
  await session.see(QUESTION)
  // A wrong letter, an arrow key back and forth, and a whole line that is thrown away.
  session.press("verworfen\x15Geheimes Wortx\x7f\x1b[D\x1b[C\r")
  await session.see(AGAIN)
  session.press("Geheimes Wort\r")
  expect(await session.ended).toBe(0)
  expect(await session.isSetTo("Geheimes Wort")).toBe(true)
}, 120_000)

test("the terminal shows again what is typed when the command has ended, however it did", async () => {
  const folder = temporaryDir()
  symlinkSync(executable(), join(folder, "pfandwerk"))
  for (const keys of [`${SECRET}\r${SECRET}\r`, "\x03", "\x04"]) {
    const dataDir = temporaryDir()
    cpSync(template, dataDir, { recursive: true })
    const shell = atTerminal(["sh", "-c", `./pfandwerk ${commands["password set"].args}; stty -a; exit 0`], {
      cwd: folder,
      env: { DATA_DIR: dataDir },
    })
    await shell.see(QUESTION)
    shell.press(keys)
    expect(await shell.ended).toBe(0)
    expect(shell.shown()).toMatch(/(?<!-)\becho\b/)
    expect(shell.shown()).toMatch(/(?<!-)\bicanon\b/)
  }
}, 120_000)

test("without a terminal it says how to hand the password over", async () => {
  const { code, stderr } = await run(commands["password set"].args.split(" "), { dataDir: template })
  expect([code, stderr]).toEqual([2, expect.stringContaining("--password-stdin")])
})

test("--password-stdin takes UTF-8 with its mark or without, and refuses what would be another password", async () => {
  const set = async (bytes: Uint8Array) => {
    const dataDir = temporaryDir()
    cpSync(template, dataDir, { recursive: true })
    const args = [...commands["password set"].args.split(" "), "--password-stdin"]
    const env = { DATA_DIR: dataDir }
    const child = Bun.spawn([executable(), ...args], {
      cwd: temporaryDir(),
      env,
      stdin: bytes,
      stdout: "pipe",
      stderr: "pipe",
    })
    return { code: await child.exited, err: await child.stderr.text(), dataDir }
  }
  const word = "Grünkohl-77"
  const text = new TextEncoder().encode(`${word}\r\n`)
  const marked = await set(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), text]))
  expect([marked.code, marked.err]).toEqual([0, ""])
  const db = new Database(join(marked.dataDir, "pfandwerk.db"), { readonly: true })
  const hashes = db.query("SELECT password_hash FROM mitarbeiter").values().flat().map(String)
  db.close()
  expect(await Promise.all(hashes.map((hash) => Bun.password.verify(word, hash)))).toContain(true)
  const utf16 = Buffer.from(`\ufeff${word}\r\n`, "utf16le")
  for (const other of [Buffer.from(`${word}\n`, "latin1"), utf16, utf16.subarray(2)]) {
    const { code, err } = await set(other)
    expect([code, err]).toEqual([2, expect.stringContaining("kein UTF-8")])
  }
  for (const [other, fault] of [
    [`${word} \n`, "Leerzeichen"],
    [`\x1b[200~${word}\x1b[201~\n`, "Steuerzeichen"],
  ] as const)
    expect(await set(Buffer.from(other))).toMatchObject({ code: 2, err: expect.stringContaining(fault) })
}, 120_000)

test("--password-stdin takes the first line at once, and does not wait for the end of a pipe", async () => {
  const child = Bun.spawn([executable(), ...commands["password set"].args.split(" "), "--password-stdin"], {
    cwd: temporaryDir(),
    env: { DATA_DIR: template },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  })
  child.stdin.write("Zeile eins\nZeile zwei\n")
  await child.stdin.flush()
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ""])
}, 120_000)
