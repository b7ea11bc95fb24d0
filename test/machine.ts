/**
 * The programs that some tests need, and where they come from: a Debian that is run as root gets their packages, any
 * other machine is told what it cannot try.
 */
import { existsSync } from "node:fs"
import { hasChromium } from "./helpers/chromium.ts"

/** Debian's packages: browsers, a checker of documents, clocks and disks, a second server, and what people type. */
const PACKAGES = `chromium firefox-esr libnss3-tools
  default-jdk-headless libjaxb-java
  faketime e2fsprogs mount
  openssh-server rsync iproute2
  curl openssl unzip python3`.split(/\s+/)
/** The pages' engine without a window, a third of the processor time; not every Debian has it. */
const FASTER = "chromium-headless-shell"

/** Without the network nobody waits for minutes, nor for another that is installing. */
const BRIEF = [
  "-qq",
  "-o",
  "Acquire::Retries=0",
  "-o",
  "Acquire::http::Timeout=20",
  "-o",
  "DPkg::Lock::Timeout=60",
]

const works = (command: string[]): boolean =>
  Bun.spawnSync(command, { stdio: ["ignore", "ignore", "ignore"] }).success

/** Installs what is missing, where that is allowed; what then still is, the tests do without. */
export function installPackages(): void {
  if (process.getuid?.() !== 0 || !Bun.which("apt-get") || !Bun.which("dpkg")) return
  const isInstalled = (name: string): boolean => works(["dpkg", "-s", name])
  const missing = PACKAGES.filter((name) => !isInstalled(name))
  const hasFaster = isInstalled(FASTER)
  if (missing.length === 0 && hasFaster) return
  const install = (names: string[]): boolean =>
    Bun.spawnSync(["apt-get", ...BRIEF, "install", "-y", ...names], {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
    }).success
  works(["apt-get", ...BRIEF, "update"])
  if (hasFaster || !install([...missing, FASTER])) install(missing)
}

/** @returns whether Debian or another system lacks one of them; some lie where only root's path looks */
const lacks = (...programs: string[]): boolean =>
  programs.some((name) => Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` }) === null)

type Need = { isMissing: () => boolean; says: string; tests: RegExp }

const NEEDS: readonly Need[] = [
  {
    isMissing: () => lacks("firefox-esr") && lacks("firefox"),
    says: "no Firefox (firefox-esr)",
    tests: /^test\/web\/browser\/firefox/,
  },
  { isMissing: () => !hasChromium, says: "no Chromium (chromium)", tests: /^test\/web\/browser\// },
  { isMissing: () => lacks("certutil"), says: "no certutil (libnss3-tools)", tests: /eigenes-tls/ },
  {
    isMissing: () => lacks("java") || !existsSync("/usr/share/java/jaxb-api.jar"),
    says: "no Java with JAXB (default-jdk-headless, libjaxb-java)",
    tests: /archival|PDF\/A|veraPDF/,
  },
  {
    isMissing: () => lacks("python3", "unzip"),
    says: "no Python or unzip (python3, unzip)",
    tests: /^test\/(lib\/zip|api\/pruefexport)/,
  },
  {
    isMissing: () => lacks("curl"),
    says: "no curl (curl)",
    tests: /^test\/(tour|web\/serve\/docs\/anbinden)/,
  },
  { isMissing: () => lacks("openssl"), says: "no openssl (openssl)", tests: /^test\/http\/wire/ },
  { isMissing: () => lacks("faketime"), says: "no faketime (faketime)", tests: /clock|\btime\b/ },
  {
    isMissing: () => lacks("systemd-analyze"),
    says: "no systemd",
    tests: /^test\/ops\/install.*systemd/,
  },
  {
    isMissing: () => process.getuid?.() !== 0,
    says: "not root, who alone mounts disks and becomes another user",
    tests: /^test\/(faults|web\/serve\/hilfe|ops|cli|lib\/threads)/,
  },
  {
    isMissing: () => lacks("sshd", "ssh-keyscan", "rsync", "rrsync", "ip"),
    says: "no sshd, rsync or ip (openssh-server, rsync, iproute2)",
    tests: /^test\/web\/serve\/hilfe\/ersatz/,
  },
  {
    isMissing: () => lacks("mkfs.ext4", "e2fsck"),
    says: "no file systems to make (e2fsprogs)",
    tests: /^test\/(faults|web\/serve\/hilfe|ops)/,
  },
  {
    isMissing: () => true,
    says: "no mounts, overlays, users or limits to be had on this machine",
    tests: /^test\/(faults|web\/serve\/hilfe|ops|lib\/threads)/,
  },
]

/**
 * @param skipped tests by file and name
 * @returns one line for each reason, with how many tests; a test without a known one by its name
 */
export function reasonsOf(skipped: readonly string[]): string[] {
  const needs = NEEDS.filter(({ isMissing }) => isMissing())
  const reason = (name: string): string => needs.find(({ tests }) => tests.test(name))?.says ?? name
  return Object.entries(Object.groupBy(skipped, reason)).map(([says, names = []]) =>
    names[0] === says ? says : `${names.length} ${names.length === 1 ? "test" : "tests"}: ${says}`,
  )
}
