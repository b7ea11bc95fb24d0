import type { Database, Statement } from "bun:sqlite"
import { ReadingTurn } from "./reading-turn.ts"
import { type Build, type Prepared, Statements } from "./statements.ts"

/** One connection's reads: statements that are kept, and the transaction of a turn. */
export class Reader {
  readonly statements: Statements
  readonly turn: ReadingTurn

  constructor(sqlite: Database) {
    this.statements = new Statements(sqlite)
    this.turn = new ReadingTurn(sqlite, this.statements)
  }

  /** See `Connection.statement`. */
  statement(sql: string): Statement {
    this.turn.join()
    return this.statements.written(sql)
  }

  /** See `Connection.prepared`. */
  prepared(key: string, build: Build): Prepared {
    this.turn.join()
    return this.statements.built(key, build)
  }

  close(): void {
    this.turn.end()
    this.statements.forgetAll()
  }
}
