import { afterAll } from "bun:test"
import { end } from "./temporary.ts"

// Here, because a hook of a preloaded file runs once after all files; "exit" handlers never run under bun test.
afterAll(end)
