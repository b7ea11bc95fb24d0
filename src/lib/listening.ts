import { dlopen, FFIType, ptr } from "bun:ffi"
import { readdirSync } from "node:fs"

/**
 * Features of Linux for listening sockets that Bun does not offer: a second socket on the same port, and the choice
 * of the one that gets new connections (socket(7): SO_REUSEPORT, SO_ATTACH_REUSEPORT_CBPF).
 */

const SOL_SOCKET = 1
const SO_REUSEPORT = 15
const SO_ACCEPTCONN = 30
const SO_ATTACH_REUSEPORT_CBPF = 51

/**
 * Lets other sockets of this process listen on a port, too. Before this call the port is exclusive, as two services on
 * one port would each get half of the requests.
 *
 * @throws Error where the system cannot do it
 */
export function openPort(port: number): void {
  const sockets = listeningOn(port)
  if (sockets.length === 0) throw new Error(`no socket was found that listens on port ${port}`)
  for (const socket of sockets) set(socket, SO_REUSEPORT, new Int32Array([1]))
}

/**
 * Sends every new connection to the second of two sockets that listen on a port; to the one that is left, once the
 * other is closed.
 *
 * @throws Error where the system cannot do it
 */
export function leadToSecond(port: number): void {
  // struct sock_filter { code, jt, jf, k }: BPF_RET | BPF_K returns k, the second socket's index; jt and jf are unused.
  const filter = Uint8Array.from([0x06, 0, 0, 0, 1, 0, 0, 0])
  // struct sock_fprog: how many instructions, and where they stand.
  const program = new BigUint64Array([1n, BigInt(ptr(filter))])
  for (const socket of listeningOn(port)) set(socket, SO_ATTACH_REUSEPORT_CBPF, program)
}

function set(socket: number, option: number, value: NodeJS.TypedArray): void {
  if (libc().setsockopt(socket, SOL_SOCKET, option, ptr(value), value.byteLength) !== 0)
    throw new Error(`setsockopt ${option} was refused`)
}

/** @returns descriptors of this process's sockets that listen on a port */
const listeningOn = (port: number): number[] =>
  readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => isListening(descriptor) && portOf(descriptor) === port)

function isListening(descriptor: number): boolean {
  const value = new Int32Array(1)
  const length = new Uint32Array([value.byteLength])
  const answer = libc().getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, ptr(value), ptr(length))
  return answer === 0 && value[0] === 1
}

/** A sockaddr_in or sockaddr_in6: both have the port, big-endian, behind the family. */
function portOf(descriptor: number): number {
  const address = new DataView(new ArrayBuffer(128))
  const length = new Uint32Array([address.byteLength])
  libc().getsockname(descriptor, ptr(address), ptr(length))
  return address.getUint16(2)
}

type Libc = ReturnType<typeof open>
let opened: Libc | undefined
/** The C library, opened at its first use, which most days do not have. */
const libc = (): Libc["symbols"] => (opened ??= open()).symbols

function open() {
  const { i32, u32, ptr: pointer } = FFIType
  return dlopen("libc.so.6", {
    setsockopt: { args: [i32, i32, i32, pointer, u32], returns: i32 },
    getsockopt: { args: [i32, i32, i32, pointer, pointer], returns: i32 },
    getsockname: { args: [i32, pointer, pointer], returns: i32 },
  })
}
