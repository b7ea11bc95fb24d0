import { afterAll } from "bun:test"
import { writeInMemory } from "./memory.ts"
import { end } from "./temporary.ts"

writeInMemory()

// Here, because a hook of a preloaded file runs after all files, or after each file of one of several processes; "exit"
// handlers never run under bun test.
afterAll(end)
