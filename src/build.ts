import { type BunPlugin, Glob } from "bun"
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { embedPages } from "./web/serve/bundle/embed.ts"
import type { Build } from "./version.ts"

/** Executables that `--all` makes in addition to this machine's. */
const others = [
  { target: "bun-linux-x64", runtime: "bun-linux-x64/bin/bun", outfile: "pfandwerk-linux-x64" },
  { target: "bun-linux-arm64", runtime: "bun-linux-aarch64/bin/bun", outfile: "pfandwerk-linux-arm64" },
  {
    target: "bun-linux-x64-musl",
    runtime: "bun-linux-x64-musl/bin/bun",
    outfile: "pfandwerk-linux-x64-musl",
  },
  { target: "bun-windows-x64", runtime: "bun-windows-x64/bin/bun.exe", outfile: "pfandwerk-windows-x64.exe" },
] as const

const handbook = [...new Glob("web/serve/hilfe/*.md").scanSync({ cwd: import.meta.dir, absolute: true })]

type Other = { target: Bun.Build.CompileTarget; executablePath: string }

/**
 * Bundles the service into one self-contained executable, which ignores Bun's configuration files
 * (bunfig.toml, .env) in the folder it is started in.
 *
 * @param outfile the file to write; it includes the source maps
 * @param other target and runtime for another machine; this one's if left out
 */
export async function buildExecutable(outfile: string, other?: Other): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pfandwerk-pages-"))
  try {
    await compile(outfile, await embedPages(folder), other)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function compile(outfile: string, pages: BunPlugin, other: Other | undefined): Promise<void> {
  const { outputs } = await Bun.build({
    plugins: [pages],
    entrypoints: [
      "main.ts",
      "db/checkpoint-worker.ts",
      "lib/table/table-worker.ts",
      "ops/auftraege/auftrag-worker.ts",
      "route-thread-worker.ts",
    ].map((file) => join(import.meta.dir, file)),
    // Side by side: in the executable, a thread's file is looked for beside the main one.
    naming: { entry: "[name].[ext]" },
    minify: true,
    bytecode: true,
    format: "esm",
    // Code that threads share with the service is stored once.
    splitting: true,
    sourcemap: "linked",
    define: { BUILD: JSON.stringify(readCommit()) },
    compile: {
      outfile,
      assets: [
        join(import.meta.dir, "web/serve/pages/public"),
        join(import.meta.dir, "web/serve/hilfe/bilder"),
        ...handbook,
      ],
      autoloadDotenv: false,
      autoloadBunfig: false,
      ...other,
    },
  })
  for (const { kind, path } of outputs) if (kind === "sourcemap") rmSync(path)
}

/** @returns the commit that is built; null outside a Git checkout */
function readCommit(): Build | null {
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", ...args], { cwd: import.meta.dir, stderr: "ignore" })
  try {
    // Sources unpacked inside another checkout do not belong to its commit.
    if (git("rev-parse", "--show-prefix").stdout.toString() !== "src/\n") return null
    const last = git("log", "-1", "--format=%H %cI")
    const [commit, date] = last.stdout.toString().trim().split(" ")
    if (!last.success || !commit || !date) return null
    return { commit, date, changed: git("status", "--porcelain").stdout.length > 0 }
  } catch {
    // No git on this machine.
    return null
  }
}

/** Installs the other machines' runtimes into `folder` with `bun install`, in the version that runs now. */
async function fetchRuntimes(folder: string): Promise<void> {
  const names = others.map(({ runtime }) => `@oven/${runtime.split("/")[0]}`)
  const dependencies = Object.fromEntries(names.map((name) => [name, Bun.version]))
  await Bun.write(join(folder, "package.json"), JSON.stringify({ dependencies }))
  const install = Bun.spawn([process.execPath, "install", "--silent", "--os", "*", "--cpu", "*"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"],
  })
  if ((await install.exited) !== 0) throw new Error("the runtimes could not be installed")
}

async function main(all: boolean): Promise<void> {
  const dist = join(import.meta.dir, "../dist")
  mkdirSync(dist, { recursive: true })
  const say = (file: string) => process.stdout.write(`dist/${file}\n`)
  const own = process.platform === "win32" ? "pfandwerk.exe" : "pfandwerk"
  await buildExecutable(join(dist, own))
  say(own)
  if (!all) return
  const folder = mkdtempSync(join(tmpdir(), "pfandwerk-build-"))
  try {
    await fetchRuntimes(folder)
    for (const { target, runtime, outfile } of others) {
      const executablePath = join(folder, "node_modules/@oven", runtime)
      await buildExecutable(join(dist, outfile), { target, executablePath })
      chmodSync(join(dist, outfile), 0o755)
      say(outfile)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) await main(process.argv.includes("--all"))
