import { misbehave, type Task } from "./bad.ts"

/** The bad company's process: works until its input ends, then prints the number of answers it got. */
const end = await misbehave((await Bun.file(process.argv[2] ?? "").json()) as Task)
await Bun.stdin.text()
process.stdout.write(String(await end()))
process.exit()
