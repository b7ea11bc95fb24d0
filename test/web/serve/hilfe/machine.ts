import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { systemCopy } from "../../../faults/mount.ts"
import { until } from "../../../helpers/eventually.ts"
import { executable } from "../../../helpers/executable.ts"
import { startOf } from "../../../helpers/start-of.ts"
import { atEnd, endBehind } from "../../../helpers/temporary.ts"
import { atTerminal } from "../../../helpers/terminal.ts"

const ERIKA = 12_345

/**
 * Erika is logged in, and sudo makes her root: as sudo(8) tells it to the program. She is nobody special otherwise: what
 * only root may read, she reads with sudo alone. `as-root` is setpriv(1) with the right to become anybody.
 */
const SUDO = `#!/bin/sh
as=0
[ "$1" = -u ] && { as=$2; shift 2; }
SUDO_UID=${ERIKA} SUDO_GID=${ERIKA} SUDO_USER=erika exec /stubs/as-root --reuid $as --regid $as --clear-groups "$@"
`

/** Stand-in for systemd: starts our unit as its user, and waits for its end. */
const SYSTEMCTL = `#!/bin/sh
unit=/etc/systemd/system/pfandwerk.service
action=$1
[ "$2" = --now ] && { shift; case $action in enable) action=start;; disable) action=stop;; esac; }
[ "$2" = pfandwerk ] || exit 0
case $action in stop|restart)
  if [ -e /run/pfandwerk.pid ]; then
    kill "$(cat /run/pfandwerk.pid)"
    while kill -0 "$(cat /run/pfandwerk.pid)" 2>/dev/null; do sleep 0.05; done
    rm /run/pfandwerk.pid
  fi
esac
case $action in start|restart)
  : > /run/pfandwerk.log
  setsid setpriv --reuid pfandwerk --regid pfandwerk --init-groups env -i LANG=C.UTF-8 \\
    $(sed -n 's/^ExecStart=//p' $unit) > /run/pfandwerk.log 2>&1 < /dev/null &
  echo $! > /run/pfandwerk.pid
  while ! grep -q '"started"' /run/pfandwerk.log; do
    kill -0 "$(cat /run/pfandwerk.pid)" 2>/dev/null || { cat /run/pfandwerk.log; exit 1; }
    sleep 0.05
  done
esac
`

const JOURNALCTL = "#!/bin/sh\ncat /run/pfandwerk.log\n"
/** To another machine, whose home is the same folder here: all of it only has to be readable for Erika. */
const SCP = `#!/bin/sh
while [ $# -gt 1 ]; do cat "$1" > /dev/null || exit 1; shift; done
`
/** No machine here listens for others: the only one that is asked is the first, for its key. */
const KEYSCAN = `#!/bin/sh
sed "s/^/$3 /" /stubs/host-key.pub
`

export type Machine = {
  dir: string
  home: string
  /** Types a block of lines at a terminal; answers what asks for a password. @returns what was shown */
  type: (block: string, password: string) => Promise<string>
  /** The address of the service. */
  url: () => string
}

/**
 * @param home of Erika, with the program in it
 * @param enter what enters the network of its own in which it is, if it has one
 */
export async function createMachine(home: string, enter: string[] = []): Promise<Machine> {
  const dir = systemCopy()
  const stubs = {
    sudo: SUDO,
    systemctl: SYSTEMCTL,
    journalctl: JOURNALCTL,
    scp: SCP,
    "host-key.pub": hostKey(dir),
    ...(enter.length === 0 && { "ssh-keyscan": KEYSCAN }),
  }
  mkdirSync(join(dir, "stubs"))
  for (const [name, text] of Object.entries(stubs)) {
    writeFileSync(join(dir, "stubs", name), text)
    chmodSync(join(dir, "stubs", name), 0o755)
  }
  chmodSync(join(dir, "stubs"), 0o755)
  copyFileSync(Bun.which("setpriv") ?? "", join(dir, "stubs/as-root"))
  chmodSync(join(dir, "stubs/as-root"), 0o4755)
  mkdirSync(join(dir, "etc/systemd/system"), { recursive: true })
  appendFileSync(join(dir, "etc/passwd"), `erika:x:${ERIKA}:${ERIKA}::/home/erika:/bin/sh\n`)
  appendFileSync(join(dir, "etc/group"), `erika:x:${ERIKA}:\n`)
  copyFileSync(executable(), join(home, "pfandwerk"))
  for (const path of [home, join(home, "pfandwerk")]) chownSync(path, ERIKA, ERIKA)
  const log = () => readFileSync(join(dir, "run/pfandwerk.log"), "utf8")
  const pidFile = join(dir, "run/pfandwerk.pid")
  const pid = () => (existsSync(pidFile) ? readFileSync(pidFile, "utf8").trim() : undefined)
  atEnd(() => {
    const running = pid()
    // A failed block leaves the number of a service that has ended.
    if (running && startOf(running)) process.kill(Number(running), "SIGKILL")
  })
  return {
    dir,
    home,
    url: () => {
      const [, scheme, port] = /"address":"(https?):[^"]*:(\d+)"/.exec(log()) ?? []
      return `${scheme}://127.0.0.1:${port}`
    },
    async type(block, password) {
      const script = `cd /home/erika && ${block}`
      const session = atTerminal([...enter, "chroot", dir, ...AS_ERIKA, "sh", "-euc", script], {
        cwd: "/",
        env: {
          PATH: "/stubs:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
          LANG: "C.UTF-8",
          // Settings of the first installation; afterwards /opt/pfandwerk/.env has them.
          ...(existsSync(join(dir, "opt/pfandwerk")) ? {} : SETTINGS),
        },
      })
      const answering = answer(session, password)
      const code = await session.ended
      await answering
      const running = pid()
      if (running) endBehind(Number(running))
      if (code !== 0) throw new Error(`exit code ${code} of:\n${block}\n${session.shown()}`)
      return session.shown()
    },
  }
}

const AS_ERIKA = ["setpriv", `--reuid=${ERIKA}`, `--regid=${ERIKA}`, "--clear-groups"]

/** The host key of a server with sshd; the same on all machines here. @returns the public part */
function hostKey(dir: string): string {
  const file = join(dir, "etc/ssh/ssh_host_ed25519_key.pub")
  if (!existsSync(file)) {
    mkdirSync(join(dir, "etc/ssh"), { recursive: true })
    Bun.spawnSync(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file.replace(".pub", "")])
  }
  return readFileSync(file, "utf8")
}

const SETTINGS = { HOST: "127.0.0.1", PORT: "0", BACKUP_SCHEDULE: "off" }

/** As often as the questions come, until the end. */
async function answer(session: ReturnType<typeof atTerminal>, password: string): Promise<void> {
  let over = false
  void session.ended.then(() => (over = true))
  let seen = 0
  await until(
    "the command has asked all and ended",
    () => {
      const asked = session.shown().match(/Neues Passwort[^:]*: |Noch einmal: /g)?.length ?? 0
      for (; seen < asked; seen++) session.press(`${password}\r`)
      return over
    },
    { within: 90_000 },
  )
}
