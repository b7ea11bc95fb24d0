import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { atEnd, cleanUpBehind, dirIn, temporaryDir } from "../helpers/temporary.ts"

/** @throws Error with what the command wrote, when it fails */
function system(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stderr}`)
}

function works(work: () => void): boolean {
  try {
    work()
    return true
  } catch {
    return false
  }
}

const mounted = new Set<string>()

/** @returns the new folder where it is mounted until all tests are through, or `unmount` */
function mount(...options: string[]): string {
  // Outside of /dev/shm: a copy of the system shows /dev again, with what is mounted below it, and nobody could
  // remove a folder that is mounted there still.
  const dir = dirIn("/tmp")
  system("mount", ...options, dir)
  mounted.add(dir)
  atEnd(() => unmount(dir))
  cleanUpBehind("mount", dir)
  return dir
}

/** A small disk in memory at a place that is there already. */
export function mountAt(dir: string): void {
  system("mount", "-t", "tmpfs", "-o", "size=8m,mode=0700", "tmpfs", dir)
  mounted.add(dir)
  atEnd(() => unmount(dir))
  cleanUpBehind("mount", dir)
}

/** Mounts a folder onto itself: it has the number of its disk still, and nothing can be renamed into it from outside. */
export function bindAt(dir: string): void {
  system("mount", "--bind", dir, dir)
  mounted.add(dir)
  atEnd(() => unmount(dir))
  cleanUpBehind("mount", dir)
}

export function unmount(dir: string): void {
  if (mounted.delete(dir)) system("umount", "--recursive", "--lazy", dir)
}

/** A disk of its own, in memory, that can be filled. */
export function smallDisk(megabytes: number): { dir: string; fill: () => void; free: () => void } {
  const dir = mount("-t", "tmpfs", "-o", `size=${megabytes}m,mode=0700`, "tmpfs")
  const ballast = join(dir, "ballast")
  return {
    dir,
    fill: () => void works(() => writeFileSync(ballast, Buffer.alloc(megabytes * 1024 * 1024))),
    free: () => rmSync(ballast),
  }
}

/**
 * A disk that has less than it says, as of a provider who sold too much: from `fail` on, it refuses what is new to
 * it. The system then stops writing to it altogether.
 */
export function thinDisk(megabytes: number): { dir: string; image: string; fail: () => void } {
  const { dir: below, fill } = smallDisk(megabytes)
  return { ...imageDisk(megabytes * 4, { image: join(below, "disk.img") }), fail: fill }
}

/** A disk with a file system of its own, in a file that holds exactly what has reached the disk. */
export function imageDisk(
  megabytes: number,
  { image = join(temporaryDir(), "disk.img"), features = "has_journal" } = {},
): { dir: string; image: string } {
  system("truncate", "-s", `${megabytes}M`, image)
  system("mkfs.ext4", "-q", "-O", features, image)
  return { dir: mountImage(image), image }
}

/** @returns a copy of a disk in use: the system writes by itself meanwhile, and a picture of two moments would be none */
export function copyOfDisk(disk: string): string {
  const image = join(temporaryDir(), "copy.img")
  do copyFileSync(disk, image)
  while (Bun.spawnSync(["cmp", "-s", disk, image]).exitCode !== 0)
  return image
}

/** Puts a file system in order that was cut off in the middle, as the system does before it mounts one. */
export function repair(image: string): void {
  const { exitCode, stdout } = Bun.spawnSync(["e2fsck", "-fy", image])
  // 1: what was wrong has been corrected.
  if ((exitCode ?? 8) > 1) throw new Error(`e2fsck: ${exitCode}\n${stdout}`)
}

export const mountImage = (image: string): string => mount("-o", "loop", image)

/** View of a folder through a mount that refuses to be written to. */
export function readOnlyView(folder: string): string {
  const dir = mount("--bind", folder)
  system("mount", "-o", "remount,ro,bind", dir)
  return dir
}

/** A whole system of its own, like this one, in which programs may install what they like: for chroot(8). */
export function systemCopy(): string {
  const below = mount("-t", "tmpfs", "-o", "mode=0755", "tmpfs")
  for (const name of ["upper", "work"]) mkdirSync(join(below, name))
  // The root of the copy, which everybody enters, whatever umask a test has set.
  chmodSync(join(below, "upper"), 0o755)
  const dir = mount(
    "-t",
    "overlay",
    "-o",
    `lowerdir=/,upperdir=${below}/upper,workdir=${below}/work`,
    "overlay",
  )
  system("mount", "--rbind", "/dev", join(dir, "dev"))
  system("mount", "--make-rslave", join(dir, "dev"))
  system("mount", "-t", "proc", "proc", join(dir, "proc"))
  return dir
}

/** Mounting needs root, and a kernel that has loop devices: elsewhere these faults cannot be made. */
export const canMount = works(() => {
  smallDisk(1)
  imageDisk(8)
})
if (!canMount)
  process.stderr.write("No root or no loop devices: full disks and power cuts are NOT tried here.\n")

/** A container may be root and have no overlay. */
export const canCopySystem =
  canMount &&
  works(() => {
    // Proc and dev are mounted within it.
    unmount(systemCopy())
  })
if (!canCopySystem)
  process.stderr.write("No root, or no overlay: the operator's handbook is NOT typed here.\n")
